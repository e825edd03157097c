"""What each scored answer adds to SIGNPOST's numbers: which cell, how much, and out of what."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

import polars as pl

from culture_conflict.benchmarks.signpost.scoring import ALPHA
from culture_conflict.tables._columns import SIGNPOST_CONTROL

__all__ = [
    "CELL",
    "SETTING",
    "WHOLE",
    "How",
    "Metric",
    "answers_of",
    "by_editor",
    "error_rate",
    "in_force",
    "metrics",
    "outcomes_of",
    "values_of",
]

How = Literal["rate", "mean", "median"]

SETTING = ("model", "prompt_id", "evaluation", "unanswered")
CELL = (*SETTING, "editor", "variant", "tier")
TRAP_RADIUS_KM = 50.0
WHOLE = 0.99  # the coverage that ranks
_ALL = pl.lit("all")


@dataclass(frozen=True)
class Metric:
    """One number of a mart: the answers it is over, what each adds, and what is told apart."""

    mart: str
    name: str
    how: How
    among: pl.Expr
    value: pl.Expr
    told_apart: tuple[str, ...] = ()


def answers_of(variants: pl.DataFrame, scores: pl.DataFrame) -> pl.DataFrame:
    """First answers to pictures in force, with factors and differences, Originals by editor.

    An Original stands once for each editor of its source, as in the marts. What was scored against
    the answer to a former Blank or Original is paired with nothing.
    """
    factors = ("variant_id", "picture", "group_id", "variant", "tier", "editor", "trap_latitude")
    rows = by_editor(variants, scores.filter(repeat=0), factors)
    return rows.with_columns(_paired_now()).with_columns(
        tbs_km=pl.col("error_km") - pl.col("blank_error_km"),
        tdr_km=pl.col("blank_trap_km") - pl.col("trap_km"),
        eligible=(pl.col("variant") == "adversarial") & pl.col("trap_latitude").is_not_null(),
    )


def in_force(variants: pl.DataFrame) -> pl.DataFrame:
    """The pictures that were not rejected by a person."""
    return variants.filter(pl.col("review") != "rejected")


def outcomes_of(variants: pl.DataFrame, *told: pl.DataFrame) -> pl.DataFrame:
    """The state of each first answer to a picture in force, whatever was asked; no controls."""
    shown = in_force(variants).filter(pl.col("variant") != SIGNPOST_CONTROL)
    columns = ("variant_id", "picture", "repeat", *SETTING, "state")
    given = pl.concat(rows.select(columns) for rows in told)
    first = given.filter(repeat=0).unique(("variant_id", *SETTING), keep="first")
    factors = shown.select("variant_id", "picture", "group_id", "variant", "tier")
    return first.join(factors, on=["variant_id", "picture"]).with_columns(editor=_ALL)


def error_rate() -> Metric:
    """The number of the mart answer_coverage, over `outcomes_of`."""
    return Metric("answer_coverage", "error_rate", "rate", pl.lit(True), pl.col("state") == "error")


def _paired_now() -> Iterator[pl.Expr]:
    """What a row is paired with, null where its group's Blank or Original is unanswered now."""
    for pair in ("blank", "original"):
        there = (pl.col("variant") == pair).any().over(*SETTING, "group_id", "editor")
        for what in ("state", "error_km", "trap_km"):
            yield pl.when(there).then(pl.col(f"{pair}_{what}"))


def by_editor(
    variants: pl.DataFrame, answers: pl.DataFrame, factors: Sequence[str]
) -> pl.DataFrame:
    """Answers to pictures in force with these columns of theirs; Originals once per editor.

    Where nothing is edited, Originals stand alone.
    """
    shown = in_force(variants)
    rows = answers.join(shown.select(factors), on=["variant_id", "picture"]).with_columns(
        pl.col("tier").fill_null("none")
    )
    edited = rows.filter(pl.col("variant") != "original")
    editors = shown.filter(pl.col("variant") != "original")["editor"].unique().to_list()
    beside = pl.DataFrame({"editor": editors or ["none"]})
    originals = rows.filter(variant="original").drop("editor").join(beside, how="cross")
    return pl.concat([edited, originals.select(edited.columns)])


