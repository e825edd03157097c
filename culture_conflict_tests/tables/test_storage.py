"""Tables are written whole or not at all, and an absent one says what makes it."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

import polars as pl
import pytest

from culture_conflict.errors import HomeError, InvalidTableError, MissingTableError
from culture_conflict.tables import storage
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.tables.test_schema import GOOD, TOY


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(tmp_path)


def test_what_is_written_is_read(store: TableStore) -> None:
    frame = TOY.frame([GOOD])
    path = store.write(TOY, frame, "ct", "model.a", "sample")
    assert path == store.root / "toy" / "ct" / "model.a" / "sample.parquet"
    assert store.read(TOY, "ct", "model.a", "sample").equals(frame)


def test_partitions_with_a_common_prefix_do_not_meet(store: TableStore) -> None:
    models = ["qwen2.5-vl", "qwen2.5", "gpt-5.4", "gpt-5"]
    paths = {store.write(TOY, TOY.frame([GOOD]), "ct", model, "s") for model in models}
    assert len(paths) == len(models)
    assert all(path.exists() for path in paths)


def test_partitions_written_at_once_all_arrive_though_the_table_is_new(store: TableStore) -> None:
    n = 8
    for again in range(5):
        start = Barrier(n)

        def write(part: int, table: str = f"ct{again}", start: Barrier = start) -> None:
            start.wait(30)
            store.write(TOY, TOY.frame([GOOD | {"id": "abcdefgh"[part]}]), table, f"s{part}")

        with ThreadPoolExecutor(n) as pool:
            list(pool.map(write, range(n)))
    assert pl.read_parquet(store.root / "toy" / "**" / "*.parquet").height == 5 * n
    assert not list(store.root.rglob("*.writing"))


def test_a_missing_table_says_what_to_materialize(store: TableStore) -> None:
    with pytest.raises(MissingTableError, match=r"Materialize ct/toy for partition a\|b first"):
        store.read(TOY, "ct", "a", "b")


def test_bad_rows_leave_the_old_file(store: TableStore) -> None:
    store.write(TOY, TOY.frame([GOOD]), "ct", "s")
    with pytest.raises(InvalidTableError):
        store.write(TOY, TOY.frame([GOOD | {"kind": "z"}]), "ct", "s")
    assert store.read(TOY, "ct", "s").height == 1


def test_all_null_columns_keep_their_declared_type_across_partitions(store: TableStore) -> None:
    store.write(TOY, TOY.frame([GOOD | {"share": None}]), "ct", "a")
    store.write(TOY, TOY.frame([GOOD | {"id": "b"}]), "ct", "b")
    both = pl.read_parquet(store.root / "toy" / "**" / "*.parquet")
    assert both.schema == TOY.schema
    assert both.height == 2


def test_a_full_disk_is_refused_before_writing(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(TOY, TOY.frame([GOOD]), "ct", "s")
    full = os.statvfs_result((4096, 4096, 1000, 1, 1, 0, 0, 0, 0, 255))
    monkeypatch.setattr(storage.os, "statvfs", lambda _: full)
    with pytest.raises(HomeError, match="Free space"):
        store.write(TOY, TOY.frame([GOOD | {"id": "b"}]), "ct", "s")
    assert store.read(TOY, "ct", "s")["id"].to_list() == ["a"]
    assert not list(store.root.rglob("*.writing"))


def test_a_write_that_fails_half_way_leaves_nothing_and_says_what_to_do(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    store.write(TOY, TOY.frame([GOOD]), "ct", "s")

    def fails(_: pl.DataFrame, path: Path, **__: object) -> None:
        path.write_bytes(b"half")
        raise pl.exceptions.ComputeError("No space left on device (os error 28)")

    monkeypatch.setattr(pl.DataFrame, "write_parquet", fails)
    with pytest.raises(HomeError, match="Free space"):
        store.write(TOY, TOY.frame([GOOD]), "ct", "s")
    monkeypatch.undo()
    assert not list(store.root.rglob("*.writing"))
    assert store.read(TOY, "ct", "s").height == 1


@pytest.mark.parametrize("part", ["../../etc", "a/b", "/etc", "", "A"])
def test_no_partition_leaves_the_folder(store: TableStore, part: str) -> None:
    with pytest.raises(InvalidTableError, match="can't be a partition"):
        store.path(TOY, "ct", part, "s")


def test_a_file_of_another_schema_version_is_refused(store: TableStore) -> None:
    path = store.write(TOY, TOY.frame([GOOD]), "ct", "s")
    pl.DataFrame({"id": ["a"]}).write_parquet(path)
    with pytest.raises(InvalidTableError, match="Materialize ct/toy for partition s again"):
        store.read(TOY, "ct", "s")
