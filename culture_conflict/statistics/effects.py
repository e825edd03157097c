"""What a cue does: one setting's answers to pictures with it against those without it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from culture_conflict.statistics.asked import Asked
from culture_conflict.statistics.paired import Paired, Sums, paired_tests, tested

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["Contrast", "Effect", "effect_rows"]

_Row = dict[str, Any]


@dataclass(frozen=True)
class Contrast:
    """Pictures (variants,) with one kind of cue, named by `key`.

    `other` (variants,) is the place of what each is set against, -1 where there is nothing.
    """

    key: dict[str, str]
    pictures: NDArray[np.bool_]
    other: NDArray[np.intp]

    def common(self, answered: NDArray[np.bool_]) -> NDArray[np.bool_]:
        """The pictures (variants,) that were answered as well as what they are set against."""
        found: NDArray[np.bool_] = (
            self.pictures & (self.other >= 0) & answered & answered[self.other]
        )
        return found


@dataclass(frozen=True)
class Effect:
    """One contrast in one outcome of one setting: `key` says outcome, target and rule.

    `common` (variants,) are the pictures with both answers; `with_cue` and `without` (variants,)
    the outcome of each picture and of what it is set against.
    """

    contrast: Contrast
    setting: int
    key: dict[str, str]
    common: NDArray[np.bool_]
    with_cue: NDArray[np.generic]
    without: NDArray[np.generic]


def effect_rows(asked: Asked, effects: Sequence[Effect]) -> Iterator[_Row]:
    """Rows of CONFLICT_EFFECT without Holm's correction, in the order given."""
    results = paired_tests([_sums(asked, one) for one in effects], name=asked.name)
    for one, result in zip(effects, results, strict=True):
        yield _row(asked, one, result)


def _sums(asked: Asked, one: Effect) -> Sums:
    import numpy as np

    n = asked.per_group(one.common, np.ones(len(one.common)))
    sides = [asked.per_group(one.common, side) for side in (one.with_cue, one.without)]
    return Sums(sides[0], n, sides[1], n)


def _row(asked: Asked, one: Effect, result: Paired) -> _Row:
    setting = asked.settings[one.setting]
    who = {"model": setting.model, "kind": setting.kind, "prompt_id": setting.prompt_id}
    values = {
        "value_with": result.value_a,
        "value_without": result.value_b,
        "effect": result.delta,
    }
    n_common, n_variants = int(one.common.sum()), int(one.contrast.pictures.sum())
    counted = tested(result, n_common, n_variants)
    return asked.key | who | one.contrast.key | one.key | values | counted
