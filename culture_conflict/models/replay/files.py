"""Files of answers that a user already has: JSONL, CSV and Parquet, every line accounted for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import polars as pl

from culture_conflict.errors import AnswersError
from culture_conflict.models.replay.lines import Cells, csv_lines, json_lines, require_columns

__all__ = ["REJECT", "ROW", "read_answers"]

ROW, REJECT = "row", "reject"
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
        AnswersError: the file is absent, of another kind or encoding, or lacks a column.
    """
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
        frame = pl.read_parquet(path)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise AnswersError(f"{path}: expected Parquet ({error}). Write the file again.") from error
    require_columns(path, set(columns.values()), set(frame.columns))
    taken = frame.select(
        pl.int_range(1, pl.len() + 1, dtype=pl.Int64).alias(ROW),
        *(_as_text(path, frame, ours, theirs) for ours, theirs in columns.items()),
        pl.lit(None, pl.String).alias(REJECT),
    )
    return taken.select(list(_schema(columns)))


def _as_text(path: Path, frame: pl.DataFrame, ours: str, theirs: str) -> pl.Expr:
    if frame.schema[theirs].is_nested():
        raise AnswersError(
            f"{path}: column `{theirs}` is {frame.schema[theirs]}; expected text or numbers. "
            "Write it as text."
        )
    return pl.col(theirs).cast(pl.String).alias(ours)
