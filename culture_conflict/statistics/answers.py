"""Scored answers about one source: right and distracted by question and rule."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from culture_conflict.statistics.asked import Asked, Cell, numbered, on_grid, settle

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Numbers = NDArray[np.float64]

__all__ = ["RULES", "TARGETS", "Answers", "Rule", "Target", "Verdicts", "read_answers"]

Target = Literal["country", "item"]
Rule = Literal["guarded", "as_published"]
Metric = Literal["accuracy", "drop", "distraction"]

TARGETS: tuple[Target, ...] = ("country", "item")
RULES: tuple[Rule, ...] = ("guarded", "as_published")

_SOURCE = ("benchmark", "source")
_ASKED = ("model", "prompt_id", "evaluation", "repeat")


@dataclass(frozen=True)
class Verdicts:
    """Of one question under one rule, each of shape (settings, variants), false where unanswered.

    `wrong` holds the wrong answers of the distraction likelihood (ruling 14), `distracted` those
    that name the variant's distractor; `reference_distracted` says whether the answer to the
    reference names that same distractor.
    """

    correct: Flags
    wrong: Flags
    distracted: Flags
    reference_distracted: Flags


@dataclass(frozen=True)
class Answers(Asked):
    """Asked, with what became of the answers; `variants` are rows of VARIANTS."""

    verdicts: Mapping[tuple[Target, Rule], Verdicts]

    def cells(self) -> Iterator[Cell]:
        """Accuracy on originals and on each kind of perturbed picture, drop and distraction."""
        kinds = self.variants.filter(pl.col("perturb_method") != "control")
        for method, editor in (
            kinds.select("perturb_method", "editor").unique().sort(pl.all()).rows()
        ):
            pictures = self.where(
                (pl.col("perturb_method") == method) & (pl.col("editor") == editor)
            )
            cue = "none" if method == "none" else "all"
            kind = {"perturb_method": method, "cue": cue, "editor": editor}
            for target in TARGETS:
                for rule in RULES:
                    for metric in _metrics(method, target):
                        key = {"metric": metric, "target": target, "rule": rule} | kind
                        yield self._cell(key, pictures, metric, self.verdicts[target, rule])

    def _cell(
        self, key: dict[str, str], pictures: Flags, metric: Metric, verdicts: Verdicts
    ) -> Cell:
        import numpy as np

        def parts(setting: int) -> tuple[Numbers, Numbers]:
            correct = verdicts.correct[setting].astype(np.float64)
            if metric == "distraction":
                wrong = verdicts.wrong[setting]
                named = verdicts.distracted[setting] & wrong
                return named.astype(np.float64), wrong.astype(np.float64)
            if metric == "drop":
                return correct[self.reference] - correct, np.ones_like(correct)
            return correct, np.ones_like(correct)

        return Cell(key, pictures, self.paired if metric == "drop" else self.answered, parts)


def _metrics(method: str, target: Target) -> Sequence[Metric]:
    if method == "none":
        return ("accuracy",)
    return ("accuracy", "drop", "distraction") if target == "country" else ("accuracy", "drop")


def read_answers(
    *,
    variants: pl.DataFrame,
    predictions: pl.DataFrame,
    scores: pl.DataFrame,
    models: pl.DataFrame,
    sources: pl.DataFrame,
) -> list[Answers]:
    """ANSWERS per benchmark, source and evaluation, from the tables of those names.

    As in the marts, what counts is: the first answer (repeat 0) of a registered model to the
    picture a variant has now, of a source in force, not rejected by review.
    """
    registered = sources.select(*_SOURCE, source_kind="kind")
    in_force = (
        numbered(variants).join(registered, on=_SOURCE).filter(pl.col("review") != "rejected")
    )
    current = predictions.select("variant_id", "picture", *_ASKED).join(
        in_force.select("variant_id", "picture"), on=["variant_id", "picture"], how="semi"
    )
    rows = (
        scores.filter(pl.col("repeat") == 0)
        .join(current, on=["variant_id", *_ASKED], how="semi")
        .join(models.select("model", "kind", "provider"), on="model")
    )
    return [
        _answers(in_force.filter(pl.col("source") == source, pl.col("benchmark") == benchmark), of)
        for (benchmark, source, _), of in sorted(rows.group_by(*_SOURCE, "evaluation"), key=_first)
    ]


def _first(group: tuple[tuple[object, ...], pl.DataFrame]) -> list[str]:
    return [str(part) for part in group[0]]


def _answers(variants: pl.DataFrame, rows: pl.DataFrame) -> Answers:
    is_sample = variants["source_kind"][0] == "sample"
    fields, placed = settle(variants, rows, is_sample=is_sample)
    asked = placed.filter(pl.col("state") != "error")
    return Answers(
        **fields,
        answered=_flags(fields, asked, pl.lit(value=True)),
        verdicts={
            (target, rule): _verdicts(fields, asked.filter(pl.col("target") == target), rule)
            for target in TARGETS
            for rule in RULES
        },
    )


def _verdicts(fields: Mapping[str, Any], rows: pl.DataFrame, rule: Rule) -> Verdicts:
    correct, distracted = pl.col(f"correct_{rule}"), pl.col(f"distracted_{rule}")
    # Scores leave `distracted` null where an answer is no part of the distraction likelihood.
    return Verdicts(
        correct=_flags(fields, rows, correct),
        wrong=_flags(fields, rows, ~correct & distracted.is_not_null()),
        distracted=_flags(fields, rows, distracted),
        reference_distracted=_flags(fields, rows, pl.col(f"reference_distracted_{rule}")),
    )


def _flags(fields: Mapping[str, Any], rows: pl.DataFrame, value: pl.Expr) -> Flags:
    return on_grid(fields, rows, value) > 0
