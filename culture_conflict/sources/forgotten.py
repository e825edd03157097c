"""Pictures that were forgotten stay out when their source is read again, whatever its kind."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.source import SourceTables
from culture_conflict.tables.rejects import REJECTS

__all__ = ["REASON", "Sieve", "reject_forgotten", "without_forgotten"]

REASON = "forgotten"


@dataclass(frozen=True)
class Sieve(PictureStore):
    """The picture store as a source's reader sees it: a forgotten picture is named, not kept."""

    def put(self, data: bytes) -> str:
        """As `PictureStore.put`, without its error for a forgotten picture."""
        sha256 = hashlib.sha256(data).hexdigest()
        return sha256 if self.is_forgotten(sha256) else super().put(data)


def without_forgotten(tables: SourceTables, pictures: PictureStore) -> SourceTables:
    """The same tables without the rows of forgotten pictures, which become REJECTS.

    An imported picture goes with its item. The reject of an imported picture names its own file
    and row; that of an item or cue names the table and the place in it, since no reader tells
    where in its own files such a row stood.
    """
    items, gone_items = _sieved(tables.items, pictures)
    cues, gone_cues = _sieved(tables.cues, pictures)
    imported, gone = _sieved(tables.imported_images, pictures, gone_items["item_id"].to_list())
    rejects = [
        tables.rejects,
        _rejects(gone_items.with_columns(pl.lit("items").alias("file")), "external_id"),
        _rejects(gone_cues.with_columns(pl.lit("cues").alias("file")), "name"),
        _rejects(gone.drop("_row").with_columns(pl.col("row").alias("_row")), "external_id"),
    ]
    made = REJECTS.validate(pl.concat(rejects))
    return tables._replace(items=items, cues=cues, imported_images=imported, rejects=made)


def reject_forgotten(
    table: pl.DataFrame, name: str, ids: str, pictures: PictureStore
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows whose picture may be kept, and REJECTS for the others; `ids` names their id."""
    kept, gone = _sieved(table, pictures)
    return kept, _rejects(gone.with_columns(pl.lit(name).alias("file")), ids)


def _sieved(
    table: pl.DataFrame, pictures: PictureStore, gone_items: Sequence[str] = ()
) -> tuple[pl.DataFrame, pl.DataFrame]:
    """The rows that stay, and those that go with `_row`, their place from 1."""
    forgotten = pl.col("picture").map_elements(pictures.is_forgotten, return_dtype=pl.Boolean)
    if gone_items:
        forgotten |= pl.col("item_id").is_in(gone_items)
    rows = table.with_row_index("_row", offset=1).with_columns(forgotten.alias("_forgotten"))
    kept = rows.filter(~pl.col("_forgotten")).select(table.columns)
    return kept, rows.filter("_forgotten")


def _rejects(gone: pl.DataFrame, ids: str) -> pl.DataFrame:
    return gone.select(
        "benchmark",
        "source",
        "file",
        pl.col("_row").cast(pl.Int64).alias("row"),
        pl.col(ids).alias("external_id"),
        pl.lit(REASON).alias("reason"),
        pl.lit("its picture was removed by `culture-conflict forget`").alias("detail"),
    )
