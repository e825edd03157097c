"""Intervals of every ConfusedTourist mart from the tables they are counted from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import answers, current_predictions
from culture_conflict.benchmarks.confused_tourist.mart_rates import (
    error_tallies,
    headline_tallies,
    mart_tallies,
)
from culture_conflict.benchmarks.confused_tourist.points import point_tally
from culture_conflict.statistics.clouds import correlation_intervals
from culture_conflict.statistics.groups import DRAWS
from culture_conflict.statistics.intervals import draw_groups, intervals_of
from culture_conflict.statistics.set_averages import Headlines, headlines_of
from culture_conflict.tables.intervals import INTERVALS

__all__ = ["confused_tourist_intervals"]


def confused_tourist_intervals(
    variants: pl.DataFrame,
    models: pl.DataFrame,
    answered: Iterable[tuple[pl.DataFrame, pl.DataFrame]],
    *,
    draws: int = DRAWS,
) -> tuple[pl.DataFrame, Headlines | None]:
    """One source's VARIANTS, the MODELS, and (PREDICTIONS, SCORES) of each model to INTERVALS.

    Beside them the source's headlines, for the averages over sets; None without a variant. The
    source's items are drawn once for all models, marts and cells; models are read one by one.
    """
    if variants.is_empty():
        return INTERVALS.empty(), None
    name = "|".join(variants.select("benchmark", "source").row(0))
    drawn = draw_groups(name, variants["group_id"], draws=draws)
    made, points = [INTERVALS.empty()], []
    heads: list[pl.DataFrame] = []
    for predictions, scores in answered:
        rows = answers(predictions, scores, variants)
        errors = error_tallies(current_predictions(predictions, variants))
        made += [
            intervals_of(tally, drawn) for tally in chain(errors, mart_tallies(rows, variants))
        ]
        heads += headline_tallies(rows, variants)
        points.append(point_tally(rows))
    if points:
        made.append(correlation_intervals(pl.concat(points), models, drawn))
    return pl.concat(made), headlines_of(variants["source"][0], heads, drawn)
