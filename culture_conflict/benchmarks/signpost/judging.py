"""Answers about conflict, country and language, each judged by its group's scene and trap."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.signpost.scoring import Unanswered
from culture_conflict.places.languages import named_languages
from culture_conflict.places.nearest import country_at
from culture_conflict.tables.signpost_judgements import SIGNPOST_JUDGEMENTS

__all__ = ["judge_answers"]

_OF_VARIANT = (
    *("variant_id", "picture", "truth_country", "trap_country"),
    *("native_language", "injected_language"),
)


def judge_answers(
    predictions: pl.DataFrame, variants: pl.DataFrame, *, unanswered: Unanswered = "wrong"
) -> pl.DataFrame:
    """SIGNPOST_PREDICTIONS and SIGNPOST_VARIANTS to SIGNPOST_JUDGEMENTS.

    One row per current answer to a prompt that asks for more than coordinates; stale answers are
    left out. An answer that reports no conflict, says nothing of one or refuses has `conflict`
    false (ruling 8); only errors leave the denominators. The country of a scene is its own where
    that is known, else that of the nearest city; the country of a trap is its geocoder's. A
    language is named where the answer names exactly one (ruling 2).
    """
    asked = predictions.filter(pl.col("task").fill_null("coordinates") != "coordinates")
    current = asked.join(
        _truths(variants), on=["variant_id", "picture"], how="inner", maintain_order="left"
    )
    named, truth, trap = _compared(current)
    counted = pl.col("state") == "ok" if unanswered == "drop" else pl.col("state") != "error"
    rows = current.with_columns(
        counted=counted,
        conflict=(pl.col("conflict") == "yes").fill_null(False),
        trusts_text=(pl.col("trusts") == "text").fill_null(False),
        names=pl.when(named == truth)
        .then(pl.lit("truth"))
        .when(named == trap)
        .then(pl.lit("trap"))
        .when(named.is_not_null())
        .then(pl.lit("elsewhere")),
        has_truth=truth.is_not_null(),
        foreign_trap=(trap != truth).fill_null(False),
        unanswered=pl.lit(unanswered),
    )
    return rows.select(SIGNPOST_JUDGEMENTS.schema.names()).cast(SIGNPOST_JUDGEMENTS.schema)


def _compared(answers: pl.DataFrame) -> tuple[pl.Expr, pl.Expr, pl.Expr]:
    """What an answer names, and what the scene's and the trap's would be, by what was asked."""
    said = answers["language"].map_elements(_one_language, pl.String)
    of_language = pl.col("task") == "language"
    return (
        pl.when(of_language).then(said).otherwise("country"),
        pl.when(of_language).then("native_language").otherwise("truth_country"),
        pl.when(of_language).then("injected_language").otherwise("trap_country"),
    )


def _one_language(answer: str) -> str | None:
    named = named_languages(answer)
    return named[0] if len(named) == 1 else None


def _truths(variants: pl.DataFrame) -> pl.DataFrame:
    rows = variants.select("latitude", "longitude", "country")
    truths = [
        country or country_at(latitude, longitude)
        for latitude, longitude, country in rows.iter_rows()
    ]
    return variants.with_columns(truth_country=pl.Series(truths, dtype=pl.String)).select(
        _OF_VARIANT
    )
