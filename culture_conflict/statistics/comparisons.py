"""Two settings on the pictures both answered: models under one prompt, prompts of one model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import combinations
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.statistics.asked import Asked, Cell, Setting
from culture_conflict.statistics.families import with_holm
from culture_conflict.statistics.paired import Paired, Sums, paired_tests, tested
from culture_conflict.tables.model_comparison import MODEL_COMPARISON
from culture_conflict.tables.prompt_effect import PROMPT_EFFECT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["compare_models", "compare_prompts"]

_Row = dict[str, Any]


def compare_models(sources: Iterable[Asked], base_prompts: Collection[str]) -> pl.DataFrame:
    """MODEL_COMPARISON: every two models of a source within one evaluation and prompt.

    Imported answers were made with whatever prompt their owner used: as on the leaderboard, they
    stand beside answers to the base prompt and beside each other, and the row names both prompts.
    """

    def comparable(one: Setting, other: Setting) -> bool:
        if one.model == other.model:
            return False
        free = [side.imported or side.prompt_id in base_prompts for side in (one, other)]
        return one.prompt_id == other.prompt_id or (all(free) and (one.imported or other.imported))

    rows = [
        row | _names(asked, a, b, "model", "kind", "prompt_id")
        for asked in sources
        for a, b, row in _compared(asked, comparable)
    ]
    return with_holm(rows, sides=[("model_a",), ("model_b",)], table=MODEL_COMPARISON)


def compare_prompts(sources: Iterable[Asked]) -> pl.DataFrame:
    """PROMPT_EFFECT: every two prompts that one model was asked with about one source."""
    rows = [
        row
        | {"model": asked.settings[a].model, "kind": asked.settings[a].kind}
        | _names(asked, a, b, "prompt_id")
        for asked in sources
        for a, b, row in _compared(asked, lambda one, other: one.model == other.model)
    ]
    return with_holm(rows, sides=[("model",)], table=PROMPT_EFFECT)


def _names(asked: Asked, a: int, b: int, *names: str) -> _Row:
    sides = {"a": asked.settings[a], "b": asked.settings[b]}
    return {f"{name}_{side}": getattr(of, name) for name in names for side, of in sides.items()}


def _compared(
    asked: Asked, comparable: Callable[[Setting, Setting], bool]
) -> Iterator[tuple[int, int, _Row]]:
    """Pairs of settings that can be compared, with the row of each cell they both have."""
    cells = list(asked.cells())
    settings = list(enumerate(asked.settings))
    pairs = [(a, b) for (a, one), (b, other) in combinations(settings, 2) if comparable(one, other)]
    chosen = [
        (a, b, cell, cell.pictures & cell.answered[a] & cell.answered[b])
        for a, b in pairs
        for cell in cells
    ]
    sums = [_sums(asked, cell, common, (a, b)) for a, b, cell, common in chosen]
    results = paired_tests(sums, name=asked.name)
    for (a, b, cell, common), result in zip(chosen, results, strict=True):
        yield a, b, _row(asked, cell, int(common.sum()), result)


def _sums(asked: Asked, cell: Cell, common: NDArray[np.bool_], pair: tuple[int, int]) -> Sums:
    sides = [asked.per_group(common, part) for setting in pair for part in cell.parts(setting)]
    return Sums(*sides)


def _row(asked: Asked, cell: Cell, n_common: int, result: Paired) -> _Row:
    values = {"value_a": result.value_a, "value_b": result.value_b, "delta": result.delta}
    return asked.key | cell.key | values | tested(result, n_common, int(cell.pictures.sum()))
