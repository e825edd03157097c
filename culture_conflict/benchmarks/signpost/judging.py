"""Answers about conflict, country and language, each judged by its group's scene and trap."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.signpost.scoring import Unanswered
from culture_conflict.places.nearest import country_at
from culture_conflict.tables.signpost_judgements import SIGNPOST_JUDGEMENTS

__all__ = ["judge_answers"]

_OF_VARIANT = ("variant_id", "picture", "truth_country", "trap_country")


def judge_answers(
    predictions: pl.DataFrame, variants: pl.DataFrame, *, unanswered: Unanswered = "wrong"
) -> pl.DataFrame:
    """SIGNPOST_PREDICTIONS and SIGNPOST_VARIANTS to SIGNPOST_JUDGEMENTS.

    One row per current answer to a prompt that asks for more than coordinates; stale answers are
    left out. An answer that reports no conflict, says nothing of one or refuses has `conflict`
    false (ruling 8); only errors leave the denominators. The country of a scene is its own where
    that is known, the country of a trap and of other scenes that of the nearest city.
    """
    asked = predictions.filter(pl.col("task").fill_null("coordinates") != "coordinates")
    current = asked.join(
        _places(variants), on=["variant_id", "picture"], how="inner", maintain_order="left"
    )
    country, truth, trap = (pl.col(name) for name in ("country", "truth_country", "trap_country"))
    counted = pl.col("state") == "ok" if unanswered == "drop" else pl.col("state") != "error"
    rows = current.with_columns(
        counted=counted,
        conflict=(pl.col("conflict") == "yes").fill_null(False),
        trusts_text=(pl.col("trusts") == "text").fill_null(False),
        names=pl.when(country == truth)
        .then(pl.lit("truth"))
        .when(country == trap)
        .then(pl.lit("trap"))
        .when(country.is_not_null())
        .then(pl.lit("elsewhere")),
        foreign_trap=(trap != truth).fill_null(False),
        unanswered=pl.lit(unanswered),
    )
    return rows.select(SIGNPOST_JUDGEMENTS.schema.names()).cast(SIGNPOST_JUDGEMENTS.schema)


def _places(variants: pl.DataFrame) -> pl.DataFrame:
    rows = variants.select("latitude", "longitude", "trap_latitude", "trap_longitude", "country")
    truths, traps = [], []
    for latitude, longitude, trap_latitude, trap_longitude, country in rows.iter_rows():
        truths.append(country or country_at(latitude, longitude))
        trapped = trap_latitude is not None and trap_longitude is not None
        traps.append(country_at(trap_latitude, trap_longitude) if trapped else None)
    found = variants.select(
        "variant_id",
        "picture",
        pl.Series("truth_country", truths, dtype=pl.String),
        pl.Series("trap_country", traps, dtype=pl.String),
    )
    return found.select(_OF_VARIANT)
