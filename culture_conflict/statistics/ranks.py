"""Whether two measures order things alike: Kendall's tau-b and Spearman's rho."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["Correlation", "Kind", "rank_correlation"]

Kind = Literal["kendall", "spearman"]


@dataclass(frozen=True)
class Correlation:
    """A rank correlation over the `n` things both measures have; None with a reason if undefined.

    `n_left_out` things lack a value. `n_ties` is how many of the n share their value with another
    in at least one of the two measures.
    """

    kind: Kind
    n: int
    n_left_out: int
    n_ties: int
    value: float | None
    p: float | None
    reason: str | None


def rank_correlation(
    x: Sequence[float | None], y: Sequence[float | None], kind: Kind
) -> Correlation:
    """Kendall's tau-b (ties lower it on both sides) or Spearman's rho (ties share mean ranks).

    None and NaN on either side leave the pair out; infinity ranks first or last. `p` is SciPy's,
    two-sided; for Spearman, fewer than three pairs give none.

    Raises:
        ValueError: the two lists differ in length.
    """
    if len(x) != len(y):
        raise ValueError(f"x has {len(x)} values, y {len(y)}: expected the same things in order.")
    both = [(a, b) for a, b in zip(x, y, strict=True) if _known(a) and _known(b)]
    left, right = [a for a, _ in both], [b for _, b in both]
    n, n_ties = len(both), _ties(left, right)
    if reason := _undefined(left, right):
        return Correlation(kind, n, len(x) - n, n_ties, None, None, reason)
    value, p = _scipy(left, right, kind)
    return Correlation(kind, n, len(x) - n, n_ties, value, p, None)


def _known(value: float | None) -> bool:
    return value is not None and not math.isnan(value)


def _ties(x: list[float | None], y: list[float | None]) -> int:
    of_x, of_y = Counter(x), Counter(y)
    return sum(of_x[a] > 1 or of_y[b] > 1 for a, b in zip(x, y, strict=True))


def _undefined(x: list[float | None], y: list[float | None]) -> str | None:
    if len(x) < 2:
        return f"undefined: {len(x)} pairs of values, at least 2 are needed"
    constant = [name for name, values in (("x", x), ("y", y)) if len(set(values)) == 1]
    return f"undefined: {' and '.join(constant)} constant" if constant else None


def _scipy(x: list[float | None], y: list[float | None], kind: Kind) -> tuple[float, float | None]:
    from scipy.stats import kendalltau, rankdata, spearmanr

    # Ranks first: SciPy's Spearman would take infinities for numbers.
    ranks = rankdata(x), rankdata(y)
    if kind == "spearman" and len(x) < 3:
        return float(1.0 if (ranks[0] == ranks[1]).all() else -1.0), None
    found = kendalltau(*ranks) if kind == "kendall" else spearmanr(*ranks)
    return float(found.statistic), float(found.pvalue)
