"""Partitions of one table that several processes write at the same moment, for field cases."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from multiprocessing.synchronize import Barrier
from pathlib import Path
from typing import Any

from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.warehouse.project_in_cases import rebuilt
from culture_conflict_tests.warehouse.synthetic import BENCHMARK, SOURCE, Synthetic, _prediction

_TABLE = TABLES["predictions"]
_WAIT_S = 60
_start: Barrier | None = None


def rows_of_partitions(given: Mapping[str, Any]) -> int | None:
    """What dbt reads after every process has written its one row, in a partition of its own."""
    write = partial(_write_all, given["partitions_in_parallel"], there=given["table_exists"])
    _, built = rebuilt(write, f"stg_{_TABLE.name}")
    return next(node.rows for node in built.nodes)


def _write_all(n: int, store: TableStore, *, there: bool) -> None:
    if not there:
        shutil.rmtree(store.root / _TABLE.name)
    spawn = get_context("spawn")
    barrier = spawn.Barrier(n)
    with ProcessPoolExecutor(n, spawn, initializer=_hold, initargs=(barrier,)) as pool:
        list(pool.map(_write, [store.root] * n, range(n)))


def _hold(barrier: Barrier) -> None:
    global _start  # noqa: PLW0603 - a pool's process is told once
    _start = barrier


def _write(root: Path, n: int) -> None:
    variant = Synthetic(n_items=2, models=()).variants[0]
    row = _prediction(variant, f"m{n}", "ok", "JPN")
    assert _start is not None
    _start.wait(_WAIT_S)
    TableStore(root).write(_TABLE, _TABLE.frame([row]), BENCHMARK, f"m{n}", SOURCE)
