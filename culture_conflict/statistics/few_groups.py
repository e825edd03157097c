"""Intervals where draws of groups alone would claim too much: few events, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]
    Bounds = tuple[Numbers, Numbers]

__all__ = ["exact_bounds", "mover_bounds", "same_everywhere"]

_Z = 1.959963984540054
_TAIL = 0.025
_LEAST = 1e-12


def same_everywhere(rate: Numbers, n_groups: NDArray[np.int64]) -> Bounds:
    """Ends for a rate that all of `n_groups` groups share, e.g. 0 or 1.

    By Clopper and Pearson on groups, at most u = 1 - 0.025^(1/n) of all groups differ from those
    seen; a rate that differs lies between 0 and 1. 0 of 49 groups gives 0 to 0.073.
    """
    import numpy as np

    share = 1 - _TAIL ** (1 / np.maximum(n_groups, 1))
    return rate - share * rate, rate + share * (1 - rate)


def exact_bounds(
    rate: Numbers, variance: Numbers, n_groups: NDArray[np.int64], answers: Numbers
) -> Bounds:
    """Clopper and Pearson's interval at the effective number of answers.

    That number is rate·(1 - rate)/variance, at most the answers there are, and shrunk by (z/t)²
    for a variance estimated from `n_groups` groups (Korn and Graubard 1998). With one answer per
    group it is the exact binomial interval.
    """
    import numpy as np
    from scipy.special import betaincinv, stdtrit

    t = stdtrit(np.maximum(n_groups - 1, 1), 1 - _TAIL)
    effective = np.minimum(rate * (1 - rate) / np.maximum(variance, _LEAST), answers)
    effective = np.maximum(effective * (_Z / t) ** 2, _LEAST)
    hits, misses = rate * effective, (1 - rate) * effective
    low = betaincinv(np.maximum(hits, _LEAST), misses + 1, _TAIL)
    high = betaincinv(hits + 1, np.maximum(misses, _LEAST), 1 - _TAIL)
    return np.where(rate > 0, low, 0.0), np.where(rate < 1, high, 1.0)


def mover_bounds(
    first: tuple[Numbers, Numbers, Numbers], second: tuple[Numbers, Numbers, Numbers]
) -> Bounds:
    """Ends of first - second from each one's (estimate, low, high), taken as independent.

    Zou and Donner 2008, "Construction of confidence limits about effect measures".
    """
    import numpy as np

    (one, low, high), (two, low_2, high_2) = first, second
    below = np.sqrt((one - low) ** 2 + (high_2 - two) ** 2)
    above = np.sqrt((high - one) ** 2 + (two - low_2) ** 2)
    return np.clip(one - two - below, -1, 1), np.clip(one - two + above, -1, 1)
