"""What other words and fine-tuning do to answers, paired on the food (CultureMix §6, Table 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.entropy import food_entropies
from culture_conflict.statistics.families import with_holm
from culture_conflict.statistics.paired import Paired, Sums, paired_tests, tested
from culture_conflict.tables.mix_mitigation import MIX_MITIGATION, PICTURES, SUBTASKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["MixAnswers", "mitigations"]

_Row = dict[str, Any]
_RULES = ("guarded", "as_published")


@dataclass(frozen=True)
class MixAnswers:
    """One model's answers to one source: `rows` are `culture_mix.answered.answers` of both.

    `base_model` is the one that it was fine-tuned from; `tested` (variant_id, subtask, framing)
    the test part of the split by which it was trained on this source.
    """

    source: str
    is_sample: bool
    model: str
    kind: str
    groups: tuple[str, ...]
    rows: pl.DataFrame
    base_model: str | None = None
    tested: pl.DataFrame | None = None

    @property
    def own(self) -> pl.DataFrame:
        """The rows without controls."""
        return self.rows.filter(pl.col("control").is_null())


@dataclass(frozen=True)
class _Sides:
    """Rows of one evaluation, prompt and question, what they are set against, and what is asked."""

    key: _Row
    changed: pl.DataFrame
    against: pl.DataFrame
    asked: pl.DataFrame


@dataclass(frozen=True)
class _Cell:
    """One comparison: per food (groups,) the two sides' sums and counts."""

    key: _Row
    sums: Sums
    n_common: int
    n_variants: int


def mitigations(answers: Sequence[MixAnswers], base_prompts: Collection[str]) -> pl.DataFrame:
    """MIX_MITIGATION: every prompt of every model against each base prompt it was asked with.

    A fine-tuned model is set against the one that it was made of, under each prompt of both. Only
    pictures answered by both sides count; controls are left out, and photographs (§5) are cells of
    their own. Whole foods are flipped and drawn.
    Entropy follows no rule of being right: its rows stand under `guarded`.
    """
    known = {(one.source, one.model): one for one in answers}
    made: list[_Row] = []
    for one in answers:
        sides = list(_other_words(one, base_prompts))
        base = known.get((one.source, one.base_model or ""))
        if base is not None:
            sides += _fine_tuned(one, base)
        made += _rows(one, sides)
    return with_holm(made, sides=[("model",)], table=MIX_MITIGATION)


def _other_words(one: MixAnswers, base_prompts: Collection[str]) -> Iterator[_Sides]:
    for base in sorted(base_prompts):
        same = {"base_model": one.model, "base_prompt_id": base, "part": "all"}
        for key, rows in _settings(one, one.own.filter(pl.col("prompt_id") != base)):
            yield _Sides(key | same, rows, one.own.filter(prompt_id=base), rows)


def _fine_tuned(one: MixAnswers, base: MixAnswers) -> Iterator[_Sides]:
    own = one.own
    if one.tested is not None:
        own = own.join(one.tested.select("variant_id"), on="variant_id", how="semi")
    part = "all" if one.tested is None else "test"
    for key, rows in _settings(one, own):
        same = {"base_model": base.model, "base_prompt_id": key["prompt_id"], "part": part}
        against = base.own.filter(prompt_id=key["prompt_id"])
        yield _Sides(key | same, rows, against, rows if one.tested is None else one.tested)


def _settings(one: MixAnswers, rows: pl.DataFrame) -> Iterator[tuple[_Row, pl.DataFrame]]:
    """Rows by evaluation, prompt and question, with what names them."""
    for (evaluation, prompt, target), found in sorted(
        rows.group_by("evaluation", "prompt_id", "target"),
        key=lambda found: [str(part) for part in found[0]],
    ):
        key = {
            **found.select("benchmark", "source", "source_version").row(0, named=True),
            "is_sample": one.is_sample,
            "evaluation": evaluation,
            "model": one.model,
            "kind": one.kind,
            "prompt_id": prompt,
            "target": target,
        }
        yield key, found


def _rows(one: MixAnswers, sides: Iterable[_Sides]) -> Iterator[_Row]:
    cells = [cell for pair in sides for cell in _cells(one, pair)]
    results = paired_tests([cell.sums for cell in cells], name=f"culture_mix|{one.source}")
    for cell, result in zip(cells, results, strict=True):
        yield _row(cell, result)


def _cells(one: MixAnswers, sides: _Sides) -> Iterator[_Cell]:
    of_base = sides.against.filter(
        evaluation=sides.key["evaluation"], target=sides.key["target"], answered=True
    ).select("variant_id", "correct_guarded", "correct_as_published", "label")
    shown = sides.changed.filter("answered").join(of_base, on="variant_id", suffix="_base")
    for pictures, subtask in product(PICTURES, SUBTASKS):
        chosen = pl.lit(value=True) if subtask == "all" else pl.col("subtask") == subtask
        chosen &= (
            pl.col("framing").is_null() if pictures == "made" else pl.col("framing").is_not_null()
        )
        mine, n_variants = shown.filter(chosen), sides.asked.filter(chosen).height
        if mine.height:
            key = sides.key | {"pictures": pictures, "subtask": subtask}
            yield from _measured(one, mine, key, n_variants)


def _measured(one: MixAnswers, rows: pl.DataFrame, key: _Row, n_variants: int) -> Iterator[_Cell]:
    for rule in _RULES:
        of = rows.group_by("group_id").agg(
            pl.len().alias("n"),
            pl.col(f"correct_{rule}").sum().alias("a"),
            pl.col(f"correct_{rule}_base").sum().alias("b"),
        )
        told = key | {"measure": "accuracy", "rule": rule}
        yield _Cell(told, _sums(one, of), rows.height, n_variants)
    if key["subtask"] != "all":
        sides = [
            food_entropies(rows.select("group_id", label=name), ()).select("group_id", side="bits")
            for name in ("label", "label_base")
        ]
        of = (
            sides[0]
            .join(sides[1], on="group_id", suffix="_b")
            .select("group_id", n=pl.lit(1), a="side", b="side_b")
        )
        told = key | {"measure": "entropy", "rule": "guarded"}
        yield _Cell(told, _sums(one, of), rows.height, n_variants)


def _sums(one: MixAnswers, of: pl.DataFrame) -> Sums:
    groups = pl.DataFrame({"group_id": one.groups}, {"group_id": pl.String})
    placed = groups.join(of, on="group_id", how="left", maintain_order="left").fill_null(0)
    n, a, b = (placed[name].cast(pl.Float64).to_numpy() for name in ("n", "a", "b"))
    return Sums(a, n, b, n)


def _row(cell: _Cell, result: Paired) -> _Row:
    effect, t, p = _over_foods(cell.sums)
    values = {"value": result.value_a, "base": result.value_b, "effect": result.delta}
    over_foods = {"food_effect": effect, "t": t, "t_p": p}
    return cell.key | values | over_foods | tested(result, cell.n_common, cell.n_variants)


def _over_foods(sums: Sums) -> tuple[float, float | None, float | None]:
    """The mean difference over foods, Student's paired t of it, and its two-sided p."""
    import numpy as np
    from scipy.stats import t as student

    some = sums.denominator_a > 0
    differences = (sums.numerator_a[some] - sums.numerator_b[some]) / sums.denominator_a[some]
    n, mean = len(differences), float(differences.mean())
    spread = float(differences.std(ddof=1)) if n > 1 else 0.0
    if spread <= np.finfo(float).eps * max(1.0, abs(mean)):
        return mean, None, None
    t = mean / (spread / n**0.5)
    return mean, t, float(2 * student.sf(abs(t), n - 1))
