"""Files of answers that a user already has: JSONL, CSV and Parquet, every line accounted for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl

from culture_conflict.errors import AnswersError
from culture_conflict.models.replay.lines import Cells, csv_lines, json_lines, require_columns

__all__ = ["REJECT", "ROW", "read_answers"]

ROW, REJECT = "row", "reject"
_BROKEN = (pl.exceptions.PolarsError, pl.exceptions.PanicException)
_READERS: dict[str, Callable[[Path, str, set[str]], list[Cells]]] = {
    ".jsonl": json_lines,
    ".ndjson": json_lines,
    ".csv": csv_lines,
    ".tsv": csv_lines,
}


def read_answers(
    path: Path, *, columns: Mapping[str, str], encoding: str = "utf-8"
) -> pl.DataFrame:
    """The named columns of a file as text, one row per line that is not blank.

    `columns` maps our names to the file's. Further columns: `row`, the line in the file (of
    Parquet the row) from 1, and `reject`, the reason why a line can't be used, else null; the
    cells of such a line are null. Text is UTF-8, with or without a mark, unless `encoding` says
    otherwise; CSV may be separated by commas, semicolons, tabs or bars. Numbers become text as they
    are written, a null stays one.

    Raises:
        AnswersError: the file is absent, of another kind or encoding, or lacks a column; or
            `columns` says `row` or `reject`, which are ours.
    """
    for name in sorted({ROW, REJECT} & set(columns)):
        raise AnswersError(
            f"`{name}` names no part of the benchmark to join on. Write one, and the file's column "
            f"behind it, e.g. `--key external_id={columns[name]}`."
        )
    if not path.is_file():
        raise AnswersError(f"{path} is no file. Give the path of a JSONL, CSV or Parquet file.")
    suffix = path.suffix.lower()
    if suffix == ".parquet":
        return _parquet(path, columns)
    if suffix not in _READERS:
        raise AnswersError(
            f"{path}: expected .jsonl, .ndjson, .csv, .tsv or .parquet. Save it as one of these."
        )
    found = _READERS[suffix](path, encoding, set(columns.values()))
    rows = [
        {ROW: line.number, **_named(line, columns), REJECT: line.reject or _lack(line, columns)}
        for line in found
    ]
    return pl.DataFrame(rows, schema=_schema(columns))


def _named(line: Cells, columns: Mapping[str, str]) -> dict[str, str | None]:
    cells = line.cells or {}
    return {ours: cells.get(theirs) for ours, theirs in columns.items()}


def _lack(line: Cells, columns: Mapping[str, str]) -> str | None:
    """A line of JSON may lack a field that others have."""
    lacking = [theirs for theirs in columns.values() if theirs not in (line.cells or ())]
    return f"has no field `{lacking[0]}`" if lacking else None


def _schema(columns: Mapping[str, str]) -> dict[str, pl.DataType]:
    texts: dict[str, pl.DataType] = {name: pl.String() for name in columns}
    return {ROW: pl.Int64(), **texts, REJECT: pl.String()}


def _parquet(path: Path, columns: Mapping[str, str]) -> pl.DataFrame:
    try:
        schema = pl.read_parquet_schema(path)
        require_columns(path, set(columns.values()), set(schema))
        read = {ours: _as_text(path, schema[theirs], theirs) for ours, theirs in columns.items()}
    except (*_BROKEN, OSError) as error:
        raise AnswersError(f"{path}: expected Parquet ({error}). Write the file again.") from error
    n_rows = len(next(iter(read.values()), ()))
    rows = pl.Series(range(1, n_rows + 1), dtype=pl.Int64)
    made = {ROW: rows, **read, REJECT: pl.Series([None] * n_rows, dtype=pl.String)}
    return pl.DataFrame(made, schema=_schema(columns))


def _as_text(path: Path, kind: pl.DataType, theirs: str) -> pl.Series:
    """One column; whatever stands in those that nobody named is never read."""
    if kind.is_nested() or kind == pl.Binary:
        raise AnswersError(
            f"{path}: column `{theirs}` is {kind}; expected text or numbers. Write it as text."
        )
    try:
        return pl.read_parquet(path, columns=[theirs])[theirs].cast(pl.String)
    except _BROKEN as error:
        raise AnswersError(
            f"{path}: column `{theirs}` ({kind}) holds what can't be written as text "
            f"({' '.join(str(error).split())[:200]}). Write it as text."
        ) from error