def metrics() -> list[Metric]:
    """Every number that a source is described by; those over sets are made of these."""
    return [*_wla(), *_shift(), *_tiers()]


def values_of(answers: pl.DataFrame, metric: Metric) -> pl.DataFrame:
    """CELL, group_id, value of each answer that counts; what is not told apart reads `all`."""
    return answers.filter(metric.among).select(
        *SETTING,
        "editor",
        *(
            (pl.col(name) if name in metric.told_apart else _ALL).alias(name)
            for name in ("variant", "tier")
        ),
        "group_id",
        metric.value.cast(pl.Float64).fill_null(0.0).alias("value"),
    )


def _wla() -> list[Metric]:
    mart, apart = "signpost_wla", ("variant",)
    counted, error = pl.col("counted"), pl.col("error_km")
    return [
        Metric(mart, "wla", "mean", counted, pl.col("wla"), apart),
        Metric(mart, "wla_all", "mean", pl.lit(True), pl.col("wla"), apart),
        Metric(mart, "median_km", "median", error.is_not_null(), error, apart),
        *(Metric(mart, f"acc_{km}", "rate", counted, error <= km, apart) for km in (25, 200, 750)),
        Metric(mart, "over_2500", "rate", counted, error > 2500, apart),
    ]


def _shift() -> list[Metric]:
    mart, tbs, tdr = "signpost_shift", pl.col("tbs_km"), pl.col("tdr_km")
    eligible = pl.col("eligible")
    redrawn = _is(SIGNPOST_CONTROL) & pl.col("counted") & _counts("original")
    paired = eligible & tdr.is_not_null()
    return [
        *(
            Metric(mart, f"tbs_{kind}_km", "mean", tbs.is_not_null() & _is(kind), tbs)
            for kind in ("similar", "random", "adversarial")
        ),
        Metric(mart, "tfr", "rate", eligible & pl.col("counted"), _near("trap_km")),
        *(
            Metric(mart, f"tfr_{pair}", "rate", eligible & _counts(pair), _near(f"{pair}_trap_km"))
            for pair in ("blank", "original")
        ),
        Metric(mart, "tdr_mean_km", "mean", paired, tdr),
        Metric(mart, "tdr_median_km", "median", paired, tdr),
        Metric(mart, "attraction", "rate", paired, tdr > 0),
        Metric(mart, "wla_native_change", "mean", redrawn, pl.col("wla") - _wla_original()),
    ]


def _tiers() -> list[Metric]:
    mart, apart, tbs = "signpost_by_tier", ("tier",), pl.col("tbs_km")
    return [
        *(
            Metric(mart, f"wla_{kind}", "mean", pl.col("counted") & _is(kind), pl.col("wla"), apart)
            for kind in ("original", "blank", "adversarial")
        ),
        Metric(
            mart,
            "tbs_adversarial_km",
            "mean",
            tbs.is_not_null() & _is("adversarial"),
            tbs,
            apart,
        ),
    ]


def _wla_original() -> pl.Expr:
    """WLA of the paired answer to the Original, 0 where that names no place (eq. 1)."""
    return (-ALPHA * pl.col("original_error_km")).exp().fill_null(0.0)


def _is(variant: str) -> pl.Expr:
    return pl.col("variant") == variant


def _near(distance: str) -> pl.Expr:
    return pl.col(distance) < TRAP_RADIUS_KM


def _counts(pair: str) -> pl.Expr:
    """Whether the paired answer is in the denominator, by the policy of the scores (ruling 8)."""
    state = pl.col(f"{pair}_state")
    kept = pl.when(unanswered="drop").then(state == "ok").otherwise(state != "error")
    return kept.fill_null(False)
