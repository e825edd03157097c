"""A forgotten picture is gone with all that came of it; nothing else is; it does not come back."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.errors import HomeError, PictureError
from culture_conflict.home import Home
from culture_conflict.keeping import forgetting
from culture_conflict.keeping.forgetting import copies, forget, look_up
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.keeping import whole_home as kit

DISH, FLAG = "dish-0.png", "Japan.png"


@pytest.fixture
def whole(home: Home) -> Home:
    kit.whole(home)
    preview = home.previews / kit.BENCHMARK / f"{kit.SOURCE}.jpg"
    preview.parent.mkdir(parents=True)
    preview.write_bytes(b"a contact sheet")
    (home.root / "report.html").write_text("a report")
    return home


def _picture(home: Home, name: str) -> str:
    return kit.sha_of(home.sources_folder / kit.SOURCE / name)


def _forget(home: Home, sha256: str) -> None:
    forget(home, look_up(home, sha256), lambda _: None)


def _traces(home: Home, pictures: set[str]) -> list[str]:
    """Files that still hold one of the pictures or name it, the tombstone left out."""
    return [
        name
        for name, data in kit.snapshot(home.root).items()
        if ".forgotten" not in name
        and "sources/" not in name
        and any(sha in name or sha.encode() in data for sha in pictures)
    ]


@pytest.mark.parametrize("name", [DISH, FLAG])
def test_all_that_came_of_it_is_gone_and_nothing_else(whole: Home, name: str) -> None:
    sha256 = _picture(whole, name)
    before = {table: kit.read(whole, table) for table in ("items", "cues", "variants")}
    shown = before["variants"].filter(before["variants"]["recipe"].str.contains(sha256))
    left = before["variants"].filter(~before["variants"]["recipe"].str.contains(sha256))
    assert shown.height
    assert left.height
    _forget(whole, sha256)
    gone = {sha256, *shown["picture"]}
    assert not _traces(whole, gone - set(left["picture"]))
    assert kit.read(whole, "variants").equals(left)
    for table in ("items", "cues"):
        assert kit.read(whole, table).equals(
            before[table].filter(before[table]["picture"] != sha256)
        )
    for table in ("predictions", "scores"):
        rows = kit.read(whole, table, kit.MODEL, kit.SOURCE)
        assert set(rows["variant_id"]) == set(left["variant_id"])
    assert not list(whole.previews.rglob("*.jpg"))
    assert not (whole.root / "report.html").exists()
    assert whole.pictures.tombstone(sha256).read_bytes() == b""
    assert list(whole.pictures.verify()) == []
    for table, path in whole.tables.files(TABLES):
        assert not table.broken(pl.read_parquet(path))
    assert copies(whole, sha256) == [whole.sources_folder / kit.SOURCE / name]


def test_another_source_keeps_every_byte(home: Home) -> None:
    kit.whole(home, "mine", "other")
    folder = home.sources_folder / "mine"
    (folder / DISH).write_bytes(kit.picture(99, (160, 120)))
    kit.build(home)
    kit.evaluate(home)
    before = kit.snapshot(home.root)
    _forget(home, _picture(home, DISH))
    after = kit.snapshot(home.root)
    changed = {name for name in before if before[name] != after.get(name)}
    others = ("other.parquet", "/other/", "_empty", "all.parquet", "sources/")
    assert changed
    assert not [name for name in changed if any(other in name for other in others)]


def test_it_does_not_come_back_when_its_source_is_built_again(whole: Home) -> None:
    sha256 = _picture(whole, DISH)
    _forget(whole, sha256)
    kit.build(whole)
    kit.evaluate(whole)
    (reject,) = kit.read(whole, "rejects").to_dicts()
    assert (reject["external_id"], reject["reason"]) == ("dish-0", "forgotten")
    assert kit.read(whole, "items")["external_id"].to_list() == ["dish-1", "dish-2"]
    assert not whole.pictures.path(sha256).exists()
    assert not _traces(whole, {sha256})


class _CrashError(Exception):
    pass


def _crash_in(monkeypatch: pytest.MonkeyPatch, owner: object, name: str, at: int) -> None:
    real: Callable[..., object] = getattr(owner, name)
    calls = 0

    def crashing(*arguments: object, **named: object) -> object:
        nonlocal calls
        calls += 1
        if calls == at:
            raise _CrashError
        return real(*arguments, **named)

    monkeypatch.setattr(owner, name, crashing)


@pytest.mark.parametrize(
    ("owner", "name", "at"),
    [
        (Path, "unlink", 1),
        (Path, "unlink", 4),
        (forgetting, "_clean_tables", 1),
        (forgetting, "_cleaned", 2),
        (forgetting, "_cleaned", 5),
        (forgetting, "_cleaned", 7),
        (forgetting, "drop_lines", 1),
        (forgetting, "_write", 2),
    ],
)
def test_a_crash_half_way_is_finished_by_running_again(
    whole: Home, owner: object, name: str, at: int, tmp_path: Path
) -> None:
    twin = Home(tmp_path / "twin")
    shutil.copytree(whole.root, twin.root)
    sha256 = _picture(whole, DISH)
    _forget(whole, sha256)
    with pytest.MonkeyPatch.context() as patch:
        _crash_in(patch, owner, name, at)
        with pytest.raises(_CrashError):
            _forget(twin, sha256)
    assert json.loads(twin.pictures.tombstone(sha256).read_text())["items"]
    sources: list[set[str]] = []
    forget(twin, look_up(twin, sha256), lambda trace: sources.append(trace.sources))
    assert sources == [{f"{kit.BENCHMARK}/{kit.SOURCE}"}]
    assert kit.snapshot(twin.root) == kit.snapshot(whole.root)


def test_an_original_alone_leaves_its_group_without_a_reference(whole: Home) -> None:
    variants = kit.read(whole, "variants")
    original = variants.filter(variant="original").row(0, named=True)
    _forget(whole, original["picture"])
    left = kit.read(whole, "variants").filter(group_id=original["group_id"])
    assert left.height
    assert left["reference_variant"].null_count() == left.height
    scores = kit.read(whole, "scores", kit.MODEL, kit.SOURCE)
    mine = scores.filter(scores["variant_id"].is_in(left["variant_id"].to_list()))
    assert mine["reference_state"].null_count() == mine.height > 0
    stacked = kit.read(whole, "stacked_images")
    assert original["variant_id"] not in stacked["variant_id"].to_list()


@pytest.mark.parametrize("sha256", ["0" * 64, "../../etc/passwd", "A" * 64])
def test_what_nobody_knows_is_refused(whole: Home, sha256: str) -> None:
    work = whole.kept_edits / "qwen" / "stopped"
    work.mkdir(parents=True)
    (work / "half.png").touch()
    before = kit.snapshot(whole.root)
    with pytest.raises(PictureError):
        look_up(whole, sha256)
    assert kit.snapshot(whole.root) == before


def test_a_ledger_that_cannot_be_written_is_told(
    whole: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    found = look_up(whole, _picture(whole, DISH))
    assert sum(found.answers.values()) >= 3
    assert found.describe()[-1] == f"{sum(found.answers.values())} answers of the ledger"

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(HomeError, match="it is as it was"):
        forget(whole, found, lambda _: None)
