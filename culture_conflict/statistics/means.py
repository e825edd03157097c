"""Means over groups of a number that each group has, with intervals from draws of groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.statistics.intervals import Draws
from culture_conflict.statistics.ratios import MIN_GROUPS, percentile_bounds
from culture_conflict.tables.intervals import INTERVALS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["mean_intervals"]


def mean_intervals(
    values: pl.DataFrame, mart: str, cell: Sequence[str], metrics: Sequence[str], drawn: Draws
) -> pl.DataFrame:
    """Rows of INTERVALS for the means over groups of each of `metrics` in each cell.

    `values` has a row per cell and group: the columns of `cell`, group_id and the metrics; a
    group whose value is null is no part of that mean. Whole groups are drawn (ruling 29), all
    cells and metrics together; the ends are widened percentiles. Key columns outside `cell` are
    `all`.
    """
    placed = values.join(drawn.groups, on="group_id").sort("group")
    rows = [
        row
        for of in placed.partition_by(*cell, maintain_order=True)
        for metric in metrics
        for row in _rows(of.drop_nulls(metric), mart, cell, metric, drawn)
    ]
    return INTERVALS.frame(rows)


def _rows(
    of: pl.DataFrame, mart: str, cell: Sequence[str], metric: str, drawn: Draws
) -> Iterator[dict[str, object]]:
    import numpy as np

    if of.is_empty():
        return
    numbers = of[metric].to_numpy()
    estimate = float(numbers.mean())
    weights = drawn.weights[:, of["group"].to_numpy()].astype(np.float64)
    low, high = _ends(weights, numbers)
    alike = not low < high
    key = dict.fromkeys(INTERVALS.key, "all") | of.select(cell).row(0, named=True)
    few = of.height < MIN_GROUPS
    yield key | {
        "mart": mart,
        "metric": metric,
        "estimate": estimate,
        "ci_low": None if few or alike else min(low, estimate),
        "ci_high": None if few or alike else max(high, estimate),
        "method": "too_few_groups" if few else "all_draws_alike" if alike else "bootstrap",
        "n_groups": of.height,
        "draws": drawn.number,
        "seed": drawn.seed,
    }


def _ends(weights: Numbers, numbers: Numbers) -> tuple[float, float]:
    """Of the mean in each draw; a draw without any of the groups has none."""
    import numpy as np

    sums, counts = weights @ numbers, weights.sum(axis=1)
    means = np.full(sums.shape, np.nan)
    np.divide(sums, counts, out=means, where=counts > 0)
    low, high = percentile_bounds(means[:, None], np.array([len(numbers)]))
    return float(low[0]), float(high[0])
