"""The sign-flip permutation test of a paired difference, with the group as the unit (ruling 30)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["EXACT_GROUPS", "FLIPS", "Sides", "flip_test", "sign_flip_test"]

FLIPS = 10_000
EXACT_GROUPS = 13  # 2 ** 13 sign patterns are fewer than 10,000 draws

_CELLS = 2_000_000  # signs held at a time
_TIES = 1e-9


@dataclass(frozen=True)
class Sides:
    """Two sides of several comparisons over the same groups, as sums per group.

    Each array has the shape (groups, comparisons). A side's value is the ratio of its column sums:
    right answers by answers, distracted answers by wrong ones. A group that a comparison does not
    use is zero in all four.
    """

    numerator_a: NDArray[np.float64]
    denominator_a: NDArray[np.float64]
    numerator_b: NDArray[np.float64]
    denominator_b: NDArray[np.float64]

    @property
    def differs(self) -> NDArray[np.bool_]:
        """Groups by comparisons: where exchanging the two sides changes anything."""
        same = self.denominator_a == self.denominator_b
        differs: NDArray[np.bool_] = ~(same & (self.numerator_a == self.numerator_b))
        return differs

    def take(self, columns: list[int]) -> Sides:
        """Some of the comparisons."""
        arrays = (self.numerator_a, self.denominator_a, self.numerator_b, self.denominator_b)
        return Sides(*(array[:, columns] for array in arrays))


def sign_flip_test(sides: Sides, *, flips: int = FLIPS, seed: int = 0) -> NDArray[np.float64]:
    """Two-sided p per comparison of `value_a - value_b`; NaN where a side has no denominator.

    Under no effect the labels of a group's two sides are exchangeable, so each flip exchanges both
    sides of half of the groups, whole groups at a time. Where at most `EXACT_GROUPS` groups differ,
    all sign patterns are counted; otherwise p is (1 + as extreme) / (1 + flips), never 0. A flip
    that leaves a side without denominator counts as extreme. One set of flips, by the seed and
    the number of groups, serves all comparisons: a comparison has the same p alone and among
    others. No group that differs gives 1.
    """
    import numpy as np

    differs = sides.differs
    differing = differs.sum(axis=0)
    p = np.full(differing.shape, np.nan)
    known = (sides.denominator_a.sum(axis=0) > 0) & (sides.denominator_b.sum(axis=0) > 0)
    for column in np.flatnonzero(known & (differing <= EXACT_GROUPS)):
        p[column] = _exact(sides.take([int(column)]), np.flatnonzero(differs[:, column]))
    many = np.flatnonzero(known & (differing > EXACT_GROUPS))
    if many.size:
        p[many] = _drawn(sides.take(many.tolist()), flips, seed)
    return p


def flip_test(
    differences: NDArray[np.float64], *, flips: int = FLIPS, seed: int = 0
) -> float | None:
    """Two-sided p that the differences of the groups centre on zero; None without a group."""
    import numpy as np

    if differences.size == 0:
        return None
    column = np.asarray(differences, dtype=np.float64)[:, None]
    one, none = np.ones_like(column), np.zeros_like(column)
    return float(sign_flip_test(Sides(column, one, none, one), flips=flips, seed=seed)[0])


def _exact(side: Sides, used: NDArray[np.intp]) -> float:
    """The share of all sign patterns that are as extreme; `side` holds one comparison."""
    import numpy as np

    patterns = np.arange(2**used.size)[:, None] >> np.arange(used.size)
    signs = 1.0 - 2.0 * (patterns & 1).astype(np.float64)
    return float(_extreme(signs, side, used).mean())


def _drawn(sides: Sides, flips: int, seed: int) -> NDArray[np.float64]:
    import numpy as np

    groups, comparisons = sides.differs.shape
    every = np.arange(groups)
    generator = np.random.default_rng(seed)
    count = np.zeros(comparisons)
    step = max(1, _CELLS // comparisons)
    # What is drawn at a time depends on the groups alone: the flips are the same in any company.
    for chunk in _chunks(flips, max(1, _CELLS // groups)):
        drawn = generator.integers(0, 2, size=(chunk, groups), dtype=np.int8)
        signs = 1.0 - 2.0 * drawn.astype(np.float64)
        for part in np.split(signs, range(step, chunk, step)):
            count += _extreme(part, sides, every).sum(axis=0)
    p: NDArray[np.float64] = (1.0 + count) / (1.0 + flips)
    return p


def _chunks(total: int, size: int) -> list[int]:
    return [min(size, total - start) for start in range(0, total, size)]


def _extreme(signs: NDArray[np.float64], sides: Sides, used: NDArray[np.intp]) -> NDArray[np.bool_]:
    """Sign patterns (rows, of the groups used) by comparisons: as far from 0 as the observed."""
    import numpy as np

    halves = (
        (sides.numerator_a, sides.numerator_b),
        (sides.denominator_a, sides.denominator_b),
    )
    sums = [(a.sum(axis=0), b.sum(axis=0)) for a, b in halves]
    observed = sums[0][0] / sums[1][0] - sums[0][1] / sums[1][1]
    middle = [(a + b) / 2.0 for a, b in sums]
    swing = [_swing(signs, (a - b)[used] / 2.0) for a, b in halves]
    with np.errstate(divide="ignore", invalid="ignore"):
        flipped = (middle[0] + swing[0]) / (middle[1] + swing[1])
        flipped = flipped - (middle[0] - swing[0]) / (middle[1] - swing[1])
    extreme: NDArray[np.bool_] = ~(np.abs(flipped) < np.abs(observed) - _TIES)
    return extreme


def _swing(signs: NDArray[np.float64], halves: NDArray[np.float64]) -> NDArray[np.float64]:
    """How far each sign pattern moves a sum; paired answers have one denominator: no swing."""
    return signs @ halves if halves.any() else halves.sum(axis=0)
