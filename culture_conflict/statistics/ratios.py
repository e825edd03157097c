"""Intervals from bootstrap draws of a statistic."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["LEVEL", "MIN_GROUPS", "Interval", "percentile_bounds", "percentile_interval"]

LEVEL = 0.95
MIN_GROUPS = 5


@dataclass(frozen=True)
class Interval:
    """Both ends, in the unit of the statistic."""

    low: float
    high: float


def percentile_interval(
    values: NDArray[np.float64], *, n_groups: int, level: float = LEVEL
) -> Interval | None:
    """The interval of one statistic from its value in each draw (shape (draws,), NaN: undefined).

    The percentiles are widened for few groups as by `percentile_bounds`. None with fewer than
    `MIN_GROUPS` groups, where no draw has a value, and where all draws have the same: an interval
    without width would claim a certainty that nobody has.
    """
    import numpy as np

    low, high = percentile_bounds(values[:, None], np.array([n_groups]), level=level)
    if not low[0] < high[0]:
        return None
    return Interval(float(low[0]), float(high[0]))


def percentile_bounds(
    values: NDArray[np.floating], n_groups: NDArray[np.integer], *, level: float = LEVEL
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lower and upper ends of many statistics: values (draws, cells), n_groups (cells,).

    Draws where a statistic is NaN (its denominator is 0) are left out. Plain percentiles are too
    narrow for few groups; Hesterberg's expanded ones are taken (2015, "What teachers should know
    about the bootstrap"), whose tail is the normal distribution's below -√(n/(n-1))·t, with t of
    n - 1 degrees of freedom. NaN with fewer than `MIN_GROUPS` groups or without a value.
    """
    import numpy as np
    from scipy.special import ndtr, stdtrit

    values = np.sort(values, axis=0)  # NaN goes last
    known = np.count_nonzero(~np.isnan(values), axis=0)
    enough = (n_groups >= MIN_GROUPS) & (known > 0)
    n = np.where(enough, n_groups, MIN_GROUPS)
    tail = ndtr(-np.sqrt(n / (n - 1)) * stdtrit(n - 1, (1 + level) / 2))
    ends = (_quantile(values, known, share) for share in (tail, 1 - tail))
    low, high = (np.where(enough, end, np.nan) for end in ends)
    return low, high


def _quantile(
    values: NDArray[np.floating], known: NDArray[np.integer], share: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The share's quantile of each column's first `known` rows, by linear interpolation."""
    import numpy as np

    place = share * np.maximum(known - 1, 0)
    below = np.floor(place).astype(np.int64)
    above = np.minimum(below + 1, np.maximum(known - 1, 0))
    columns = np.arange(values.shape[1])
    lower, upper = (values[rows, columns].astype(np.float64) for rows in (below, above))
    between: NDArray[np.float64] = lower + (place - below) * (upper - lower)
    return between
