"""Only what nothing needs goes, only when it is old, and never unasked what was paid for."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from culture_conflict.errors import BusyError, HomeError
from culture_conflict.home import Home
from culture_conflict.keeping.garbage import find_garbage, remove
from culture_conflict.keeping.stale import drop_stale, find_stale
from culture_conflict.locks import exclusive
from culture_conflict.models.engine import LEASE
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.keeping import whole_home as kit


@pytest.fixture
def whole(home: Home) -> Home:
    kit.whole(home)
    return home


def _age(root: Path, seconds: float = 9000) -> None:
    for path in root.rglob("*"):
        if path.is_file():
            os.utime(path, (time.time() - seconds,) * 2)


def _found(home: Home) -> dict[str, list[Path]]:
    found: dict[str, list[Path]] = {}
    for one in find_garbage(home, older_than_s=3600):
        found.setdefault(one.kind, []).append(one.path)
    return found


def test_a_whole_home_has_no_garbage_but_work(whole: Home) -> None:
    _age(whole.root)
    assert set(_found(whole)) <= {"work"}


def test_pictures_without_a_table_go_once_they_are_old(whole: Home) -> None:
    _age(whole.root)
    kept = kit.snapshot(whole.root)
    old, young, again = (whole.pictures.put(data) for data in (b"old", b"young", b"again"))
    _age(whole.pictures.path(old).parent)
    _age(whole.pictures.path(again).parent)
    whole.pictures.put(b"again")  # a run is about to name it
    garbage = [one for one in find_garbage(whole, older_than_s=3600) if one.kind == "picture"]
    assert [one.path for one in garbage] == [whole.pictures.path(old)]
    assert remove(garbage, older_than_s=3600) == len(b"old")
    assert not whole.pictures.path(old).exists()
    assert whole.pictures.get(young) == b"young"
    left = kit.snapshot(whole.root)
    assert {name: left[name] for name in kept} == kept


def test_what_was_put_again_since_it_was_found_stays(whole: Home) -> None:
    sha256 = whole.pictures.put(b"old")
    _age(whole.pictures.path(sha256).parent)
    garbage = [one for one in find_garbage(whole, older_than_s=3600) if one.kind == "picture"]
    whole.pictures.put(b"old")
    assert remove(garbage, older_than_s=3600) == 0
    assert whole.pictures.get(sha256) == b"old"


def test_a_table_that_cannot_be_read_stops_it(whole: Home) -> None:
    path = whole.tables.path(TABLES["items"], kit.BENCHMARK, kit.SOURCE)
    path.write_bytes(b"PAR1 but not really")
    with pytest.raises(HomeError, match=f"{path}.*nobody knows"):
        find_garbage(whole, older_than_s=0)


def test_tables_of_a_retired_model_go_and_are_made_again_without_asking(whole: Home) -> None:
    whole.models_file.write_text(f"models: [{{key: {kit.MODEL}, enabled: false}}]")
    _age(whole.root)
    before = kit.read(whole, "predictions", kit.MODEL, kit.SOURCE)
    retired = _found(whole)["retired"]
    assert [path.parts[-4] for path in retired] == ["predictions", "scores"]
    remove(find_garbage(whole, older_than_s=3600), older_than_s=3600)
    whole.models_file.unlink()
    n_lines = _n_lines(whole)
    kit.evaluate(whole)
    assert kit.read(whole, "predictions", kit.MODEL, kit.SOURCE).equals(before)
    assert _n_lines(whole) == n_lines


def test_tables_of_a_removed_source_go_and_those_of_a_broken_one_stay(whole: Home) -> None:
    _age(whole.root)
    settings = whole.sources_folder / kit.SOURCE / "source.yaml"
    text = settings.read_text()
    settings.write_text("nonsense: [")
    assert "retired" not in _found(whole)
    settings.write_text(text + "enabled: false\n")
    assert len(_found(whole)["retired"]) == 2


def test_leftovers_of_stopped_writers_go_and_locks_and_living_leases_stay(whole: Home) -> None:
    left = [
        whole.tables.root / "items" / ".mine.parquet.1.writing",
        whole.pictures.root / "ab" / ".x.writing",
        whole.dagster / "leases" / "dead",
    ]
    for path in left:
        path.parent.mkdir(exist_ok=True)
        path.touch()
    with exclusive(whole.dagster / "leases" / "alive", what="a run", wait_s=0):
        _age(whole.root)
        found = _found(whole)
    assert sorted(found["left over"]) == sorted(left)
    assert not [path for path in found.get("work", []) if path.suffix in (".lock", ".json")]


def _n_lines(home: Home) -> int:
    return sum(path.read_bytes().count(b"\n") for path in home.ledger.rglob("*.jsonl"))


def _renew(home: Home) -> None:
    """Another picture for one dish, so that the answers about the old one are stale."""
    (home.sources_folder / kit.SOURCE / "dish-0.png").write_bytes(kit.picture(99, (160, 120)))
    kit.build(home)
    kit.evaluate(home)


def test_stale_answers_are_counted_and_go_only_by_their_own_call(whole: Home) -> None:
    assert find_stale(whole) == {}
    before = _n_lines(whole)
    _renew(whole)
    added = _n_lines(whole) - before
    _age(whole.root)
    remove(find_garbage(whole, older_than_s=3600), older_than_s=3600)
    assert _n_lines(whole) == before + added
    ((folder, (n_stale, n_bytes)),) = find_stale(whole).items()
    assert n_stale == added
    (folder / "torn-0000.jsonl").write_bytes(b'{"key": "half a li')
    assert drop_stale(whole) == (n_stale, n_bytes)
    assert _n_lines(whole) == before
    assert (folder / "torn-0000.jsonl").exists()
    predictions = kit.read(whole, "predictions", kit.MODEL, kit.SOURCE)
    kit.evaluate(whole)
    assert kit.read(whole, "predictions", kit.MODEL, kit.SOURCE).equals(predictions)
    assert _n_lines(whole) == before


def test_a_source_without_variants_has_no_stale_answers(whole: Home) -> None:
    whole.tables.path(TABLES["variants"], kit.BENCHMARK, kit.SOURCE).unlink()
    assert find_stale(whole) == {}


def test_nothing_is_dropped_while_the_model_is_asked(
    whole: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    _renew(whole)
    (folder,) = find_stale(whole)
    monkeypatch.setattr("culture_conflict.models.rewriting._WAIT_S", 0.0)
    with exclusive(folder / LEASE, what="a run", wait_s=0), pytest.raises(BusyError):
        drop_stale(whole)
