"""Every rate of every ConfusedTourist mart, as tallies over items."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import SETTING
from culture_conflict.benchmarks.confused_tourist.tallies import (
    Rate,
    difference,
    drop,
    rate,
    tally,
)
from culture_conflict.places.countries import countries

__all__ = ["error_tallies", "headline_tallies", "mart_tallies"]

_CELL = ("perturb_method", "pair_method", "difficulty", "perturb_context")
_GIVEN, _ALL = pl.col("answered"), pl.col("variant_id").is_not_null()
_ORIGINAL = pl.col("perturb_method") == "none"
_COUNTRY = pl.col("target") == "country"
_ACCURACY = rate(pl.col("correct"), _GIVEN)
_DROP_PAIRED = difference(pl.col("reference_correct"), pl.col("correct"), pl.col("paired"))
_FOLLOWS = pl.col("distracted").fill_null(False)


def mart_tallies(answers: pl.DataFrame, variants: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """`answered.answers` of one model and source to one tally per rate, which may be large.

    VARIANTS tell which cells stand in the marts: originals stand beside pictures that nobody has
    answered yet, too.
    """
    sliced = pl.concat([answers, answers.with_columns(category=pl.lit("all"))])
    yield from _accuracy(sliced)
    yield from _distraction(sliced)
    yield from _regions(answers, variants)
    yield from _fallbacks(answers)
    yield from headline_tallies(answers, variants)


def error_tallies(predictions: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """`answered.current_predictions` to the tally of requests that ended in an error."""
    rates = {"error_rate": rate(pl.col("state") == "error", _ALL)}
    return tally(predictions, "answer_coverage", (), rates)


def _accuracy(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    mart, grain = "confused_tourist_accuracy", ("target", "rule", "category", "editor", *_CELL)
    rates = {
        "accuracy": _ACCURACY,
        "accuracy_all": rate(pl.col("correct"), _ALL),
        "drop_paired": _DROP_PAIRED,
    }
    unpaired = {"drop_unpaired": drop(pl.col("is_original"))}
    beside = _with_originals(rows, ("target", "rule", "category"), ("editor", *_CELL))
    yield from tally(rows, mart, grain, rates)
    yield from tally(beside, mart, grain, unpaired)


def _with_originals(
    rows: pl.DataFrame, shared: tuple[str, ...], cell: tuple[str, ...]
) -> pl.DataFrame:
    """The rows of perturbed cells, and with each cell the originals of its `shared` columns."""
    on = [*SETTING, *shared]
    perturbed = rows.filter(~_ORIGINAL)
    cells = perturbed.select(*on, *cell).unique()
    originals = rows.filter(_ORIGINAL).drop(cell).join(cells, on=on)
    return pl.concat(
        [
            perturbed.with_columns(is_original=pl.lit(value=False)),
            originals.with_columns(is_original=pl.lit(value=True)).select(
                *perturbed.columns, "is_original"
            ),
        ]
    )


def _distraction(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    shown = rows.filter(_COUNTRY, pl.col("distractor_country").is_not_null())
    rates: dict[str, Rate] = {
        "distraction": rate(pl.col("distracted"), pl.col("wrong")),
        "distraction_original": rate(pl.col("reference_distracted"), pl.col("reference_wrong")),
        "difference": difference(
            pl.col("distracted"), pl.col("reference_distracted"), pl.col("paired")
        ),
    }
    grain = ("target", "rule", "category", "editor", *_CELL)
    return tally(shown, "confused_tourist_distraction", grain, rates)


def _regions(answers: pl.DataFrame, variants: pl.DataFrame) -> Iterator[pl.DataFrame]:
    mart, grain = "confused_tourist_subregion", ("target", "rule", "level", "region")
    cell = ("editor", "perturb_method")
    placed = _by_region(answers)
    rates = {
        "accuracy_perturbed": _ACCURACY,
        "drop_paired": _DROP_PAIRED,
        "distraction": rate(_FOLLOWS, pl.col("wrong") & pl.col("distracted").is_not_null()),
    }
    shown = _by_region(_in_force(variants).filter(~_ORIGINAL))
    cells = shown.select("level", "region", *cell).unique()
    beside = placed.filter(_ORIGINAL).drop(cell).join(cells, on=["level", "region"])
    yield from tally(placed.filter(~_ORIGINAL), mart, (*grain, *cell), rates)
    yield from tally(beside, mart, (*grain, *cell), {"accuracy_original": _ACCURACY})


def _by_region(rows: pl.DataFrame) -> pl.DataFrame:
    """Each row once by its country and once by that country's sub-region."""
    sub_regions = {code: country.sub_region for code, country in countries().items()}
    named = pl.col("truth_country").replace_strict(sub_regions, default="unknown")
    by_country = rows.with_columns(level=pl.lit("country"), region=pl.col("truth_country"))
    return pl.concat([by_country, rows.with_columns(level=pl.lit("sub_region"), region=named)])


def _in_force(variants: pl.DataFrame) -> pl.DataFrame:
    return variants.filter(pl.col("review") != "rejected")


def _fallbacks(answers: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Shares of answered countries: each of them is a cell over all wrong answers of its method."""
    cell = ("editor", "rule", "perturb_method")
    wrong = answers.filter(_COUNTRY, pl.col("wrong"), ~_FOLLOWS).with_columns(
        given=pl.col("answer_country").fill_null("none")
    )
    named = wrong.select(*SETTING, *cell, answered_country="given").unique()
    shares = wrong.join(named, on=[*SETTING, *cell])
    rates = {"share": rate(pl.col("given") == pl.col("answered_country"), _ALL)}
    return tally(shares, "confused_tourist_fallback", (*cell, "answered_country"), rates)


def headline_tallies(both_rules: pl.DataFrame, variants: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """The leaderboard's: a row per editor of stacked pictures, the originals beside each."""
    answers = both_rules.filter(rule="guarded")
    stacked = answers.filter(perturb_method="stacked")
    editors = _in_force(variants).filter(perturb_method="stacked")["editor"].unique().sort()
    beside = answers.filter(_ORIGINAL).drop("editor")
    beside = beside.join(pl.DataFrame({"editor": editors.to_list() or ["none"]}), how="cross")
    frames = {"original": beside, "stacked": stacked}
    rates: dict[str, dict[str, Rate]] = {
        name: {
            f"{target}_accuracy_{name}": _asking(target, _ACCURACY)
            for target in ("country", "item")
        }
        for name in frames
    }
    rates["stacked"] |= {
        "distraction_stacked": _asking("country", rate(_FOLLOWS, pl.col("wrong"))),
        "country_drop_stacked": _asking("country", _DROP_PAIRED),
    }
    for name, rows in frames.items():
        yield from tally(rows, "confused_tourist_leaderboard", ("editor",), rates[name])


def _asking(target: str, parts: Rate) -> Rate:
    asked = pl.col("target") == target
    return {name: expression & asked for name, expression in parts.items()}
