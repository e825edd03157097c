"""How much each kind of cue moves a model, and how much of that is mere occlusion (ruling 16)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.statistics.answers import RULES, TARGETS, Answers, Rule
from culture_conflict.statistics.effects import Contrast, Effect, effect_rows
from culture_conflict.statistics.families import with_holm
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["conflict_effects"]

# What a picture with a cue is set against: the reference itself, or a control of the same group.
_AGAINST = {
    "none": ("original",),
    "flag": ("original", "grey_patch", "congruent_flag"),
    "congruent_flag": ("original", "grey_patch"),
}


def conflict_effects(sources: Iterable[Answers]) -> pl.DataFrame:
    """CONFLICT_EFFECT of every model and prompt."""
    rows = [row for one in sources for row in effect_rows(one, list(_effects(one)))]
    return with_holm(rows, sides=[("model",)], table=CONFLICT_EFFECT)


def _effects(answers: Answers) -> Iterator[Effect]:
    for contrast in _contrasts(answers):
        for setting in range(len(answers.settings)):
            for rule in RULES:
                yield from _outcomes(answers, contrast, setting, rule)


def _outcomes(answers: Answers, contrast: Contrast, setting: int, rule: Rule) -> Iterator[Effect]:
    """Right answers to each question and, of a cue against the original, distracted ones."""
    common = contrast.common(answers.answered[setting])
    for target in TARGETS:
        correct = answers.verdicts[target, rule].correct[setting]
        key = {"outcome": "right", "target": target, "rule": rule}
        yield Effect(contrast, setting, key, common, correct, correct[contrast.other])
    if contrast.key["against"] == "original" and contrast.key["perturb_method"] != "control":
        shown = answers.where(pl.col("distractor_country").is_not_null())
        verdicts = answers.verdicts["country", rule]
        sides = verdicts.distracted[setting], verdicts.reference_distracted[setting]
        key = {"outcome": "distracted", "target": "country", "rule": rule}
        yield Effect(contrast, setting, key, common & shown, *sides)


def _contrasts(answers: Answers) -> Iterator[Contrast]:
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
                pictures = answers.where(chosen) & (other >= 0)
                key = {"perturb_method": method, "editor": editor, "cue": cue}
                key |= {"pair_method": pair_method, "difficulty": difficulty, "against": name}
                if pictures.any():
                    yield Contrast(key, pictures, other)


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
