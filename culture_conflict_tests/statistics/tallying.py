"""Made-up tallies: many data sets over the same groups, each a cell of one table."""

from __future__ import annotations

from typing import Any

import numpy as np
import polars as pl

from culture_conflict.statistics.intervals import Draws, draw_groups, intervals_of
from culture_conflict.tables.intervals import INTERVALS

KEY = dict.fromkeys(INTERVALS.key, "all") | {
    "benchmark": "confused_tourist",
    "source": "made-up",
    "source_version": "v1",
    "mart": "made_up",
    "metric": "rate",
    "model": "a",
    "prompt_id": "base-v1",
    "evaluation": "main",
}


def draws_of(n_groups: int, name: str = "confused_tourist|made-up", *, draws: int = 2000) -> Draws:
    return draw_groups(name, [f"g{n:05}" for n in range(n_groups)], draws=draws)


def tally(*counts: Any, **key: str) -> pl.DataFrame:
    """Arrays (data sets, groups): hits, of and, for a difference, hits_2 and of_2."""
    hits = np.asarray(counts[0])
    sets, groups = (grid.ravel() for grid in np.indices(hits.shape))
    names = ("hits", "of", "hits_2", "of_2")
    columns = {n: np.asarray(c).ravel() for n, c in zip(names, counts, strict=False)}
    frame = pl.DataFrame({"cell": sets, "group": groups, **columns})
    return frame.select(
        *(pl.lit(value).alias(name) for name, value in (KEY | key).items() if name != "region"),
        region=pl.format("set{}", pl.col("cell").cast(pl.String).str.zfill(5)),
        group_id=pl.format("g{}", pl.col("group").cast(pl.String).str.zfill(5)),
        **{
            name: pl.col(name).cast(pl.Int64) if name in columns else pl.lit(None, pl.Int64)
            for name in names
        },
    )


def drawn(*counts: Any) -> pl.DataFrame:
    """The rows of `intervals` for these data sets, in their order."""
    n_groups = np.asarray(counts[0]).shape[1]
    return intervals_of(tally(*counts), draws_of(n_groups)).sort("region")
