"""What other words do to answers about mixed pictures, paired on the food (§6, Table 2)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.entropy import food_entropies
from culture_conflict.statistics.families import with_holm
from culture_conflict.statistics.paired import TEST, Paired, Sums, paired_tests
from culture_conflict.tables.mix_mitigation import MIX_MITIGATION, SUBTASKS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["MixAnswers", "mitigations"]

_Row = dict[str, Any]
_RULES = ("guarded", "as_published")


@dataclass(frozen=True)
class MixAnswers:
    """One model's answers to one source: `rows` are `culture_mix.answered.answers` of both."""

    source: str
    is_sample: bool
    model: str
    kind: str
    groups: tuple[str, ...]
    rows: pl.DataFrame


@dataclass(frozen=True)
class _Cell:
    """One comparison: per food (groups,) the two sides' sums and counts."""

    key: _Row
    sums: Sums
    n_common: int
    n_variants: int


def mitigations(answers: Iterable[MixAnswers], base_prompts: Collection[str]) -> pl.DataFrame:
    """MIX_MITIGATION: every prompt of every model against each base prompt it was asked with.

    Only pictures answered under both count; controls are left out. Whole foods are flipped and
    drawn. Entropy follows no rule of being right: its rows stand under `guarded`.
    """
    made = [row for one in answers for row in _rows(one, base_prompts)]
    return with_holm(made, sides=[("model",)], table=MIX_MITIGATION)


def _rows(one: MixAnswers, base_prompts: Collection[str]) -> Iterator[_Row]:
    own = one.rows.filter(pl.col("control").is_null())
    cells = [cell for base in sorted(base_prompts) for cell in _cells(one, own, base)]
    results = paired_tests([cell.sums for cell in cells], name=f"culture_mix|{one.source}")
    for cell, result in zip(cells, results, strict=True):
        yield _row(cell, result)


def _cells(one: MixAnswers, own: pl.DataFrame, base: str) -> Iterator[_Cell]:
    for (evaluation, prompt, target), rows in sorted(
        own.filter(pl.col("prompt_id") != base).group_by("evaluation", "prompt_id", "target"),
        key=lambda found: [str(part) for part in found[0]],
    ):
        of_base = own.filter(prompt_id=base, evaluation=evaluation, target=target, answered=True)
        taken = ("variant_id", "correct_guarded", "correct_as_published", "label")
        shown = rows.filter("answered").join(of_base.select(taken), on="variant_id", suffix="_base")
        if shown.is_empty():
            continue
        key = {
            **rows.select("benchmark", "source", "source_version").row(0, named=True),
            "is_sample": one.is_sample,
            "evaluation": evaluation,
            "model": one.model,
            "kind": one.kind,
            "prompt_id": prompt,
            "base_prompt_id": base,
            "target": target,
        }
        for subtask in SUBTASKS:
            chosen = pl.lit(value=True) if subtask == "all" else pl.col("subtask") == subtask
            mine, n_variants = shown.filter(chosen), rows.filter(chosen).height
            if mine.height:
                yield from _measured(one, mine, key | {"subtask": subtask}, n_variants)


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
    return cell.key | {
        "value": result.value_a,
        "base": result.value_b,
        "effect": result.delta,
        "ci_low": result.ci_low,
        "ci_high": result.ci_high,
        "p": result.p,
        "n_groups": result.n_groups,
        "n_common": cell.n_common,
        "n_variants": cell.n_variants,
        "coverage": cell.n_common / cell.n_variants,
        "test": TEST,
        "reason": result.reason,
        "food_effect": effect,
        "t": t,
        "t_p": p,
    }


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
