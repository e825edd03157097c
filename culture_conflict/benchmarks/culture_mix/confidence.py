"""Whether a food that a model is sure of alone keeps its label when mixed (CultureMix §4.4)."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import SETTING
from culture_conflict.benchmarks.confused_tourist.tallies import rate, tally
from culture_conflict.benchmarks.culture_mix.entropy import food_entropies

__all__ = ["confidence_points", "confidence_tallies"]

_READ = pl.col("shift").is_in(["kept", "shifted"])
_FOOD = (*SETTING, "target", "group_id")


def confidence_tallies(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """`answered.answers` without controls to tallies of label shift by how sure the model is."""
    placed = _mixed(rows)
    levels = pl.concat([placed.with_columns(level=pl.lit("all")), placed])
    rates = {"label_shift": rate(pl.col("shift") == "shifted", _READ)}
    yield from tally(levels, "culture_mix_confidence", ("target", "subtask", "level"), rates)


def confidence_points(rows: pl.DataFrame) -> pl.DataFrame:
    """Per food: SETTING, target, subtask, group_id, bits (alone) and share (of shifted labels).

    Foods without two answers alone, or without a readable mixed one, are no points.
    """
    return (
        _mixed(rows)
        .filter(_READ, pl.col("bits").is_not_null())
        .group_by(*SETTING, "target", "subtask", "group_id")
        .agg(pl.first("bits"), share=(pl.col("shift") == "shifted").mean())
    )


def _mixed(rows: pl.DataFrame) -> pl.DataFrame:
    """Mixed pictures once as their subtask and once as `mixed`; `level` is the food's."""
    given = rows.filter(pl.col("subtask") == "sf", pl.col("answered"))
    alone = food_entropies(given, (*SETTING, "target"))
    several = pl.col("n") > 1
    sure = (
        pl.when(~several)
        .then(pl.lit("unknown"))
        .when(pl.col("nats") == 0)
        .then(pl.lit("certain"))
        .otherwise(pl.lit("wavering"))
    )
    known = alone.select(*_FOOD, level=sure, bits=pl.when(several).then("bits"))
    mixed = rows.filter(pl.col("subtask") != "sf").join(known, on=list(_FOOD), how="left")
    mixed = mixed.with_columns(pl.col("level").fill_null("unknown"))
    return pl.concat([mixed, mixed.with_columns(subtask=pl.lit("mixed"))])
