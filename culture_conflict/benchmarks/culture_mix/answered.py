"""Answers about CultureMix shaped for counting: one row per picture and question."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import current_predictions

__all__ = ["RULES", "answers", "beside_alone", "by_distance", "own_pictures"]

RULES = ("as_published", "guarded")
_ASKED = ("variant_id", "model", "prompt_id", "evaluation", "repeat")
_SHOWN = (
    *("subtask", "augmentation", "background_kind", "food_distance", "background_distance"),
    *("control", "control_of", "object", "size_ratio", "framing", "editor"),
)
_SETTING = ("model", "prompt_id", "evaluation", "target")
_ITSELF = (pl.col("subtask") == "sf") & (pl.col("augmentation") == 0)


def answers(
    predictions: pl.DataFrame,
    mix_scores: pl.DataFrame,
    variants: pl.DataFrame,
    mixed_images: pl.DataFrame,
) -> pl.DataFrame:
    """One model's PREDICTIONS and MIX_SCORES of one source, with what their pictures show.

    First answers to pictures now in force, controls and photographs included. Further columns:
    source_version, group_id, truth_country, and `answered`, every state but error. A label is
    compared with that of the single picture as it is now: where the scores compared it with an
    answer to a former one, there is no baseline.
    """
    facts = ("source_version", "group_id", "truth_country")
    asked = current_predictions(predictions, variants).select(*_ASKED, *facts)
    rows = (
        mix_scores.join(asked, on=list(_ASKED))
        .join(mixed_images.select("variant_id", *_SHOWN), on="variant_id")
        .with_columns(answered=pl.col("state") != "error")
    )
    known = (_ITSELF & pl.col("label").is_not_null()).any().over(*_SETTING, "group_id")
    return rows.with_columns(
        shift=pl.when(pl.col("shift").is_not_null() & ~known)
        .then(pl.lit("no_baseline"))
        .otherwise("shift"),
        food_pull=pl.when(known).then("food_pull"),
        background_pull=pl.when(known).then("background_pull"),
    )


def own_pictures(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows about the benchmark's own pictures: no controls, no photographs (§5)."""
    return rows.filter(pl.col("control").is_null(), pl.col("framing").is_null())


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


def beside_alone(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows about other pictures than the unaugmented single one, with the verdicts on that.

    Further columns: `paired` (both were answered), and before_as_published, before_guarded (false
    where the single picture was not answered).
    """
    alone = rows.filter(_ITSELF, pl.col("control").is_null()).select(
        *_SETTING,
        "group_id",
        before_answered="answered",
        before_as_published="correct_as_published",
        before_guarded="correct_guarded",
    )
    joined = rows.filter(~_ITSELF).join(alone, on=[*_SETTING, "group_id"], how="left")
    known = pl.col("before_answered").fill_null(False)
    return joined.with_columns(
        pl.col("before_as_published", "before_guarded").fill_null(False),
        paired=pl.col("answered") & known,
    )
