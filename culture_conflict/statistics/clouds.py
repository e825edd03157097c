"""Correlation of accuracy and distraction over a cloud of points, drawn over groups."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.benchmarks.confused_tourist.points import CLOUD, POINT_COUNTS
from culture_conflict.statistics.correlations import kendall, pearson, spearman
from culture_conflict.statistics.intervals import Draws
from culture_conflict.statistics.ratios import MIN_GROUPS, percentile_interval
from culture_conflict.tables.intervals import INTERVALS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["CORRELATIONS", "correlation_intervals"]

CORRELATIONS = {"pearson": pearson, "spearman": spearman, "kendall": kendall}
_LEVELS = {"sub_region": ("model", "region"), "model": ("model",)}
_MART = "confused_tourist_correlation"


def correlation_intervals(points: pl.DataFrame, kinds: pl.DataFrame, drawn: Draws) -> pl.DataFrame:
    """`points.point_tally` of all models, with each model's kind, to rows of INTERVALS.

    A cloud holds the models of one kind (column model holds the kind); its points are models by
    sub-regions, and models. The items are drawn, the models and sub-regions are as they are.
    Clouds without a defined correlation have no row.
    """
    placed = points.join(kinds.select("model", "kind"), on="model").join(
        drawn.groups, on="group_id"
    )
    rows = [
        row
        for cloud in placed.partition_by(*CLOUD, "kind", maintain_order=True)
        for level, point in _LEVELS.items()
        for row in _rows(cloud, level, point, drawn)
    ]
    return INTERVALS.frame(rows)


def _rows(
    cloud: pl.DataFrame, level: str, point: tuple[str, ...], drawn: Draws
) -> Iterator[dict[str, object]]:
    import numpy as np

    counts = _counts(cloud, point, drawn)
    once = _rates(np.ones((1, drawn.groups.height), np.float32), counts)
    often = _rates(drawn.weights, counts)
    n_groups = cloud.filter(pl.col("n") > 0)["group"].n_unique()
    key = dict.fromkeys(INTERVALS.key, "all") | cloud.select(*CLOUD).row(0, named=True)
    for name, correlation in CORRELATIONS.items():
        estimate = float(correlation(*once)[0])
        if np.isnan(estimate):
            continue
        found = percentile_interval(correlation(*often), n_groups=n_groups)
        yield key | {
            "mart": _MART,
            "metric": name,
            "model": cloud["kind"][0],
            "level": level,
            "estimate": estimate,
            "ci_low": min(found.low, estimate) if found else None,
            "ci_high": max(found.high, estimate) if found else None,
            "method": _method(n_groups, drawn=found is not None),
            "n_groups": n_groups,
            "draws": drawn.number,
            "seed": drawn.seed,
        }


def _method(n_groups: int, *, drawn: bool) -> str:
    if drawn:
        return "bootstrap"
    return "too_few_groups" if n_groups < MIN_GROUPS else "all_draws_alike"


def _counts(cloud: pl.DataFrame, point: tuple[str, ...], drawn: Draws) -> list[NDArray[np.float32]]:
    """One array (groups, points) per count."""
    import numpy as np

    ranked = cloud.with_columns(point=pl.struct(point).rank("dense").cast(pl.Int64) - 1)
    sums = ranked.group_by("group", "point").agg(pl.col(POINT_COUNTS).sum())
    where = sums["group"].to_numpy(), sums["point"].to_numpy()
    arrays = []
    for name in POINT_COUNTS:
        array = np.zeros((drawn.groups.height, ranked["point"].n_unique()), np.float32)
        array[where] = sums[name].to_numpy()
        arrays.append(array)
    return arrays


def _rates(
    weights: NDArray[np.float32], counts: list[NDArray[np.float32]]
) -> tuple[Numbers, Numbers]:
    """Accuracy and distraction of each point in each draw, NaN without a denominator."""
    import numpy as np

    correct, n, distracted, wrong = ((weights @ count).astype(np.float64) for count in counts)
    rates = []
    for top, bottom in ((correct, n), (distracted, wrong)):
        rate = np.full(top.shape, np.nan)
        np.divide(top, bottom, out=rate, where=bottom > 0)
        rates.append(rate)
    return rates[0], rates[1]
