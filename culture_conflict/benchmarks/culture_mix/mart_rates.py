"""Every rate of every CultureMix mart, as tallies over foods."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.benchmarks.confused_tourist.answered import SETTING
from culture_conflict.benchmarks.confused_tourist.tallies import rate, tally
from culture_conflict.benchmarks.culture_mix.answered import (
    RULES,
    beside_alone,
    by_distance,
    own_pictures,
)
from culture_conflict.benchmarks.culture_mix.confidence import confidence_tallies
from culture_conflict.benchmarks.culture_mix.controls import control_tallies, real_tallies
from culture_conflict.benchmarks.culture_mix.entropy import food_entropies
from culture_conflict.benchmarks.culture_mix.resource_levels import resource_levels
from culture_conflict.places.countries import countries

__all__ = ["entropy_tally", "mart_tallies"]

_GIVEN, _ALL = pl.col("answered"), pl.col("variant_id").is_not_null()
_CUES = ("food", "background")
_READ = pl.col("shift").is_in(["kept", "shifted"])


def mart_tallies(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """`answered.answers` of one model and source to tallies, one frame per rate."""
    own = own_pictures(rows)
    beside = beside_alone(own)
    for rule in RULES:
        correct = pl.col("answered") & pl.col(f"correct_{rule}")
        judged = own.with_columns(rule=pl.lit(rule), correct=correct)
        yield from _accuracy(judged)
        yield from real_tallies(rows.with_columns(rule=pl.lit(rule), correct=correct))
        yield from _transitions(beside.with_columns(rule=pl.lit(rule)), rule)
    yield from _shifts(own)
    yield from control_tallies(rows)
    yield from confidence_tallies(own)
    yield from _boards(own)
    yield from _confusion(own.filter(pl.col("target") == "country", _GIVEN))


def entropy_tally(rows: pl.DataFrame) -> pl.DataFrame:
    """The same rows to the entropies of foods: SETTING, the mart's cell, group_id and values."""
    cell = (*SETTING, "target", "subtask", "cue", "distance")
    own = own_pictures(rows)
    objects = rows.filter(control="agnostic").with_columns(subtask=pl.lit("object"))
    return food_entropies(by_distance(pl.concat([own, objects])).filter(_GIVEN), cell)


def _transitions(rows: pl.DataFrame, rule: str) -> Iterator[pl.DataFrame]:
    before, after, paired = pl.col(f"before_{rule}"), pl.col(f"correct_{rule}"), pl.col("paired")
    moves = {
        "true_true": before & after,
        "true_false": before & ~after,
        "false_true": ~before & after,
        "false_false": ~before & ~after,
    }
    rates = {name: rate(move, paired) for name, move in moves.items()}
    grain = ("target", "rule", "subtask")
    return tally(rows, "culture_mix_transitions", grain, rates)


def _accuracy(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    shown = rows.filter(pl.col("background_distance").is_not_null())
    sliced = pl.concat(
        [
            rows.with_columns(background_kind=pl.lit("all")),
            shown.with_columns(pl.col("background_kind").fill_null("unknown")),
        ]
    )
    cell = ("target", "rule", "subtask")
    correct = pl.col("correct")
    rates = {"accuracy": rate(correct, _GIVEN), "accuracy_all": rate(correct, _ALL)}
    yield from tally(sliced, "culture_mix_accuracy", (*cell, "background_kind"), rates)
    placed = by_distance(rows).filter(pl.col("cue") != "all")
    by = (*cell, "cue", "distance")
    yield from tally(placed, "culture_mix_distance", by, {"accuracy": rate(correct, _GIVEN)})


def _shifts(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    parts = [
        rows.filter(pl.col(f"{cue}_distance").is_not_null()).with_columns(
            cue=pl.lit(cue), pull=pl.col(f"{cue}_pull")
        )
        for cue in _CUES
    ]
    copies = rows.filter(pl.col("subtask") == "sf", pl.col("augmentation") > 0).with_columns(
        cue=pl.lit("augmentation"), pull=pl.lit(None, pl.String)
    )
    placed = pl.concat([*parts, copies])
    mart, grain = "culture_mix_label_shift", ("target", "subtask", "cue")
    compared = _READ | (pl.col("shift") == "unparsed")
    rates = {
        "kept": rate(pl.col("shift") == "kept", _READ),
        "label_shift": rate(pl.col("shift") == "shifted", _READ),
        "label_shift_all": rate(pl.col("shift") != "kept", compared),
    }
    yield from tally(placed, mart, grain, rates)
    goals = {
        f"to_{goal}": rate(pl.col("pull") == goal, _READ)
        for goal in ("distractor", "continent", "elsewhere")
    }
    country = pl.col("target") == "country"
    yield from tally(placed.filter(country, pl.col("cue") != "augmentation"), mart, grain, goals)
    del goals["to_continent"]
    yield from tally(placed.filter(~country, pl.col("cue") == "food"), mart, grain, goals)


def _confusion(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """Each answered country, or resource level, is a cell over all answers about one of targets."""
    known = pl.col("label").is_in(sorted(countries()))
    named = rows.with_columns(
        level=pl.lit("country"), given=pl.when(known).then("label").otherwise(pl.lit("none"))
    )
    levelled = named.with_columns(
        _resource("truth_country"), _resource("given"), level=pl.lit("resource")
    )
    grain = ("level", "subtask", "truth_country", "answered_country")
    for placed in (named, levelled):
        on = [*SETTING, "level", "subtask", "truth_country"]
        cells = placed.select(*on, answered_country="given").unique()
        rates = {"share": rate(pl.col("given") == pl.col("answered_country"), _ALL)}
        yield from tally(placed.join(cells, on=on), "culture_mix_confusion", grain, rates)


def _boards(rows: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """What models rank by, dishes alone and all mixed pictures together, and what pulls labels."""
    alone = pl.col("subtask") == "sf"
    food, place = (pl.col(f"{cue}_distance").is_not_null() for cue in _CUES)
    has_goal = food | (place & (pl.col("target") == "country"))
    pulls = [(pl.col(f"{cue}_pull") == "distractor").fill_null(False) for cue in _CUES]
    for rule in RULES:
        correct = pl.col(f"correct_{rule}")
        rates = {
            "accuracy_alone": rate(correct, _GIVEN & alone),
            "accuracy_mixed": rate(correct, _GIVEN & ~alone),
            "to_distractor": rate(pl.any_horizontal(pulls), _READ & ~alone & has_goal),
        }
        ruled = rows.with_columns(rule=pl.lit(rule))
        yield from tally(ruled, "culture_mix_leaderboard", ("target", "rule"), rates)


def _resource(column: str) -> pl.Expr:
    levels = {**resource_levels(), "none": "none"}
    return pl.col(column).replace_strict(levels, default="unknown", return_dtype=pl.String)
