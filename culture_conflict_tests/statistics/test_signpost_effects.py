"""What replaced text does, against Blank: by a plain loop over the same answers."""

from __future__ import annotations

from math import exp
from statistics import fmean
from typing import Any

import polars as pl
import pytest

from culture_conflict.statistics.signpost_effects import text_effects
from culture_conflict.statistics.signpost_guesses import read_guesses
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT
from culture_conflict_tests.statistics.small_streets import registered, scored, streets

MODELS = ["one", "two"]
Row = dict[str, Any]


@pytest.fixture(scope="module")
def shown() -> pl.DataFrame:
    return streets("here")


@pytest.fixture(scope="module")
def answers(shown: pl.DataFrame) -> pl.DataFrame:
    return scored(shown, MODELS)


def effects(shown: pl.DataFrame, answers: pl.DataFrame) -> pl.DataFrame:
    guesses = read_guesses(shown, answers, registered(MODELS), is_sample=False)
    return CONFLICT_EFFECT.validate(text_effects(guesses))


def one(table: pl.DataFrame, model: str, cue: str, outcome: str) -> Row:
    return table.row(
        by_predicate=(pl.col("model") == model)
        & (pl.col("cue") == f"{cue}_text")
        & (pl.col("outcome") == outcome),
        named=True,
    )


def wla(error_km: float | None) -> float:
    return 0.0 if error_km is None else exp(-0.005 * error_km)


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize("variant", ["similar", "random", "adversarial"])
def test_accuracy_is_compared_within_the_scene(
    shown: pl.DataFrame, answers: pl.DataFrame, model: str, variant: str
) -> None:
    row = one(effects(shown, answers), model, variant, "wla")
    kind = dict(shown.select("variant_id", "variant").iter_rows())
    pairs = [
        (each["wla"], wla(each["blank_error_km"]))
        for each in answers.filter(model=model).iter_rows(named=True)
        if kind[each["variant_id"]] == variant
        and each["counted"]
        and each["blank_state"] not in (None, "error")
    ]
    assert row["n_common"] == len(pairs) == (39 if variant == "random" else 40)
    assert row["value_with"] == pytest.approx(fmean(a for a, _ in pairs))
    assert row["value_without"] == pytest.approx(fmean(b for _, b in pairs))
    assert row["effect"] == pytest.approx(row["value_with"] - row["value_without"])
    assert row["ci_low"] < row["effect"] < row["ci_high"]
    assert (row["n_variants"], row["against"], row["target"]) == (40, "blank", "place")


def test_the_trap_draws_and_only_scenes_with_one_count(
    shown: pl.DataFrame, answers: pl.DataFrame
) -> None:
    table = effects(shown, answers)
    row = one(table, "one", "adversarial", "at_trap")
    trapped = shown.filter(pl.col("trap_latitude").is_not_null(), variant="adversarial")
    mine = answers.filter(model="one").join(trapped.select("variant_id"), on="variant_id")
    near = [each is not None and each < 50 for each in mine["trap_km"]]
    assert row["n_common"] == row["n_variants"] == len(near) < 40
    assert row["value_with"] == pytest.approx(fmean(near))
    assert row["value_without"] == pytest.approx(0.0)
    assert row["p_holm"] < 0.05
    assert set(table.filter(outcome="at_trap")["cue"]) == {"adversarial_text"}


def test_a_blank_that_was_replaced_or_failed_pairs_with_nothing(
    shown: pl.DataFrame, answers: pl.DataFrame
) -> None:
    before = one(effects(shown, answers), "one", "similar", "wla")["n_common"]
    replaced = shown.with_columns(
        picture=pl.when(variant="blank", group_id="here-0")
        .then(pl.lit("f" * 64))
        .otherwise("picture")
    )
    assert one(effects(replaced, answers), "one", "similar", "wla")["n_common"] == before - 1
    blanks = shown.filter(variant="blank")["variant_id"].to_list()
    failed = answers.with_columns(
        counted=pl.col("counted") & ~pl.col("variant_id").is_in(blanks),
    )
    assert one(effects(shown, failed), "one", "similar", "wla")["reason"] is not None


def test_without_pictures_there_is_no_row(shown: pl.DataFrame, answers: pl.DataFrame) -> None:
    assert effects(shown.clear(), answers.clear()).is_empty()
    assert effects(shown, answers.clear()).is_empty()
