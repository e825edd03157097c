"""What each judged answer adds to SIGNPOST's numbers about conflict and trust."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.statistics.signpost_tallies import SETTING, WHOLE, Metric, by_editor, in_force

__all__ = ["JUDGED_MARTS", "judged_covered", "judged_metrics", "judged_of"]

JUDGED_MARTS = ("signpost_probing", "signpost_cross_task")

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


def judged_covered(variants: pl.DataFrame, told: pl.DataFrame) -> Iterator[tuple[str, ...]]:
    """Settings, editor and kind of picture with answers to 99 % of the Adversarial or Originals."""
    shown = in_force(variants)
    kinds = ("adversarial", "original")
    sizes = shown.filter(variant="adversarial").group_by("editor").len("of")
    n_originals = shown.filter(variant="original").height
    shares = (
        told.filter(pl.col("state") != "error", pl.col("variant").is_in(kinds))
        .group_by(*SETTING, "editor", "variant")
        .len("answered")
        .join(sizes, on="editor")
        .with_columns(of=pl.when(variant="original").then(n_originals).otherwise("of"))
        .filter(pl.col("answered") >= WHOLE * pl.col("of"))
    )
    yield from shares.select(*SETTING, "editor", "variant").iter_rows()


def judged_metrics() -> list[Metric]:
    """The numbers of the marts signpost_probing, signpost_cross_task and signpost_naming."""
    counted, error = pl.col("counted"), pl.col("error_km")
    placed, shown = pl.col("task").is_in(_WITH_PLACE), pl.col("variant") == "adversarial"
    probing, cross = JUDGED_MARTS
    return [
        Metric(probing, "wla", "mean", counted & placed & shown, pl.col("wla")),
        Metric(probing, "median_km", "median", placed & shown & error.is_not_null(), error),
        *_rates(probing, "cda", placed, pl.col("conflict")),
        *_rates(probing, "text_dominance", pl.col("task") == "probing", pl.col("trusts_text")),
        *_rates(cross, "conflict_recall", pl.col("task") == "consistency", pl.col("conflict")),
        *_rates(cross, "text_dominance", pl.col("task") == "country", pl.col("trusts_text")),
        _naming("native", pl.col("has_truth"), "truth"),
        _naming("injected", pl.col("foreign_trap"), "trap"),
    ]


def _naming(name: str, among: pl.Expr, whose: str) -> Metric:
    """Per kind of picture, over the answers to prompts for a country or a language."""
    asked = pl.col("counted") & pl.col("task").is_in(("country", "language")) & among
    named = (pl.col("names") == whose).fill_null(False)
    return Metric("signpost_naming", name, "rate", asked, named, ("variant",))


def _rates(mart: str, name: str, among: pl.Expr, value: pl.Expr) -> list[Metric]:
    """Over the answers to Adversarial, and beside it over those to Original, where none is due."""
    return [
        Metric(mart, named, "rate", pl.col("counted") & among & (pl.col("variant") == kind), value)
        for named, kind in ((name, "adversarial"), (f"{name}_original", "original"))
    ]
