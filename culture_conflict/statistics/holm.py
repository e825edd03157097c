"""Holm's correction for several tests of one family (ruling 30)."""

from __future__ import annotations

from collections.abc import Sequence

__all__ = ["holm"]


def holm(p_values: Sequence[float | None]) -> list[float | None]:
    """Adjusted p-values in the order given; None (no test could be made) stays and counts not.

    The k-th smallest of m is multiplied by m - k + 1, made monotone and cut at 1.

    Raises:
        ValueError: a value is no probability.
    """
    tests = [(p, n) for n, p in enumerate(p_values) if p is not None]
    if strange := [p for p, _ in tests if not 0.0 <= p <= 1.0]:
        raise ValueError(f"p = {strange[0]}: expected a number from 0 to 1, or None for no test")
    adjusted: list[float | None] = [None] * len(p_values)
    largest = 0.0
    for rank, (p, n) in enumerate(sorted(tests)):
        largest = max(largest, min(1.0, p * (len(tests) - rank)))
        adjusted[n] = largest
    return adjusted
