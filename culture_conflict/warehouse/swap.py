"""A new file takes an old one's place whole or not at all, made by one writer at a time."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from culture_conflict.errors import HomeError
from culture_conflict.locks import exclusive
from culture_conflict.tables.storage import require_space

__all__ = ["building"]

_BYTES_PER_PARQUET_BYTE = 4
# DuckDB calls a database by its file's name up to the first dot, and the parsed project names it so
# whatever the finished file is called.
_CATALOG = "warehouse"


@contextmanager
def building(
    warehouse: Path, *, tables: Path, work: Path, keep: bool, wait_s: float = 300
) -> Iterator[Path]:
    """The file to fill, absent or (`keep`) a copy of the live one; swapped in without an error.

    Other writers wait at a lock in `work`, readers keep the old file. Leftovers, and those of a
    killed process, are removed.

    Raises:
        BusyError: another writer was at it for `wait_s` seconds.
        HomeError: too little space is left, or dbt can't use the path.
    """
    if {"?", "#"} & set(str(warehouse)):
        raise HomeError(f"{warehouse}: dbt can't use a path with ? or #. Choose another folder.")
    path = warehouse.with_name(f"{_CATALOG}.{warehouse.name.removeprefix(f'{_CATALOG}.')}.building")
    with exclusive(work / "warehouse.lock", what="A build of the warehouse", wait_s=wait_s):
        _remove(path)
        require_space(warehouse.parent, _estimate(tables, warehouse))
        try:
            if keep and warehouse.exists():
                shutil.copyfile(warehouse, path)
            yield path
            path.replace(warehouse)
        finally:
            _remove(path)


def _remove(path: Path) -> None:
    """A database with its log and its spill folder."""
    for found in path.parent.iterdir():
        if found.name.startswith(path.name):
            if found.is_dir():
                shutil.rmtree(found)
            else:
                found.unlink()


def _estimate(tables: Path, warehouse: Path) -> int:
    """Bytes the new file may take: the Parquet files decoded, or twice the last one."""
    parquet = sum(path.stat().st_size for path in tables.rglob("*.parquet"))
    last = warehouse.stat().st_size if warehouse.exists() else 0
    return max(_BYTES_PER_PARQUET_BYTE * parquet, 2 * last)
