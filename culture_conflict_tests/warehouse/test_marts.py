"""Marts against the same numbers counted from the tables by another route."""

from __future__ import annotations

import json

import polars as pl
import pytest

from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.warehouse.conftest import MODELS, Place
from culture_conflict_tests.warehouse.synthetic import BENCHMARK, SOURCE

CELL = ["model", "target", "perturb_method", "pair_method", "difficulty", "perturb_context"]


@pytest.fixture(scope="module")
def answers(built: tuple[Place, Built]) -> pl.DataFrame:
    """Scores beside the factors of their variants."""
    store = built[0].tables
    variants = store.read(TABLES["variants"], BENCHMARK, SOURCE)
    scores = [store.read(TABLES["scores"], BENCHMARK, model, SOURCE) for model in MODELS]
    factors = variants.drop("benchmark", "source", "picture", "recipe")
    return pl.concat(scores).join(factors, on="variant_id")


def _measured(built: tuple[Place, Built], mart: str) -> pl.DataFrame:
    return read_mart(built[0].warehouse, mart).filter(origin="measured")


def _same(mart: pl.DataFrame, counted: pl.DataFrame, keys: list[str]) -> None:
    both = mart.join(counted, on=keys, how="full", suffix="_counted")
    names = [name for name in counted.columns if name not in keys]
    assert both.height == mart.height == counted.height > 0
    for name in names:
        assert both[name].is_close(both[f"{name}_counted"], nans_equal=True).all(), name
        assert both[name].null_count() == both[f"{name}_counted"].null_count(), name


@pytest.mark.parametrize("category", ["all", "music"])
def test_accuracy(built: tuple[Place, Built], answers: pl.DataFrame, category: str) -> None:
    mart = _measured(built, "confused_tourist_accuracy").filter(rule="guarded", category=category)
    mine = answers.filter(pl.col("state") != "error")
    mine = mine if category == "all" else mine.filter(category=category)
    pairs = mine.filter(pl.col("reference_state") != "error")
    drops = pairs.group_by(CELL).agg(
        drop_paired=(
            pl.col("reference_correct_guarded").cast(pl.Int8)
            - pl.col("correct_guarded").cast(pl.Int8)
        ).mean(),
        n_paired=pl.len(),
    )
    counted = (
        mine.group_by(CELL)
        .agg(accuracy=pl.col("correct_guarded").mean(), n=pl.len())
        .join(drops, on=CELL, how="left")
        .with_columns(pl.col("n_paired").fill_null(0))
    )
    _same(mart.filter(pl.col("n") > 0), counted, CELL)


def test_distraction(built: tuple[Place, Built], answers: pl.DataFrame) -> None:
    mart = _measured(built, "confused_tourist_distraction")
    asked = answers.filter(pl.col("distractor_country").is_not_null(), target="country")
    for rule in ("as_published", "guarded"):
        wrong = ~pl.col(f"correct_{rule}") & pl.col(f"distracted_{rule}").is_not_null()
        wrong_original = (
            ~pl.col(f"reference_correct_{rule}")
            & pl.col(f"reference_distracted_{rule}").is_not_null()
        )
        counted = asked.group_by(CELL).agg(
            n_wrong=wrong.sum(),
            distraction=pl.col(f"distracted_{rule}").filter(wrong).mean(),
            n_wrong_original=wrong_original.fill_null(False).sum(),
            distraction_original=pl.col(f"reference_distracted_{rule}")
            .filter(wrong_original)
            .mean(),
        )
        _same(mart.filter(rule=rule, category="all"), counted, CELL)


def test_leaderboard(built: tuple[Place, Built], answers: pl.DataFrame) -> None:
    board = _measured(built, "confused_tourist_leaderboard")
    given = answers.filter(pl.col("state") != "error")
    stacked = given.filter(perturb_method="stacked", target="country")
    counted = stacked.group_by("model").agg(
        country_accuracy_stacked=pl.col("correct_guarded").mean(),
        country_accuracy_stacked_n=pl.len(),
    )
    _same(board, counted, ["model"])
    assert board["rank"].null_count() == board.height
    assert all("is below 0.99" in note for note in board["rank_note"])


def test_an_average_over_a_set_needs_every_source(built: tuple[Place, Built]) -> None:
    averages = read_mart(built[0].warehouse, "source_set_averages")
    sets = averages.filter(benchmark=BENCHMARK)
    board = _measured(built, "confused_tourist_leaderboard").select("model", "coverage")
    both = sets.join(board, on="model", suffix="_alone")
    assert sets.height == both.height == 2 * len(MODELS)
    for row in both.iter_rows(named=True):
        by_source = json.loads(row["coverage_by_source"])
        assert by_source[SOURCE] == pytest.approx(row["coverage_alone"])
        assert by_source.get("nowhere", 0.0) == 0.0
        assert row["country_accuracy_stacked"] is None  # its one source is below 0.99


def test_the_sum_of_states_and_gaps_is_what_was_to_be_asked(built: tuple[Place, Built]) -> None:
    coverage = _measured(built, "answer_coverage")
    state = next(column for column in TABLES["scores"].columns if column.name == "state")
    states = [f"n_{name}" for name in state.allowed]
    total = coverage.select(pl.sum_horizontal(*states, "n_missing")).to_series()
    assert total.equals(coverage["n_variants"], check_names=False)


def test_regions_add_up_to_all(built: tuple[Place, Built]) -> None:
    regions = _measured(built, "confused_tourist_subregion").filter(
        target="country", rule="guarded", perturb_method="stacked"
    )
    for level in ("country", "sub_region"):
        sums = regions.filter(level=level).group_by("model").agg(pl.col("n_correct", "n").sum())
        board = _measured(built, "confused_tourist_leaderboard").select(
            "model",
            n_correct="country_accuracy_stacked_numerator",
            n="country_accuracy_stacked_n",
        )
        _same(board, sums, ["model"])
    assert "NAM" in set(regions["region"])
    assert "unknown" not in set(regions["region"])


def test_fallbacks_are_the_wrong_answers_that_no_cue_explains(
    built: tuple[Place, Built], answers: pl.DataFrame
) -> None:
    mart = _measured(built, "confused_tourist_fallback")
    mine = mart.filter(rule="as_published", perturb_method="stacked")
    wrong = answers.filter(
        ~pl.col("correct_as_published"),
        ~pl.col("distracted_as_published"),  # null, an error, is no answer
        perturb_method="stacked",
        target="country",
    )
    counted = wrong.group_by("model", answered_country=pl.col("answer_country").fill_null("none"))
    _same(mine, counted.agg(n_answers=pl.len()), ["model", "answered_country"])
    shares = mine.group_by("model").agg(pl.col("share").sum())
    assert shares["share"].is_close(pl.Series([1.0])).all()
