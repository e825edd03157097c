"""Intervals of every CultureMix mart from the tables they are counted from."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import SETTING, current_predictions
from culture_conflict.benchmarks.confused_tourist.mart_rates import error_tallies
from culture_conflict.benchmarks.culture_mix.answered import answers, own_pictures
from culture_conflict.benchmarks.culture_mix.confidence import confidence_points
from culture_conflict.benchmarks.culture_mix.mart_rates import entropy_tally, mart_tallies
from culture_conflict.statistics.groups import DRAWS
from culture_conflict.statistics.intervals import draw_groups, intervals_of
from culture_conflict.statistics.means import mean_intervals
from culture_conflict.statistics.rank_intervals import rank_intervals
from culture_conflict.tables.intervals import INTERVALS

__all__ = ["culture_mix_intervals"]

_CELL = (*SETTING, "target", "subtask", "cue", "distance")


def culture_mix_intervals(
    variants: pl.DataFrame,
    mixed_images: pl.DataFrame,
    answered: Iterable[tuple[pl.DataFrame, pl.DataFrame]],
    *,
    draws: int = DRAWS,
) -> pl.DataFrame:
    """One source's VARIANTS, MIXED_IMAGES and (PREDICTIONS, MIX_SCORES) of each model to INTERVALS.

    The source's foods are drawn once for all models, marts and cells; models are read one by one.
    """
    if variants.is_empty():
        return INTERVALS.empty()
    name = "|".join(variants.select("benchmark", "source").row(0))
    drawn = draw_groups(name, variants["group_id"], draws=draws)
    made = [INTERVALS.empty()]
    for predictions, scores in answered:
        errors = error_tallies(current_predictions(predictions, variants))
        rows = answers(predictions, scores, variants, mixed_images)
        made += [intervals_of(tally, drawn) for tally in chain(errors, mart_tallies(rows))]
        metrics = ("bits", "nats", "normalised")
        made.append(
            mean_intervals(entropy_tally(rows), "culture_mix_entropy", _CELL, metrics, drawn)
        )
        points = confidence_points(own_pictures(rows))
        made.append(rank_intervals(points, "culture_mix_confidence", drawn))
    return pl.concat(made)
