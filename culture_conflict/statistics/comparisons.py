"""Two settings on the pictures both answered: models under one prompt, prompts of one model."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from culture_conflict.statistics.answers import RULES, TARGETS, Answers, Rule, Setting, Target
from culture_conflict.statistics.families import with_holm
from culture_conflict.statistics.paired import TEST, Paired, Sums, paired_tests
from culture_conflict.tables.model_comparison import MODEL_COMPARISON
from culture_conflict.tables.prompt_effect import PROMPT_EFFECT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["compare_models", "compare_prompts"]

Metric = Literal["accuracy", "drop", "distraction"]
_Row = dict[str, Any]


def compare_models(sources: Iterable[Answers], base_prompts: Collection[str]) -> pl.DataFrame:
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
        row | _names(answers, a, b, "model", "kind", "prompt_id")
        for answers in sources
        for a, b, row in _compared(answers, comparable)
    ]
    sides = [("model_a", "prompt_id_a"), ("model_b", "prompt_id_b")]
    return with_holm(rows, sides=sides, table=MODEL_COMPARISON)


def compare_prompts(sources: Iterable[Answers]) -> pl.DataFrame:
    """PROMPT_EFFECT: every two prompts that one model was asked with about one source."""
    rows = [
        row
        | {"model": answers.settings[a].model, "kind": answers.settings[a].kind}
        | _names(answers, a, b, "prompt_id")
        for answers in sources
        for a, b, row in _compared(answers, lambda one, other: one.model == other.model)
    ]
    return with_holm(rows, sides=[("model",)], table=PROMPT_EFFECT)


def _names(answers: Answers, a: int, b: int, *names: str) -> _Row:
    sides = {"a": answers.settings[a], "b": answers.settings[b]}
    return {f"{name}_{side}": getattr(of, name) for name in names for side, of in sides.items()}


@dataclass(frozen=True)
class _Cell:
    """One number of a setting: what is counted, over which pictures."""

    metric: Metric
    target: Target
    rule: Rule
    perturb_method: str
    editor: str
    pictures: NDArray[np.bool_]


def _compared(
    answers: Answers, comparable: Callable[[Setting, Setting], bool]
) -> Iterator[tuple[int, int, _Row]]:
    """Pairs of settings that can be compared, with the row of each cell they both have."""
    cells = list(_cells(answers))
    settings = list(enumerate(answers.settings))
    pairs = [(a, b) for (a, one), (b, other) in combinations(settings, 2) if comparable(one, other)]
    chosen = [(a, b, cell, _common(answers, cell, a, b)) for a, b in pairs for cell in cells]
    sums = [_sums(answers, cell, common, (a, b)) for a, b, cell, common in chosen]
    results = paired_tests(sums, name=f"{answers.benchmark}|{answers.source}")
    for (a, b, cell, common), result in zip(chosen, results, strict=True):
        yield a, b, _row(answers, cell, int(common.sum()), result)


def _cells(answers: Answers) -> Iterator[_Cell]:
    """Accuracy on originals and on each kind of perturbed picture, drop and distraction."""
    kinds = answers.variants.filter(pl.col("perturb_method") != "control")
    for method, editor in kinds.select("perturb_method", "editor").unique().sort(pl.all()).rows():
        chosen = (pl.col("perturb_method") == method) & (pl.col("editor") == editor)
        pictures = answers.variants.select(chosen).to_series().to_numpy()
        for target in TARGETS:
            for rule in RULES:
                for metric in _metrics(method, target):
                    yield _Cell(metric, target, rule, method, editor, pictures)


def _metrics(method: str, target: Target) -> Sequence[Metric]:
    if method == "none":
        return ("accuracy",)
    return ("accuracy", "drop", "distraction") if target == "country" else ("accuracy", "drop")


def _common(answers: Answers, cell: _Cell, a: int, b: int) -> NDArray[np.bool_]:
    """The cell's pictures that both settings answered, for a drop with their references."""
    common = cell.pictures & answers.answered[a] & answers.answered[b]
    if cell.metric == "drop":
        reference = answers.reference
        both = answers.answered[a, reference] & answers.answered[b, reference]
        common = common & (reference >= 0) & both
    found: NDArray[np.bool_] = common
    return found


def _sums(answers: Answers, cell: _Cell, common: NDArray[np.bool_], pair: tuple[int, int]) -> Sums:
    sides = [
        answers.per_group(common, part)
        for setting in pair
        for part in _parts(answers, cell, setting)
    ]
    return Sums(*sides)


def _parts(
    answers: Answers, cell: _Cell, setting: int
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Numerator and denominator of each picture."""
    import numpy as np

    verdicts = answers.verdicts[cell.target, cell.rule]
    correct = verdicts.correct[setting].astype(np.float64)
    if cell.metric == "distraction":
        wrong = verdicts.wrong[setting]
        return (verdicts.distracted[setting] & wrong).astype(np.float64), wrong.astype(np.float64)
    if cell.metric == "drop":
        return correct[answers.reference] - correct, np.ones_like(correct)
    return correct, np.ones_like(correct)


def _row(answers: Answers, cell: _Cell, n_common: int, result: Paired) -> _Row:
    n_variants = int(cell.pictures.sum())
    return {
        "benchmark": answers.benchmark,
        "source": answers.source,
        "source_version": answers.source_version,
        "is_sample": answers.is_sample,
        "evaluation": answers.evaluation,
        "metric": cell.metric,
        "target": cell.target,
        "rule": cell.rule,
        "perturb_method": cell.perturb_method,
        "editor": cell.editor,
        "value_a": result.value_a,
        "value_b": result.value_b,
        "delta": result.delta,
        "ci_low": result.ci_low,
        "ci_high": result.ci_high,
        "p": result.p,
        "n_groups": result.n_groups,
        "n_common": n_common,
        "n_variants": n_variants,
        "coverage": n_common / n_variants,
        "test": TEST,
        "reason": result.reason,
    }
