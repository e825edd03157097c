"""How far two raters agree beyond chance: Cohen's kappa, unweighted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass

__all__ = ["Agreement", "cohen_kappa"]


@dataclass(frozen=True)
class Agreement:
    """`observed` and `expected` are shares of the `n` things that both raters labelled.

    `kappa` is None where it is undefined; `reason` then says why. It is never NaN, 0 or 1 instead.
    """

    n: int
    n_left_out: int
    observed: float | None
    expected: float | None
    kappa: float | None
    reason: str | None


def cohen_kappa(
    rater_a: Sequence[Hashable | None], rater_b: Sequence[Hashable | None]
) -> Agreement:
    """Kappa of two raters' labels of the same things, in the same order.

    A thing that a rater left unlabelled (None) is left out and counted.

    Raises:
        ValueError: the two lists differ in length.
    """
    if len(rater_a) != len(rater_b):
        raise ValueError(
            f"rater_a has {len(rater_a)} labels, rater_b {len(rater_b)}: expected one each for "
            f"the same things in the same order."
        )
    both = [pair for pair in zip(rater_a, rater_b, strict=True) if None not in pair]
    n, left_out = len(both), len(rater_a) - len(both)
    if n == 0:
        return Agreement(0, left_out, None, None, None, "no thing was labelled by both raters")
    agreed = sum(a == b for a, b in both)
    of_a, of_b = Counter(a for a, _ in both), Counter(b for _, b in both)
    by_chance = sum(count * of_b[label] for label, count in of_a.items())
    observed, expected = agreed / n, by_chance / n**2
    if by_chance == n**2:
        reason = "undefined: both raters gave one and the same label to everything"
        return Agreement(n, left_out, observed, expected, None, reason)
    kappa = (agreed * n - by_chance) / (n**2 - by_chance)
    return Agreement(n, left_out, observed, expected, kappa, None)
