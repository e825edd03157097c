"""A picture that is too large is made smaller once, whoever asks about it and how often."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from culture_conflict.errors import HomeError, PictureError
from culture_conflict.home import Home
from culture_conflict.keeping.forgetting import Found, forget
from culture_conflict.keeping.garbage import find_garbage
from culture_conflict.keeping.tracing import Trace
from culture_conflict.models.api import fitted
from culture_conflict.models.api.fitted import fit_once
from culture_conflict.models.api.fitting import fit
from culture_conflict_tests.models.api.kit import png, row

LARGE = png(1, (400, 300))
SMALL = {"max_side": 100}


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """Every picture that was really made smaller."""
    done: list[bytes] = []

    def counted(setting: object, data: bytes) -> object:
        done.append(data)
        return fit(setting, data)

    monkeypatch.setattr(fitted, "fit", counted)
    return done


def test_two_models_with_one_limit_share_it(tmp_path: Path, made: list[bytes]) -> None:
    one = row("https://h/v1", key="one", picture=SMALL)
    other = row("https://h/v1", key="other", model="large", picture=SMALL)
    sent = [fit_once(each, LARGE, tmp_path) for each in (one, other, one)]
    assert sent == [fit(one, LARGE)] * 3
    assert len(made) == 1
    fit_once(row("https://h/v1", picture={"max_side": 64}), LARGE, tmp_path)
    fit_once(one, png(2, (400, 300)), tmp_path)
    assert len(made) == 3


@pytest.mark.parametrize("damage", [b"", b"{}\nx", b"no json\n", None], ids=str)
def test_a_damaged_one_is_made_anew(
    tmp_path: Path, made: list[bytes], damage: bytes | None
) -> None:
    setting = row("https://h/v1", picture=SMALL)
    first = fit_once(setting, LARGE, tmp_path)
    (path,) = tmp_path.iterdir()
    path.write_bytes(path.read_bytes()[:-1] if damage is None else damage)
    assert fit_once(setting, LARGE, tmp_path) == first
    assert fit_once(setting, LARGE, tmp_path) == first
    assert len(made) == 2


def test_what_cannot_be_made_is_not_kept(tmp_path: Path) -> None:
    with pytest.raises(PictureError):
        fit_once(row("https://h/v1", picture=SMALL), b"no picture", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(HomeError, match=r"file/.* can't be written"):
        fit_once(row("https://h/v1", picture=SMALL), LARGE, tmp_path / "file" / "fitted")


def test_gc_sweeps_the_old_ones(home: Home) -> None:
    fit_once(row("https://h/v1", picture=SMALL), LARGE, home.fitted)
    (path,) = home.fitted.iterdir()
    assert path not in [one.path for one in find_garbage(home, older_than_s=60)]
    old = find_garbage(home, older_than_s=60, now=path.stat().st_mtime + 61)
    assert [one.kind for one in old if one.path == path] == ["work"]


def test_forgetting_a_picture_leaves_no_smaller_copy(home: Home) -> None:
    fit_once(row("https://h/v1", picture=SMALL), LARGE, home.fitted)
    sha256 = home.pictures.put(LARGE)
    forget(home, Found(sha256, Trace(), Counter()), lambda _: None)
    assert list(home.fitted.iterdir()) == []
