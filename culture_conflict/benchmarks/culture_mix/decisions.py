"""Decisions about CultureMix as frozen files of the home: read as tables, written by commands."""

from __future__ import annotations

import csv
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from culture_conflict.errors import InvalidTableError, RegistryError
from culture_conflict.tables.mix_decisions import (
    ATTEMPT_DECISIONS,
    FOOD_CHOICES,
    FOOD_DIFFICULTY,
)
from culture_conflict.tables.schema import Table

__all__ = ["Decisions", "decisions_folder", "freeze", "read_decisions", "read_file", "read_table"]

BENCHMARK = "culture_mix"
_FILES = {
    FOOD_DIFFICULTY.name: "difficulty.csv",
    FOOD_CHOICES.name: "choices.csv",
    ATTEMPT_DECISIONS.name: "attempts.csv",
}
_SEPARATOR = "|"


class Decisions(NamedTuple):
    """FOOD_DIFFICULTY, FOOD_CHOICES and ATTEMPT_DECISIONS of one source."""

    difficulty: pl.DataFrame
    choices: pl.DataFrame
    attempts: pl.DataFrame


def decisions_folder(root: Path, source: str) -> Path:
    """Where a home (`root`) keeps the decisions about one source."""
    return root / "decisions" / BENCHMARK / source


def read_decisions(root: Path, source: str) -> Decisions:
    """What is decided about a source; tables without rows where nothing is.

    Raises:
        RegistryError: a file lacks a column, or a cell is no value of its column.
    """
    tables = (FOOD_DIFFICULTY, FOOD_CHOICES, ATTEMPT_DECISIONS)
    return Decisions(*(read_table(root, table, source) for table in tables))


def freeze(root: Path, source: str, table: Table, rows: Sequence[Mapping[str, object]]) -> Path:
    """Write the rows of one of the three tables as its file, whole or not at all.

    Raises:
        InvalidTableError: a row breaks the table's schema.
    """
    same = {"benchmark": BENCHMARK, "source": source}
    frame = table.validate(table.frame([{**same, **row} for row in rows]))
    path = decisions_folder(root, source) / _FILES[table.name]
    path.parent.mkdir(parents=True, exist_ok=True)
    columns = [name for name in frame.columns if name not in same]
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    with temporary.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(columns)
        writer.writerows(_cells(row) for row in frame.select(columns).iter_rows())
    temporary.replace(path)
    return path


def _cells(row: Iterable[object]) -> list[object]:
    return [_SEPARATOR.join(cell) if isinstance(cell, list) else cell for cell in row]


def read_file(path: Path, table: Table, source: str) -> pl.DataFrame:
    """A CSV with the columns of one of the three tables (without benchmark and source).

    Raises:
        RegistryError: it is absent, lacks a column, or a cell is no value of its column.
    """
    if not path.is_file():
        raise RegistryError(f"{path} is no file. Write a CSV with {_wanted(table)}.")
    try:
        raw = pl.read_csv(path, infer_schema=False)
        columns = [_column(table, name) for name in table.schema.names()[2:]]
        same = [pl.lit(BENCHMARK).alias("benchmark"), pl.lit(source).alias("source")]
        return table.validate(raw.select(*same, *columns))
    except (pl.exceptions.PolarsError, InvalidTableError, UnicodeDecodeError) as error:
        why = " ".join(str(error).split())[:300]
        raise RegistryError(
            f"{path} can't be used: {why}. Expected {_wanted(table)}. Mend it, or "
            f"delete it to decide anew."
        ) from error


def read_table(root: Path, table: Table, source: str) -> pl.DataFrame:
    """One of the three tables of a source; without rows where nothing is decided.

    Raises:
        RegistryError: as `read_decisions`.
    """
    path = decisions_folder(root, source) / _FILES[table.name]
    return read_file(path, table, source) if path.exists() else table.empty()


def _wanted(table: Table) -> str:
    return f"the columns {', '.join(table.schema.names()[2:])}"


def _column(table: Table, name: str) -> pl.Expr:
    dtype, text = table.schema[name], pl.col(name)
    if dtype == pl.List(pl.String):
        return text.fill_null("").str.split(_SEPARATOR)
    return text if dtype == pl.String else text.cast(dtype)
