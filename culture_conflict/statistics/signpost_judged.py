"""What each judged answer adds to SIGNPOST's numbers about conflict and trust."""

from __future__ import annotations

import polars as pl

from culture_conflict.statistics.signpost_tallies import Metric, by_editor

__all__ = ["judged_metrics", "judged_of"]

_ANSWER = ("variant_id", "source", "model", "prompt_id", "evaluation", "repeat", "unanswered")
_WITH_PLACE = ("probing", "defence")


def judged_of(
    variants: pl.DataFrame, scores: pl.DataFrame, judgements: pl.DataFrame
) -> pl.DataFrame:
    """First judged answers to pictures in force, with factors and scores, Originals by editor."""
    placed = scores.select(*_ANSWER, "wla", "error_km")
    first = judgements.filter(repeat=0).join(
        placed, on=_ANSWER, how="left", maintain_order="left", validate="1:1"
    )
    factors = ("variant_id", "picture", "group_id", "variant", "tier", "editor")
    return by_editor(variants, first, factors)


def judged_metrics() -> list[Metric]:
    """The numbers of the marts signpost_probing and signpost_cross_task."""
    counted, error = pl.col("counted"), pl.col("error_km")
    placed, shown = pl.col("task").is_in(_WITH_PLACE), pl.col("variant") == "adversarial"
    probing, cross = "signpost_probing", "signpost_cross_task"
    return [
        Metric(probing, "wla", "mean", counted & placed & shown, pl.col("wla")),
        Metric(probing, "median_km", "median", placed & shown & error.is_not_null(), error),
        *_rates(probing, "cda", placed, pl.col("conflict")),
        *_rates(cross, "conflict_recall", pl.col("task") == "consistency", pl.col("conflict")),
        *_rates(cross, "text_dominance", pl.col("task") == "country", pl.col("trusts_text")),
        *_rates(
            cross,
            "trap_country",
            (pl.col("task") == "country") & pl.col("foreign_trap"),
            (pl.col("names") == "trap").fill_null(False),
        ),
    ]


def _rates(mart: str, name: str, among: pl.Expr, value: pl.Expr) -> list[Metric]:
    """Over the answers to Adversarial, and beside it over those to Original, where none is due."""
    return [
        Metric(mart, named, "rate", pl.col("counted") & among & (pl.col("variant") == kind), value)
        for named, kind in ((name, "adversarial"), (f"{name}_original", "original"))
    ]
