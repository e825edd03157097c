"""How many different things a model calls one food: the entropy of its labels (ruling 25)."""

from __future__ import annotations

import math
from collections.abc import Sequence

import polars as pl

__all__ = ["food_entropies"]


def food_entropies(answers: pl.DataFrame, cell: Sequence[str]) -> pl.DataFrame:
    """Entropy of each food in each cell: columns `cell`, group_id, n, bits, nats, normalised.

    `answers` has the columns of `cell`, group_id and label; errors are left out by the caller. A
    null label (an answer that could not be read) is a label of its own. `normalised` is entropy
    over log n, null for a food with one answer. The number that is reported is the mean over foods.
    """
    food = [*cell, "group_id"]
    shares = (
        answers.group_by(*food, "label")
        .len("n_label")
        .with_columns(n=pl.col("n_label").sum().over(food))
        .with_columns(share=pl.col("n_label") / pl.col("n"))
    )
    nats = (pl.col("share") * pl.col("share").log()).sum().abs()
    return (
        shares.group_by(food)
        .agg(n=pl.col("n").first().cast(pl.Int64), nats=nats)
        .with_columns(
            bits=pl.col("nats") / math.log(2),
            normalised=pl.when(pl.col("n") > 1).then(pl.col("nats") / pl.col("n").log()),
        )
        .select(*food, "n", "bits", "nats", "normalised")
    )
