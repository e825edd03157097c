"""The finished warehouse, opened by readers only."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.errors import HomeError, MissingTableError

if TYPE_CHECKING:
    import duckdb

__all__ = ["connect", "read_mart"]

_MARTS = "select table_name from information_schema.tables where table_schema = ? order by 1"


def connect(warehouse: Path) -> duckdb.DuckDBPyConnection:
    """The warehouse, read-only; a build meanwhile swaps in a new file and disturbs no reader.

    Raises:
        HomeError: there is none, or it can't be read.
    """
    import duckdb

    if not warehouse.exists():
        raise HomeError(
            f"There is no warehouse at {warehouse} yet. Run `culture-conflict demo` or "
            f"`culture-conflict metrics` first."
        )
    try:
        return duckdb.connect(str(warehouse), read_only=True)
    except duckdb.Error as error:
        raise HomeError(
            f"{warehouse} can't be read: {error}. Delete it and run `culture-conflict metrics`: "
            f"it is made anew from the tables."
        ) from error


def read_mart(warehouse: Path, name: str) -> pl.DataFrame:
    """All rows of one mart.

    Raises:
        HomeError: there is no warehouse, or it can't be read.
        MissingTableError: the warehouse has no mart of this name.
    """
    with connect(warehouse) as connection:
        marts = [row[0] for row in connection.execute(_MARTS, ["marts"]).fetchall()]
        if name not in marts:
            raise MissingTableError(
                f"{warehouse} has no mart {name!r}; it has {', '.join(marts) or 'none'}. "
                f"Run `culture-conflict metrics` to build them all."
            )
        return pl.DataFrame(connection.table(f"marts.{name}"))
