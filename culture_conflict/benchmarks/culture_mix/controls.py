"""Rates over foods: of controls (§4.3, B.2), what failed a check, and marked photographs (§5)."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.benchmarks.confused_tourist.tallies import Rate, difference, rate, tally
from culture_conflict.benchmarks.culture_mix.answered import RULES, own_pictures

__all__ = ["control_tallies", "real_tallies"]

_ASKED = ("model", "prompt_id", "evaluation", "target")
_EDITOR = pl.when(control="failed_gates").then("editor").otherwise(pl.lit("all"))


def control_tallies(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """`answered.answers` to tallies: each control against the picture that it was made of.

    A control that names none is set against the food's unaugmented single picture. Of pictures that
    failed a check each editor's are told apart.
    """
    beside = _beside(rows)
    placed = pl.concat(
        [
            beside.with_columns(level=pl.lit("all")),
            beside.filter(pl.col("control") != "flip").with_columns(level=_level()),
        ]
    )
    for rule in RULES:
        correct, before = pl.col(f"correct_{rule}"), pl.col(f"before_{rule}").fill_null(False)
        rates: dict[str, Rate] = {
            "accuracy": rate(correct, pl.col("answered")),
            "same_label": rate(pl.col("label") == pl.col("before_label"), pl.col("paired")),
            "difference": difference(correct, before, pl.col("paired")),
        }
        ruled = placed.with_columns(rule=pl.lit(rule), cue=pl.col("control"), editor=_EDITOR)
        grain = ("editor", "target", "rule", "cue", "level")
        yield from tally(ruled, "culture_mix_controls", grain, rates)


def real_tallies(judged: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Rows with `rule` and `correct` to tallies: foods cut out, and marked among others."""
    level = (
        pl.when(pl.col("framing") == "crop")
        .then(pl.lit("alone"))
        .when(pl.col("food_distance") == "same_country")
        .then(pl.lit("same country"))
        .otherwise(pl.lit("several countries"))
    )
    photographs = pl.col("framing").is_not_null() & pl.col("control").is_null()
    framed = judged.filter(photographs).with_columns(level=level)
    rates = {"accuracy": rate(pl.col("correct"), pl.col("answered"))}
    return tally(framed, "culture_mix_real", ("target", "rule", "level"), rates)


def _beside(rows: pl.DataFrame) -> pl.DataFrame:
    own = own_pictures(rows)
    alone = own.filter(pl.col("subtask") == "sf", pl.col("augmentation") == 0)
    known = alone.select("group_id", *_ASKED, alone="variant_id")
    before = own.select(
        *_ASKED,
        "variant_id",
        before_answered="answered",
        before_label="label",
        **{f"before_{rule}": f"correct_{rule}" for rule in RULES},
    )
    controls = rows.filter(pl.col("control").is_not_null())
    joined = (
        controls.join(known, on=["group_id", *_ASKED], how="left")
        .with_columns(made_of=pl.coalesce("control_of", "alone"))
        .join(
            before.rename({"variant_id": "made_of"}),
            on=["made_of", *_ASKED],
            how="left",
        )
    )
    paired = pl.col("answered") & pl.col("before_answered").fill_null(False)
    return joined.with_columns(paired=paired)


def _level() -> pl.Expr:
    ratio = pl.col("size_ratio")
    return (
        pl.when(pl.col("control") == "agnostic")
        .then(pl.col("object").fill_null("unknown"))
        .when(pl.col("control") == "failed_gates")
        .then(pl.col("subtask"))
        .when(ratio.is_null())
        .then(pl.lit("unknown"))
        .when(ratio < 1)
        .then(pl.lit("target smaller"))
        .otherwise(pl.lit("target larger"))
    )
