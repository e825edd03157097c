"""Pictures that were forgotten stay out when their source is read again, whatever its kind."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.rejects import REJECTS

__all__ = ["REASON", "Sieve", "without_forgotten"]

REASON = "forgotten"


@dataclass(frozen=True)
class Sieve(PictureStore):
    """The picture store as a source's reader sees it: a forgotten picture is named, not kept."""

    def put(self, data: bytes) -> str:
        """As `PictureStore.put`, without its error for a forgotten picture."""
        sha256 = hashlib.sha256(data).hexdigest()
        return sha256 if self.is_forgotten(sha256) else super().put(data)


def without_forgotten(
    items: pl.DataFrame, cues: pl.DataFrame, rejects: pl.DataFrame, pictures: PictureStore
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """The same ITEMS and CUES without rows of forgotten pictures, which become REJECTS.

    The reject names the table as its file and the row by its place in it: readers of all kinds
    come by here, and none tells where in its own files a row stood.
    """
    made, kept = [rejects], []
    for name, table, ids in (("items", items, "external_id"), ("cues", cues, "name")):
        rows = table.with_row_index("_row", offset=1).with_columns(
            pl.col("picture")
            .map_elements(pictures.is_forgotten, return_dtype=pl.Boolean)
            .alias("_forgotten")
        )
        gone = rows.filter("_forgotten")
        kept.append(rows.filter(~pl.col("_forgotten")).select(table.columns))
        made.append(_rejects(gone, name, ids))
    return kept[0], kept[1], REJECTS.validate(pl.concat(made))


def _rejects(gone: pl.DataFrame, table: str, ids: str) -> pl.DataFrame:
    return gone.select(
        "benchmark",
        "source",
        pl.lit(table).alias("file"),
        pl.col("_row").cast(pl.Int64).alias("row"),
        pl.col(ids).alias("external_id"),
        pl.lit(REASON).alias("reason"),
        pl.lit("its picture was removed by `culture-conflict forget`").alias("detail"),
    )
