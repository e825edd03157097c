"""Intervals of every ConfusedTourist mart from the tables they are counted from."""

from __future__ import annotations

from collections.abc import Iterable

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import answers, current_predictions
from culture_conflict.benchmarks.confused_tourist.mart_rates import error_tallies, mart_tallies
from culture_conflict.statistics.groups import DRAWS
from culture_conflict.statistics.intervals import Draws, draw_groups, intervals_of
from culture_conflict.tables.intervals import INTERVALS

__all__ = ["confused_tourist_intervals"]


def confused_tourist_intervals(
    variants: pl.DataFrame,
    answered: Iterable[tuple[pl.DataFrame, pl.DataFrame]],
    *,
    draws: int = DRAWS,
) -> pl.DataFrame:
    """One source's VARIANTS and (PREDICTIONS, SCORES) of each model to INTERVALS.

    The source's items are drawn once for all models, marts and cells; models are read one by one.
    """
    if variants.is_empty():
        return INTERVALS.empty()
    name = "|".join(variants.select("benchmark", "source").row(0))
    drawn = draw_groups(name, variants["group_id"], draws=draws)
    made = [_of_model(variants, *tables, drawn) for tables in answered]
    return pl.concat([INTERVALS.empty(), *made])


def _of_model(
    variants: pl.DataFrame, predictions: pl.DataFrame, scores: pl.DataFrame, drawn: Draws
) -> pl.DataFrame:
    rows = answers(predictions, scores, variants)
    tallies = [
        error_tallies(current_predictions(predictions, variants)),
        *mart_tallies(rows),
    ]
    return intervals_of(pl.concat(tallies), drawn)
