"""Paired comparisons: two values, their difference, its interval and its p (rulings 29, 30)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from culture_conflict.statistics.groups import group_draws, seed_of
from culture_conflict.statistics.ratios import MIN_GROUPS, percentile_bounds
from culture_conflict.statistics.signflip import Sides, sign_flip_test

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Paired", "Sums", "paired_tests", "tested"]

_TEST = "sign-flip over groups"

_AT_ONCE = 256


@dataclass(frozen=True)
class Sums:
    """One comparison as sums per group, each of shape (groups,): both sides' shares come of them.

    A group that the comparison does not use is zero in all four.
    """

    numerator_a: NDArray[np.float64]
    denominator_a: NDArray[np.float64]
    numerator_b: NDArray[np.float64]
    denominator_b: NDArray[np.float64]


@dataclass(frozen=True)
class Paired:
    """One comparison's result; `delta` is `value_a - value_b`, `reason` says what is missing."""

    value_a: float | None
    value_b: float | None
    delta: float | None
    ci_low: float | None
    ci_high: float | None
    p: float | None
    n_groups: int
    reason: str | None


def paired_tests(comparisons: Sequence[Sums], *, name: str) -> list[Paired]:
    """The results in the order given; `name` (benchmark|source) seeds the draws and the flips.

    All groups of the source must stand in every comparison, in the same order: then one draw of
    groups drives everything drawn of this source (ruling 29), both sides of a difference included.
    """
    if not comparisons:
        return []
    seed = seed_of(name)
    draws = group_draws(len(comparisons[0].numerator_a), seed=seed).astype(float)
    return [result for part in _parts(comparisons) for result in _results(part, draws, seed)]


def tested(result: Paired, n_common: int, n_variants: int) -> dict[str, Any]:
    """What every table of paired tests says of a result, but for its values and Holm's p.

    `n_common` pictures were answered on both sides, of `n_variants` in force.
    """
    return {
        "ci_low": result.ci_low,
        "ci_high": result.ci_high,
        "p": result.p,
        "n_groups": result.n_groups,
        "n_common": n_common,
        "n_variants": n_variants,
        "coverage": n_common / n_variants,
        "test": _TEST,
        "reason": result.reason,
    }


def _parts(comparisons: Sequence[Sums]) -> Iterator[Sides]:
    """So many at a time that the draws of all fit into a little memory."""
    import numpy as np

    for start in range(0, len(comparisons), _AT_ONCE):
        part = comparisons[start : start + _AT_ONCE]
        yield Sides(
            np.stack([one.numerator_a for one in part], axis=1),
            np.stack([one.denominator_a for one in part], axis=1),
            np.stack([one.numerator_b for one in part], axis=1),
            np.stack([one.denominator_b for one in part], axis=1),
        )


def _results(sides: Sides, draws: NDArray[np.float64], seed: int) -> Iterator[Paired]:
    import numpy as np

    ones = np.ones((1, draws.shape[1]))
    value_a, value_b = _values(sides, ones)
    n_groups = ((sides.denominator_a > 0) | (sides.denominator_b > 0)).sum(axis=0)
    drawn_a, drawn_b = _values(sides, draws)
    low, high = percentile_bounds(drawn_a - drawn_b, n_groups)
    p = sign_flip_test(sides, seed=seed)
    for n in range(len(n_groups)):
        values, ends = (value_a[0, n], value_b[0, n]), (low[n], high[n])
        yield _result(values, ends, p[n], int(n_groups[n]))


def _values(
    sides: Sides, weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Both sides' shares for each row of weights over the groups; NaN without a denominator."""
    import numpy as np

    with np.errstate(divide="ignore", invalid="ignore"):
        return (
            (weights @ sides.numerator_a) / (weights @ sides.denominator_a),
            (weights @ sides.numerator_b) / (weights @ sides.denominator_b),
        )


def _result(
    values: tuple[float, float], ends: tuple[float, float], p: float, n_groups: int
) -> Paired:
    delta, has_width = values[0] - values[1], bool(ends[0] < ends[1])
    return Paired(
        value_a=_known(values[0]),
        value_b=_known(values[1]),
        delta=_known(delta),
        ci_low=_known(ends[0]) if has_width else None,
        ci_high=_known(ends[1]) if has_width else None,
        p=_known(p),
        n_groups=n_groups,
        reason=_reason(delta, n_groups, has_width=has_width),
    )


def _known(value: float) -> float | None:
    return None if math.isnan(value) else float(value)


def _reason(delta: float, n_groups: int, *, has_width: bool) -> str | None:
    if n_groups == 0:
        return "no picture is common to both sides"
    if math.isnan(delta):
        return "one side has no denominator, so there is no difference"
    if n_groups < MIN_GROUPS:
        return f"no interval: fewer than {MIN_GROUPS} groups"
    return None if has_width else "no interval: every draw gives the same difference"
