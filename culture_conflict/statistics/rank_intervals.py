"""Rank correlations over groups, drawn over the same groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import SETTING
from culture_conflict.statistics.correlations import spearman
from culture_conflict.statistics.intervals import Draws
from culture_conflict.statistics.ratios import MIN_GROUPS, percentile_interval
from culture_conflict.tables.intervals import INTERVALS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["rank_intervals"]

_CELL = (*SETTING, "target", "subtask")
_DRAWS_AT_ONCE = 500


def rank_intervals(points: pl.DataFrame, mart: str, drawn: Draws) -> pl.DataFrame:
    """Rows of INTERVALS (metric `spearman`, level `all`) from a row per cell and group.

    Columns: SETTING, target, subtask, group_id, bits and share. A group drawn k times is k equal
    points. Cells without a defined correlation have no row.
    """
    placed = points.join(drawn.groups, on="group_id").sort("group")
    rows = [
        row
        for of in placed.partition_by(*_CELL, maintain_order=True)
        for row in _rows(of, mart, drawn)
    ]
    return INTERVALS.frame(rows)


def _rows(of: pl.DataFrame, mart: str, drawn: Draws) -> Iterator[dict[str, object]]:
    import numpy as np

    x, y = (of[name].to_numpy() for name in ("bits", "share"))
    estimate = float(spearman(x[None, :], y[None, :])[0])
    if np.isnan(estimate):
        return
    weights = drawn.weights[:, of["group"].to_numpy()].astype(np.int64)
    parts = [
        spearman(*_drawn(weights[start : start + _DRAWS_AT_ONCE], x, y))
        for start in range(0, len(weights), _DRAWS_AT_ONCE)
    ]
    found = percentile_interval(np.concatenate(parts), n_groups=of.height)
    key = dict.fromkeys(INTERVALS.key, "all") | of.select(_CELL).row(0, named=True)
    few = of.height < MIN_GROUPS
    yield key | {
        "mart": mart,
        "metric": "spearman",
        "estimate": estimate,
        "ci_low": min(found.low, estimate) if found else None,
        "ci_high": max(found.high, estimate) if found else None,
        "method": "bootstrap" if found else "too_few_groups" if few else "all_draws_alike",
        "n_groups": of.height,
        "draws": drawn.number,
        "seed": drawn.seed,
    }


def _drawn(weights: NDArray[np.int64], x: Numbers, y: Numbers) -> tuple[Numbers, Numbers]:
    """Both values of the groups of each draw, one row per draw, NaN where it has fewer."""
    import numpy as np

    sizes = weights.sum(axis=1)
    groups = np.tile(np.arange(weights.shape[1]), len(weights))
    filled = np.arange(sizes.max())[None, :] < sizes[:, None]
    chosen = np.repeat(groups, weights.ravel())
    sides = []
    for values in (x, y):
        side = np.full(filled.shape, np.nan)
        side[filled] = values[chosen]
        sides.append(side)
    return sides[0], sides[1]
