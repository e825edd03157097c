"""Writers and readers of a warehouse at once, and a warehouse on a full disk, for field cases."""

from __future__ import annotations

import os
import tempfile
import threading
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest import mock

import duckdb

from culture_conflict.errors import HomeError
from culture_conflict.warehouse.read import connect
from culture_conflict.warehouse.swap import building

_BLOCK = 4096


@dataclass
class Together:
    """How many writers or readers failed, and how many wrote at the same time at most."""

    n_failed: int = 0
    most: int = 0
    now: int = 0
    lock: threading.Lock = field(default_factory=threading.Lock)

    def enter(self, step: int) -> None:
        with self.lock:
            self.now += step
            self.most = max(self.most, self.now)


@dataclass(frozen=True)
class FullDisk:
    """What became of a build that found too little space."""

    refused_before_start: bool
    old_rows: int
    message: str


def together(given: Mapping[str, Any]) -> Together:
    """Every writer adds its row to the one file; readers look on while any of them writes."""
    seen = Together()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / given["file"]
        _add(path, 0)
        done = threading.Event()
        n_threads = given["writers"] + given["readers"]
        with ThreadPoolExecutor(n_threads) as pool:
            readers = [pool.submit(_read_on, path, done) for _ in range(given["readers"])]
            writers = [pool.submit(_write, path, n + 1, seen) for n in range(given["writers"])]
            failed = [each.exception() for each in writers]
            done.set()
            failed += [each.exception() for each in readers]
        seen.n_failed = sum(error is not None for error in failed)
        seen.n_failed += _rows(path) != given["writers"] + 1
    return seen


def full_disk(given: Mapping[str, Any]) -> FullDisk:
    """A build where so many MB are free; `os.statvfs` is the only thing that is made up."""
    free = given["free_mb_before_write"] * 1_000_000 // _BLOCK
    status = os.statvfs_result((_BLOCK, _BLOCK, free, free, free, 1, 1, 1, 0, 255))
    started, message = [], ""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "metrics.duckdb"
        _add(path, 0)
        with mock.patch("os.statvfs", return_value=status):
            try:
                with building(path, tables=path.parent, work=path.parent, keep=True) as new:
                    started.append(new)
            except HomeError as error:
                message = str(error)
        rest = [each for each in path.parent.iterdir() if "building" in each.name]
        return FullDisk(not started and not rest, _rows(path), message)


def _add(path: Path, n: int) -> None:
    with building(path, tables=path.parent, work=path.parent, keep=True) as new:
        _insert(new, n)


def _write(path: Path, n: int, seen: Together) -> None:
    with building(path, tables=path.parent, work=path.parent, keep=True) as new:
        seen.enter(1)
        _insert(new, n)
        time.sleep(0.02)
        seen.enter(-1)


def _insert(path: Path, n: int) -> None:
    with duckdb.connect(str(path)) as database:
        database.execute("create table if not exists written (n integer)")
        database.execute("insert into written values (?)", [n])
        database.execute("checkpoint")


def _read_on(path: Path, done: threading.Event) -> None:
    while not done.is_set():
        assert _rows(path) >= 1


def _rows(path: Path) -> int:
    with connect(path) as database:
        return len(database.table("written"))
