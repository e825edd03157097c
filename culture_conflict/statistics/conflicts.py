"""How much each kind of cue moves a model, and how much of that is mere occlusion (ruling 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.statistics.answers import RULES, TARGETS, Answers, Rule, Target
from culture_conflict.statistics.families import with_holm
from culture_conflict.statistics.paired import TEST, Paired, Sums, paired_tests
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["conflict_effects"]

_Row = dict[str, Any]

# What a picture with a cue is set against: the reference itself, or a control of the same group.
_AGAINST = {
    "none": ("original",),
    "flag": ("original", "grey_patch", "congruent_flag"),
    "congruent_flag": ("original", "grey_patch"),
}


@dataclass(frozen=True)
class _Contrast:
    """Pictures (variants,) with one kind of cue, and the place of what each is set against."""

    perturb_method: str
    editor: str
    cue: str
    pair_method: str
    difficulty: str
    against: str
    pictures: NDArray[np.bool_]
    other: NDArray[np.intp]


@dataclass(frozen=True)
class _Test:
    """One contrast of one setting: `outcome` is what both pictures are compared in."""

    contrast: _Contrast
    setting: int
    outcome: str
    target: Target
    rule: Rule
    common: NDArray[np.bool_]


def conflict_effects(sources: Iterable[Answers]) -> pl.DataFrame:
    """CONFLICT_EFFECT of every model and prompt."""
    rows = [row for answers in sources for row in _rows(answers)]
    return with_holm(rows, sides=[("model", "prompt_id")], table=CONFLICT_EFFECT)


def _rows(answers: Answers) -> Iterator[_Row]:
    contrasts = list(_contrasts(answers))
    tests = [test for one in contrasts for test in _tests(answers, one)]
    sums = [_sums(answers, test) for test in tests]
    results = paired_tests(sums, name=f"{answers.benchmark}|{answers.source}")
    for test, result in zip(tests, results, strict=True):
        yield _row(answers, test, result)


def _contrasts(answers: Answers) -> Iterator[_Contrast]:
    """Each kind of cue pooled, by difficulty and by pairing method; controls as they are."""
    kind = ("perturb_method", "editor", "perturb_context")
    made = answers.variants.filter(pl.col("perturb_method") != "none")
    for method, editor, cue in made.select(kind).unique().sort(pl.all()).rows():
        of_kind = (
            (pl.col("perturb_method") == method)
            & (pl.col("editor") == editor)
            & (pl.col("perturb_context") == cue)
        )
        against = _AGAINST.get(cue if method != "generative" else "none", ("original",))
        for name in against:
            other = _others(answers, name)
            for pair_method, difficulty in _slices(answers.variants.filter(of_kind), name):
                chosen = of_kind & _is("pair_method", pair_method) & _is("difficulty", difficulty)
                pictures = answers.variants.select(chosen).to_series().to_numpy() & (other >= 0)
                if pictures.any():
                    cell = (method, editor, cue, pair_method, difficulty, name)
                    yield _Contrast(*cell, pictures, other)


def _is(column: str, value: str) -> pl.Expr:
    return pl.col(column).is_not_null() if value == "all" else pl.col(column) == value


def _slices(variants: pl.DataFrame, against: str) -> list[tuple[str, str]]:
    """Pairs of pairing method and difficulty; a contrast with a control is made pooled only."""
    pooled = [("all", "all")]
    if against != "original" or variants["pair_method"].unique().to_list() == ["none"]:
        return pooled
    methods = variants["pair_method"].unique().sort().to_list()
    difficulties = variants["difficulty"].unique().sort().to_list()
    return pooled + [(name, "all") for name in methods] + [("all", name) for name in difficulties]


def _others(answers: Answers, against: str) -> NDArray[np.intp]:
    """The place of each variant's reference or, of its group, of the control of that name."""
    if against == "original":
        return answers.reference
    control = answers.variants.filter(pl.col("perturb_context") == against)
    place = control.group_by("group_id").agg(pl.col("at").min().cast(pl.Int64))
    joined = answers.variants.select("group_id").join(
        place, on="group_id", how="left", maintain_order="left"
    )
    return joined["at"].fill_null(-1).to_numpy()


def _tests(answers: Answers, contrast: _Contrast) -> Iterator[_Test]:
    for setting in range(len(answers.settings)):
        both = answers.answered[setting] & answers.answered[setting, contrast.other]
        for rule in RULES:
            for target in TARGETS:
                common = contrast.pictures & both
                yield _Test(contrast, setting, "right", target, rule, common)
            if contrast.against == "original" and contrast.perturb_method != "control":
                shown = answers.variants["distractor_country"].is_not_null().to_numpy()
                yield _Test(contrast, setting, "distracted", "country", rule, common & shown)


def _sums(answers: Answers, test: _Test) -> Sums:
    import numpy as np

    verdicts = answers.verdicts[test.target, test.rule]
    if test.outcome == "right":
        with_cue = verdicts.correct[test.setting]
        without = verdicts.correct[test.setting, test.contrast.other]
    else:
        with_cue = verdicts.distracted[test.setting]
        without = verdicts.reference_distracted[test.setting]
    n = answers.per_group(test.common, np.ones(len(with_cue)))
    sums = [answers.per_group(test.common, side) for side in (with_cue, without)]
    return Sums(sums[0], n, sums[1], n)


def _row(answers: Answers, test: _Test, result: Paired) -> _Row:
    setting, contrast = answers.settings[test.setting], test.contrast
    n_variants = int(contrast.pictures.sum())
    return {
        "benchmark": answers.benchmark,
        "source": answers.source,
        "source_version": answers.source_version,
        "is_sample": answers.is_sample,
        "model": setting.model,
        "kind": setting.kind,
        "prompt_id": setting.prompt_id,
        "evaluation": answers.evaluation,
        "perturb_method": contrast.perturb_method,
        "editor": contrast.editor,
        "cue": contrast.cue,
        "pair_method": contrast.pair_method,
        "difficulty": contrast.difficulty,
        "against": contrast.against,
        "outcome": test.outcome,
        "target": test.target,
        "rule": test.rule,
        "value_with": result.value_a,
        "value_without": result.value_b,
        "effect": result.delta,
        "ci_low": result.ci_low,
        "ci_high": result.ci_high,
        "p": result.p,
        "n_groups": result.n_groups,
        "n_common": int(test.common.sum()),
        "n_variants": n_variants,
        "coverage": int(test.common.sum()) / n_variants,
        "test": TEST,
        "reason": result.reason,
    }
