"""Parquet with embedded pictures, read in slices: the table first, then picture by picture."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.sources.folder.rows import RawRow, printable

__all__ = ["Shard", "open_shard", "pictures_of", "rows_of"]

_SLICE = 16
_MAX_BYTES = 100_000_000
_BROKEN = (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError)


@dataclass(frozen=True)
class Shard:
    """One Parquet file: `labels` are the names behind numbered classes, by column."""

    name: str
    path: Path
    schema: pl.Schema
    labels: Mapping[str, tuple[str, ...]]


def open_shard(name: str, path: Path) -> Shard:
    """Read a file's schema and what the `datasets` library noted in it.

    Raises:
        RegistryError: it is no Parquet file that can be read.
    """
    try:
        schema = pl.read_parquet_schema(path)
        noted = pl.read_parquet_metadata(path).get("huggingface", "")
    except _BROKEN as error:
        what = " ".join(str(error).split())[:200]
        raise RegistryError(
            f"{path}: expected a Parquet file, but it can't be read ({what}). Fetch it again."
        ) from error
    return Shard(name, path, pl.Schema(schema), _labels(noted))


def _labels(noted: str) -> dict[str, tuple[str, ...]]:
    """Names of numbered classes; a note that is not of this form means nothing."""
    try:
        features = json.loads(noted)["info"]["features"]
        return {
            column: tuple(str(name) for name in feature["names"])
            for column, feature in features.items()
            if isinstance(feature, dict) and feature.get("_type") == "ClassLabel"
        }
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        return {}


def rows_of(shard: Shard, columns: Sequence[str]) -> Iterator[RawRow]:
    """Every row's cells of these columns, numbered from 1; no picture is read.

    Raises:
        RegistryError: the columns can't be read.
    """
    wanted = [name for name in columns if name in shard.schema]
    try:
        frame = pl.scan_parquet(shard.path, glob=False).select(wanted).collect()
    except _BROKEN as error:
        what = " ".join(str(error).split())[:200]
        raise RegistryError(
            f"{shard.path}: its rows can't be read ({what}). Fetch the file again."
        ) from error
    for number, cells in enumerate(frame.iter_rows(named=True), start=1):
        yield RawRow(number, {name: _named(shard, name, cell) for name, cell in cells.items()})


def _named(shard: Shard, column: str, cell: object) -> object:
    names = shard.labels.get(column, ())
    return names[cell] if isinstance(cell, int) and 0 <= cell < len(names) else cell


def pictures_of(shard: Shard, column: str, wanted: Sequence[int]) -> Iterator[bytes | PictureError]:
    """The embedded bytes of the rows `wanted` (ascending, from 1), or why there are none.

    Slices of a few rows are read one after another, so that at most one row group is in memory.
    A path beside the bytes is never followed.
    """
    for slice_ in _slices(wanted):
        first = slice_[0]
        try:
            found = _slice(shard.path, column, first - 1, slice_[-1] - first + 1)
        except _BROKEN as error:
            what = printable(" ".join(str(error).split()), 120)
            yield from (PictureError("unreadable", f"can't be read: {what}") for _ in slice_)
            continue
        for number in slice_:
            yield _bytes(found[number - first])


def _slices(wanted: Sequence[int]) -> Iterator[list[int]]:
    """Rows that lie within one slice of the file."""
    current: list[int] = []
    for number in wanted:
        if current and number - current[0] >= _SLICE:
            yield current
            current = []
        current.append(number)
    if current:
        yield current


def _slice(path: Path, column: str, offset: int, length: int) -> pl.Series:
    scanned = pl.scan_parquet(path, parallel="none", glob=False).select(column)
    return scanned.slice(offset, length).collect().to_series()


def _bytes(cell: Any) -> bytes | PictureError:
    path = cell.get("path") if isinstance(cell, dict) else None
    data = cell.get("bytes") if isinstance(cell, dict) else cell
    if data is None or data == b"":
        named = f"; it names {printable(str(path), 80)!r}, which is never opened" if path else ""
        return PictureError("no_picture", f"no picture is embedded{named}; embed its bytes")
    if not isinstance(data, bytes):
        return PictureError("not_an_image", f"expected a picture's bytes, got {data!r:.80}")
    if len(data) > _MAX_BYTES:
        return PictureError("too_large", f"the picture has {len(data)} bytes, over {_MAX_BYTES}")
    return data
