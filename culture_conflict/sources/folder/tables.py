"""Reads a table of a source's folder with every cell as text, whatever it looks like."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import polars as pl

from culture_conflict.errors import RegistryError
from culture_conflict.sources.folder.csv_text import decode, read_csv
from culture_conflict.sources.folder.rows import RawRow, RawTable, RowError

__all__ = ["SUFFIXES", "read_table"]

SUFFIXES = (".csv", ".parquet", ".jsonl")
_BROKEN = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
_MAX_BYTES = 500_000_000


def read_table(
    path: Path,
    *,
    encoding: str | None = None,
    separator: str | None = None,
    known: Sequence[str] = (),
) -> RawTable:
    """The rows of a CSV, Parquet or JSON-lines file; no cell is guessed to be anything but text.

    `NO` and `NA` in a CSV stay these two letters. Without `encoding`, a byte order mark decides,
    else UTF-8, and cells that are not UTF-8 are told by `text_of`. Without `separator`, comma,
    semicolon, tab or bar: the one that finds most of the columns `known`.

    Raises:
        RegistryError: the file can't be read at all, is no such table, or is too large.
    """
    try:
        size = path.stat().st_size
        if size > _MAX_BYTES:
            _refuse(path, f"it has {size} bytes, at most {_MAX_BYTES} are read", "Split it.")
        if path.suffix == ".parquet":
            return _parquet(path, known)
        text, how = decode(path.read_bytes(), encoding)
    except OSError as error:
        _refuse(path, f"it can't be read ({error.strerror or error})", "Mend its permissions.")
    except (*_BROKEN, UnicodeDecodeError) as error:
        _refuse(path, " ".join(str(error).split())[:200], "Save the file again.")
    if path.suffix == ".jsonl":
        return _json_lines(path.name, text, how)
    return read_csv(path, text, separator=separator, known=known, how=how)


def _parquet(path: Path, known: Sequence[str]) -> RawTable:
    """The known columns, or all where none is: what stands in others is never read."""
    columns = tuple(pl.read_parquet_schema(path))
    wanted = [name for name in columns if name in known] or list(columns)
    frame = pl.read_parquet(path, columns=wanted)
    rows = (RawRow(n, cells) for n, cells in enumerate(frame.iter_rows(named=True), start=1))
    return RawTable(path.name, columns, tuple(rows), "Parquet")


def _json_lines(file: str, text: str, how: str) -> RawTable:
    lines = enumerate(text.split("\n"), start=1)
    rows = tuple(_json_row(n, line) for n, line in lines if line.strip())
    columns = dict.fromkeys(name for row in rows for name in row.cells)
    return RawTable(file, tuple(columns), rows, f"JSON lines, {how}")


def _json_row(number: int, line: str) -> RawRow:
    try:
        # Numbers stay as written: 007 would be refused, 1.10 would lose its zero.
        cells = json.loads(line, parse_float=str, parse_int=str, parse_constant=str)
    except (ValueError, RecursionError) as error:
        return RawRow(number, {}, RowError("not_json", f"expected a JSON object: {error}"))
    if not isinstance(cells, dict):
        return RawRow(number, {}, RowError("not_json", "expected a JSON object, got another value"))
    return RawRow(number, cells)


def _refuse(path: Path, what: str, remedy: str) -> NoReturn:
    raise RegistryError(f"{path}: expected a table that can be read, but {what}. {remedy}")
