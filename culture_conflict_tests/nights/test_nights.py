"""Nights as assets: asked anew each day, resumed where they failed, compared with the last one."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.benchmarks.prompts import PromptError
from culture_conflict.errors import MissingTableError, ProviderError
from culture_conflict.models.protocol import Answer, Request
from culture_conflict.nights.history import describe, earlier_night
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.models.asking_kit import number
from culture_conflict_tests.nights.nightly import BENCHMARK, MODEL, PICTURES, Nightly, says


def test_a_night_asks_every_picture_twice_and_a_second_run_nothing(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    made = nightly.answers("2026-11-02")
    assert nightly.calls == 2 * PICTURES
    assert made.group_by("repeat").len().sort("repeat").rows() == [(0, PICTURES), (1, PICTURES)]
    assert made["evaluation"].unique().to_list() == ["canary-2026-11-02"]
    nightly.run("2026-11-02")
    assert nightly.calls == 2 * PICTURES
    assert nightly.answers("2026-11-02").equals(made)


def test_the_next_night_asks_anew(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    nightly.run("2026-11-03")
    assert nightly.calls == 4 * PICTURES


def test_a_night_never_enters_the_predictions_that_are_ranked(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    assert list(nightly.home.tables.files({PREDICTIONS.name: PREDICTIONS})) == []


def test_a_night_that_failed_goes_on_where_it_stopped(nightly: Nightly) -> None:
    def breaks(request: Request, n: int) -> Answer:
        if n >= 7:
            raise RuntimeError("the provider broke")
        return says("Japan")(request, n)

    nightly.reply = breaks
    with pytest.raises(ProviderError, match="the provider broke"):
        nightly.run("2026-11-02")
    nightly.reply, nightly.calls = says("Japan"), 0
    assert nightly.materialize("2026-11-02").success
    assert nightly.calls == 2 * PICTURES - 7
    assert nightly.drift("2026-11-02").height == 4


def test_a_sample_is_the_same_every_night(nightly: Nightly) -> None:
    nightly.home.nights_file.write_text("sample: 8\nseed: 3\nrepeats: 1\n")
    nightly.run("2026-11-02")
    nightly.run("2026-11-03")
    asked = [set(nightly.answers(day)["variant_id"]) for day in ("2026-11-02", "2026-11-03")]
    assert len(asked[0]) == 8
    assert asked[0] == asked[1]


def test_the_first_night_has_nothing_to_be_compared_with(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    row = nightly.row("2026-11-02", "accuracy_country")
    assert (row["previous"], row["p"], row["n_asked"]) == (None, None, PICTURES)
    assert row["reason"] == "no earlier night to compare with"


def test_an_unchanged_night_shows_no_change(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    nightly.run("2026-11-03")
    row = nightly.row("2026-11-03", "accuracy_country")
    assert (row["value"], row["delta"], row["p_holm"], row["flip_rate"]) == (1.0, 0.0, 1.0, 0.0)
    assert (row["n"], row["coverage"], row["changed"]) == (PICTURES, 1.0, "")
    assert list(describe(nightly.drift("2026-11-03"))) == []


def test_a_changed_model_is_found_with_what_else_changed(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    nightly.reply = says("Peru")
    nightly.run("2026-11-04")  # the night between was missed
    row = nightly.row("2026-11-04", "accuracy_country")
    assert (row["previous"], row["value"], row["previous_value"]) == ("2026-11-02", 0.0, 1.0)
    assert (row["n_tests"], row["p_holm"] < 0.001) == (3, True)
    assert row["changed"] == "served model: served-japan before, served-peru now"
    assert nightly.row("2026-11-04", "accuracy_item")["p_holm"] == 1.0
    told = list(describe(nightly.drift("2026-11-04")))
    assert told[0].startswith(
        f"{MODEL}, 2026-11-04 against 2026-11-02: right countries 100.0 % -> 0.0 %"
    )
    assert "100.0 % of answers differ between the nights, 0.0 % within a night" in told[1]


def test_wavering_is_no_change(nightly: Nightly) -> None:
    def wavers(request: Request, n: int) -> Answer:
        return says("Japan" if (n + number(request)) % 2 else "Peru")(request, n)

    seen = {"n": 0}

    def by_turns(request: Request, _: int) -> Answer:
        seen["n"] += 1
        return wavers(request, seen["n"] // PICTURES)

    nightly.reply = by_turns
    nightly.run("2026-11-02")
    nightly.run("2026-11-03")
    row = nightly.row("2026-11-03", "answers")
    assert row["flip_rate"] > 0.8
    assert row["p_holm"] > 0.05


def test_errors_are_left_out_and_counted_and_a_dead_night_is_passed_over(nightly: Nightly) -> None:
    nightly.run("2026-11-02")
    nightly.reply = lambda _request, _n: Answer(error="the API is down")
    nightly.run("2026-11-03")
    dead = nightly.row("2026-11-03", "accuracy_country")
    assert (dead["n"], dead["reason"]) == (0, "no picture was answered on both nights")
    nightly.reply = lambda request, n: (
        Answer(error="no") if number(request) < 5 else says("Japan")(request, n)
    )
    nightly.run("2026-11-04")
    row = nightly.row("2026-11-04", "accuracy_country")
    assert (row["previous"], row["n"], row["coverage"]) == ("2026-11-02", 15, 0.75)
    before = earlier_night(nightly.home.tables, BENCHMARK, MODEL, "2026-11-04")
    assert before is not None
    assert before["day"].unique().to_list() == ["2026-11-02"]


def test_pictures_that_are_no_longer_in_force_are_left_out(nightly: Nightly) -> None:
    from culture_conflict.statistics.nights import drift_table
    from culture_conflict.tables.variants import VARIANTS

    nightly.run("2026-11-02")
    nightly.run("2026-11-03")
    stored = nightly.home.tables.read(VARIANTS, BENCHMARK, "sample")
    rejected = pl.when(pl.col("variant_id") == "v0").then(pl.lit("rejected"))
    variants = stored.head(13).with_columns(review=rejected.otherwise("review"))
    nights = [nightly.answers(day) for day in ("2026-11-03", "2026-11-02")]
    made = drift_table(nights[0], nights[1], variants)
    assert set(made["n_asked"]) == {12}
    assert drift_table(nights[0], nights[1], variants.clear()).is_empty()
    assert made.filter(pl.col("n") != 12).is_empty()


def test_imported_answers_have_no_nights(nightly: Nightly) -> None:
    row = '{key: mine, provider: replay, name: Mine, revision: "1", nightly: true}'
    nightly.home.models_file.write_text(f"models:\n  - {row}\n")
    with pytest.raises(PromptError, match="Take `nightly: true` out of its row"):
        nightly.run("2026-11-02", "mine")


def test_a_source_without_variants_is_named(nightly: Nightly) -> None:
    nightly.home.nights_file.write_text("source: elsewhere\n")
    with pytest.raises(MissingTableError, match="variants for partition elsewhere first"):
        nightly.run("2026-11-02")
