"""One command for every source: what is not built is named, what fails stops no other."""

from __future__ import annotations

import pytest

from culture_conflict import commands
from culture_conflict.errors import CultureConflictError, RegistryError
from culture_conflict.home import Home
from culture_conflict.sources.catalog import list_sources
from culture_conflict.tables.variants import VARIANTS


@pytest.fixture
def asked(home: Home, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three sources, of which `a` and `b` are built; asking about `a` fails."""
    for name in ("a", "b", "c"):
        folder = home.sources_folder / name
        folder.mkdir(parents=True)
        (folder / "source.yaml").write_text("title: X\nmedium: drawing\n")
    for name in ("a", "b"):
        home.tables.write(VARIANTS, VARIANTS.empty(), "confused_tourist", name)
    done: list[str] = []

    def evaluate(home: Home, model: str, source: str, **options: object) -> None:
        done.append(source)
        if model == "unknown":
            raise RegistryError("no such model")
        if source == "a":
            raise CultureConflictError("the provider is down")

    monkeypatch.setattr(commands, "evaluate_model", evaluate)
    return done


def test_one_that_fails_stops_no_other_and_is_told(
    home: Home, asked: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert len(list_sources("confused_tourist", home.sources_folder)) == 4
    with pytest.raises(
        CultureConflictError, match="not evaluated on 1 sources:\nconfused_tourist, a:"
    ):
        commands.evaluate_everywhere(home, "my-model")
    assert asked == ["a", "b"]
    told = capsys.readouterr().err
    assert "c is not built, so it is left out: culture-conflict build --source c" in told
    assert "sample is not built" in told


def test_a_model_that_does_not_exist_is_told_once(home: Home, asked: list[str]) -> None:
    with pytest.raises(RegistryError, match="no such model"):
        commands.evaluate_everywhere(home, "unknown")
    assert asked == ["a"]
