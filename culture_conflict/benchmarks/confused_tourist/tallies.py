"""What each item adds to the numerators and denominators of every rate of the marts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import SETTING
from culture_conflict.tables.intervals import INTERVALS

__all__ = ["COUNTS", "TALLY_KEY", "Rate", "difference", "drop", "rate", "tally"]

TALLY_KEY = INTERVALS.key
COUNTS = ("hits", "of", "hits_2", "of_2")
Rate = dict[str, pl.Expr]


def rate(hits: pl.Expr, of: pl.Expr) -> Rate:
    """A share of rows: those of `of` that are `hits`."""
    return {"hits": hits & of, "of": of}


def difference(first: pl.Expr, second: pl.Expr, among: pl.Expr) -> Rate:
    """The mean of first - second over `among`, as its losses and its gains."""
    losses, gains = first & ~second, second & ~first
    return {"hits": losses & among, "of": among, "hits_2": gains & among, "of_2": among}


def drop(was_original: pl.Expr) -> Rate:
    """Accuracy of the originals less accuracy of the rest, each over what was answered."""
    answered, correct = pl.col("answered"), pl.col("correct")
    return {
        "hits": was_original & correct,
        "of": was_original & answered,
        "hits_2": ~was_original & correct,
        "of_2": ~was_original & answered,
    }


def tally(
    rows: pl.DataFrame, mart: str, grain: Sequence[str], rates: dict[str, Rate]
) -> Iterator[pl.DataFrame]:
    """A frame per rate; columns TALLY_KEY, group_id and COUNTS, a row per cell and group.

    `hits` and `of` are the numerator and denominator of a rate; `hits_2` and `of_2`, of one to be
    subtracted, are null where there is none. Key columns outside `grain` are `all`.
    """
    counted = rows.group_by(*SETTING, *grain, "group_id").agg(
        expression.fill_null(False).sum().cast(pl.Int64).alias(f"{metric}:{name}")
        for metric, parts in rates.items()
        for name, expression in parts.items()
    )
    for metric, parts in rates.items():
        yield _one(counted, mart, grain, metric, list(parts))


def _one(
    counted: pl.DataFrame, mart: str, grain: Sequence[str], metric: str, parts: list[str]
) -> pl.DataFrame:
    fixed = {"mart": mart, "metric": metric}
    known = {*SETTING, *grain}
    key = [
        pl.col(name) if name in known else pl.lit(fixed.get(name, "all")).alias(name)
        for name in TALLY_KEY
    ]
    counts = [
        pl.col(f"{metric}:{name}").alias(name)
        if name in parts
        else pl.lit(None, pl.Int64).alias(name)
        for name in COUNTS
    ]
    return counted.select(*key, "group_id", *counts)
