"""The points of Figure 4: what each item adds to the accuracy and distraction of a model there."""

from __future__ import annotations

import polars as pl

from culture_conflict.places.countries import countries

__all__ = ["CLOUD", "POINT_COUNTS", "point_tally"]

CLOUD = (
    "benchmark",
    "source",
    "source_version",
    "prompt_id",
    "evaluation",
    "editor",
    "rule",
    "perturb_method",
)
POINT_COUNTS = ("n_correct", "n", "n_distracted", "n_wrong")


def point_tally(answers: pl.DataFrame) -> pl.DataFrame:
    """`answered.answers` of one model to counts per cloud, model, sub-region and group.

    Pictures with a foreign cue and the question for the country only, as Figure 4 has them.
    """
    sub_regions = {code: country.sub_region for code, country in countries().items()}
    asked = pl.col("target") == "country"
    shown = answers.filter(asked, pl.col("distractor_country").is_not_null())
    placed = shown.with_columns(
        region=pl.col("truth_country").replace_strict(sub_regions, default="unknown")
    )
    return placed.group_by(*CLOUD, "model", "region", "group_id").agg(
        n_correct=pl.col("correct").sum(),
        n=pl.col("answered").sum(),
        n_distracted=pl.col("distracted").sum(),
        n_wrong=pl.col("wrong").sum(),
    )
