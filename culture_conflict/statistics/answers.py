"""Scored answers of one source as arrays: settings by variants, groups as numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import polars as pl

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["RULES", "TARGETS", "Answers", "Rule", "Setting", "Target", "Verdicts", "read_answers"]

Target = Literal["country", "item"]
Rule = Literal["guarded", "as_published"]

TARGETS: tuple[Target, ...] = ("country", "item")
RULES: tuple[Rule, ...] = ("guarded", "as_published")

_IMPORTED = "replay"
_WHO = ("model", "kind", "provider", "prompt_id")
_ASKED = ("model", "prompt_id", "evaluation", "repeat")


@dataclass(frozen=True)
class Setting:
    """Who was asked, and with which prompt; of imported answers the prompt is mere hearsay."""

    model: str
    kind: str
    provider: str
    prompt_id: str

    @property
    def imported(self) -> bool:
        """Whether the answers were made elsewhere."""
        return self.provider == _IMPORTED


@dataclass(frozen=True)
class Verdicts:
    """Of one question under one rule, each of shape (settings, variants), false where unanswered.

    `wrong` holds the wrong answers of the distraction likelihood (ruling 14), `distracted` those
    that name the variant's distractor; `reference_distracted` says whether the answer to the
    reference names that same distractor.
    """

    correct: NDArray[np.bool_]
    wrong: NDArray[np.bool_]
    distracted: NDArray[np.bool_]
    reference_distracted: NDArray[np.bool_]


@dataclass(frozen=True)
class Answers:
    """All first answers to one source's current variants within one evaluation.

    `variants` are rows of VARIANTS; `group` (variants,) numbers their groups from 0 in the order
    of group_id, groups without a variant in force included; `reference` (variants,) is the place
    of the variant's reference, -1 where it has none; `answered` (settings, variants) is false
    where there is no answer or an error.
    """

    benchmark: str
    source: str
    source_version: str
    is_sample: bool
    evaluation: str
    variants: pl.DataFrame
    settings: tuple[Setting, ...]
    n_groups: int
    group: NDArray[np.intp]
    reference: NDArray[np.intp]
    answered: NDArray[np.bool_]
    verdicts: Mapping[tuple[Target, Rule], Verdicts]

    def per_group(
        self, pictures: NDArray[np.bool_], values: NDArray[np.generic]
    ) -> NDArray[np.float64]:
        """Sums of the values (variants,) over the chosen pictures of each group (groups,)."""
        import numpy as np

        sums = np.bincount(self.group[pictures], values[pictures], minlength=self.n_groups)
        return sums.astype(np.float64)


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
    numbered = variants.with_columns(
        pl.col("group_id").rank("dense").over(_SOURCE).cast(pl.Int64).alias("group") - 1,
        pl.col("group_id").n_unique().over(_SOURCE).alias("n_groups"),
    )
    in_force = numbered.join(sources.select("benchmark", "source", "kind"), on=_SOURCE).filter(
        pl.col("review") != "rejected"
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


_SOURCE = ("benchmark", "source")


def _first(group: tuple[tuple[object, ...], pl.DataFrame]) -> list[str]:
    return [str(part) for part in group[0]]


def _answers(variants: pl.DataFrame, rows: pl.DataFrame) -> Answers:
    variants = variants.sort("group_id", "variant_id").with_row_index("at")
    settings = rows.select(_WHO).unique().sort("model", "prompt_id")
    placed = rows.join(variants.select("variant_id", "at"), on="variant_id").join(
        settings.with_row_index("who"), on=_WHO
    )
    place = variants.select(pl.col("variant_id").alias("reference_variant"), reference="at")
    reference = variants.join(place, on="reference_variant", how="left", maintain_order="left")
    shape = (settings.height, variants.height)
    asked = placed.filter(pl.col("state") != "error")
    return Answers(
        benchmark=variants["benchmark"][0],
        source=variants["source"][0],
        source_version=variants["source_version"][0],
        is_sample=variants["kind"][0] == "sample",
        evaluation=rows["evaluation"][0],
        variants=variants,
        settings=tuple(Setting(*row) for row in settings.iter_rows()),
        n_groups=variants["n_groups"][0],
        group=variants["group"].to_numpy(),
        reference=reference["reference"].cast(pl.Int64).fill_null(-1).to_numpy(),
        answered=_grid(shape, asked, pl.col("state") != "error"),
        verdicts={
            (target, rule): _verdicts(shape, asked.filter(pl.col("target") == target), rule)
            for target in TARGETS
            for rule in RULES
        },
    )


def _verdicts(shape: tuple[int, int], rows: pl.DataFrame, rule: Rule) -> Verdicts:
    correct, distracted = pl.col(f"correct_{rule}"), pl.col(f"distracted_{rule}")
    # Scores leave `distracted` null where an answer is no part of the distraction likelihood.
    return Verdicts(
        correct=_grid(shape, rows, correct),
        wrong=_grid(shape, rows, ~correct & distracted.is_not_null()),
        distracted=_grid(shape, rows, distracted),
        reference_distracted=_grid(shape, rows, pl.col(f"reference_distracted_{rule}")),
    )


def _grid(shape: tuple[int, int], rows: pl.DataFrame, value: pl.Expr) -> NDArray[np.bool_]:
    """Settings by variants; false where there is no row or no value."""
    import numpy as np

    grid = np.zeros(shape, dtype=np.bool_)
    true = rows.filter(value.fill_null(False))
    grid[true["who"].to_numpy(), true["at"].to_numpy()] = True
    return grid
