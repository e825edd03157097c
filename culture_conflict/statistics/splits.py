"""Do two nights disagree more than each with itself? All ways to deal a picture's answers out."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["DEALS", "split_test", "splits_of"]

DEALS = 10_000

_AT_ONCE = 1_000_000
_TIES = 1e-9


def splits_of(answers: NDArray[np.int64]) -> tuple[Numbers, Numbers]:
    """Disagreement between and within nights for every split of the answers into two nights.

    `answers` has the shape (2, k, pictures), k at least 2. Both results have the shape (splits,
    pictures): the share of pairs of answers that differ, over the k² pairs between and the
    k (k - 1) pairs within the two halves. The first split is the one observed; for k = 2 there
    are three.
    """
    import numpy as np

    repeats = answers.shape[1]
    flat = answers.reshape(2 * repeats, -1)
    differ = (flat[:, None] != flat[None]).astype(np.float64)
    total = differ.sum(axis=(0, 1)) / 2
    between = []
    for others in combinations(range(1, 2 * repeats), repeats - 1):
        half = [0, *others]
        rest = [n for n in range(2 * repeats) if n not in half]
        between.append(differ[np.ix_(half, rest)].sum(axis=(0, 1)))
    apart = np.array(between)
    return apart / repeats**2, (total - apart) / (repeats * (repeats - 1))


def split_test(excess: Numbers, *, deals: int = DEALS, seed: int = 0) -> Numbers:
    """One-sided p (cases,) that the observed split's excess is no larger than that of others.

    `excess` has the shape (cases, splits, groups): between less within, summed over a group's
    pictures, the observed split first. Each deal takes one split per group, for all its pictures;
    p is (1 + as large) / (1 + deals), never 0.
    """
    import numpy as np

    cases, splits, groups = excess.shape
    observed = excess[:, 0].sum(axis=1)
    generator = np.random.default_rng(seed)
    count = np.zeros(cases)
    step = max(1, _AT_ONCE // max(groups, cases))
    for start in range(0, deals, step):
        chosen = generator.integers(0, splits, size=(min(step, deals - start), groups))
        dealt = np.zeros((len(chosen), cases))
        for split in range(splits):
            dealt += (chosen == split).astype(np.float64) @ excess[:, split].T
        count += (dealt >= observed - _TIES).sum(axis=0)
    p: Numbers = (1.0 + count) / (1.0 + deals)
    return p
