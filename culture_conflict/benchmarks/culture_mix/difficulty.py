"""How hard each dish is alone: what named models made of its own picture (§2.3)."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from culture_conflict.benchmarks.culture_mix.answered import own_pictures
from culture_conflict.errors import ComparisonError

__all__ = ["food_difficulty"]


def food_difficulty(
    scores: Mapping[str, pl.DataFrame],
    items: pl.DataFrame,
    mixed_images: pl.DataFrame,
    base_prompt: str,
) -> list[dict[str, object]]:
    """Rows for FOOD_DIFFICULTY from each model's MIX_SCORES: external_id, models, n_right, level.

    Counted is the country (guarded) of the answer to the unaugmented single picture, asked with
    the base prompt in the evaluation `main` for the first time. easy: all models right, hard:
    none, middle: some. A dish that not all models answered about is left out.

    Raises:
        ComparisonError: no model is named, or one has no such answer.
    """
    if not scores:
        raise ComparisonError("Difficulty needs at least one model. Name some behind --models.")
    alone = (
        own_pictures(mixed_images)
        .filter(pl.col("subtask") == "sf", pl.col("augmentation") == 0)
        .select("variant_id", "item_id")
    )
    found = [_of_model(model, rows, alone, base_prompt) for model, rows in sorted(scores.items())]
    counted = (
        pl.concat(found)
        .group_by("item_id")
        .agg(n_right=pl.col("right").sum().cast(pl.Int64), n=pl.len())
        .filter(pl.col("n") == len(scores))
        .join(items.select("item_id", "external_id"), on="item_id")
        .sort("external_id")
    )
    models = sorted(scores)
    return [
        {
            "external_id": row["external_id"],
            "models": models,
            "n_right": row["n_right"],
            "difficulty": _level(row["n_right"], len(models)),
        }
        for row in counted.iter_rows(named=True)
    ]


def _of_model(
    model: str, scores: pl.DataFrame, alone: pl.DataFrame, base_prompt: str
) -> pl.DataFrame:
    first = (pl.col("evaluation") == "main") & (pl.col("repeat") == 0)
    answered = scores.filter(first, pl.col("target") == "country", pl.col("state") != "error")
    given = answered.join(alone, on="variant_id")
    rows = given.filter(prompt_id=base_prompt)
    if rows.is_empty():
        others = ", ".join(given["prompt_id"].unique().sort())
        raise ComparisonError(
            f"{model} has answered about no single dish of this source with the base prompt "
            f"{base_prompt} in the evaluation main"
            f"{f' (only with {others})' if others else ''}. Run "
            f"`culture-conflict evaluate --model {model} --source ...` first."
        )
    return rows.select("item_id", right="correct_guarded")


def _level(n_right: int, n_models: int) -> str:
    if n_right == n_models:
        return "easy"
    return "hard" if n_right == 0 else "middle"
