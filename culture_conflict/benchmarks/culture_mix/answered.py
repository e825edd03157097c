"""Answers about CultureMix shaped for counting: one row per picture and question."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import current_predictions

__all__ = ["RULES", "answers", "by_distance"]

RULES = ("as_published", "guarded")
_ASKED = ("variant_id", "model", "prompt_id", "evaluation", "repeat")
_SHOWN = ("subtask", "augmentation", "background_kind", "food_distance", "background_distance")


def answers(
    predictions: pl.DataFrame,
    mix_scores: pl.DataFrame,
    variants: pl.DataFrame,
    mixed_images: pl.DataFrame,
) -> pl.DataFrame:
    """One model's PREDICTIONS and MIX_SCORES of one source, with what their pictures show.

    First answers to pictures now in force. Further columns: source_version, group_id,
    truth_country, and `answered`, every state but error.
    """
    facts = ("source_version", "group_id", "truth_country")
    asked = current_predictions(predictions, variants).select(*_ASKED, *facts)
    return (
        mix_scores.join(asked, on=list(_ASKED))
        .join(mixed_images.select("variant_id", *_SHOWN), on="variant_id")
        .with_columns(answered=pl.col("state") != "error")
    )


def by_distance(rows: pl.DataFrame) -> pl.DataFrame:
    """Each row once as a whole, and once per distractor: columns cue and distance."""
    whole = rows.with_columns(cue=pl.lit("all"), distance=pl.lit("all"))
    parts = [
        rows.filter(pl.col(f"{cue}_distance").is_not_null()).with_columns(
            cue=pl.lit(cue), distance=pl.col(f"{cue}_distance")
        )
        for cue in ("food", "background")
    ]
    return pl.concat([whole, *parts])
