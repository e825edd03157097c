"""The marts of CultureMix against worked cases and against the same counted apart from SQL."""

from __future__ import annotations

import math

import polars as pl
import pytest

from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import connect, read_mart
from culture_conflict_tests.benchmarks_culture_mix.kit import BENCHMARK, SOURCE, golden
from culture_conflict_tests.warehouse.conftest import MODELS, Place

SHIFTS = ("kept", "shifted")
Warehouse = tuple[Place, Built]


def mart(built: Warehouse, name: str, source: str = SOURCE) -> pl.DataFrame:
    return read_mart(built[0].warehouse, f"culture_mix_{name}").filter(source=source)


def expected(name: str, column: str) -> dict[str, float]:
    rows = golden(f"{name}_expected")
    return {next(iter(row.values())): float(row[column]) for row in rows if row[column]}


def test_entropy_of_worked_cases(built: Warehouse) -> None:
    shown = mart(built, "entropy", "worked-entropy").filter(target="country", cue="all").to_dicts()
    assert len(shown) == 1
    row = shown[0]
    for column, unit in (("nats", "entropy_nats"), ("bits", "entropy_bits")):
        wanted = expected("entropy", unit)["mean_over_foods"]
        assert row[column] == pytest.approx(wanted, abs=1e-11)
    assert (row["n"], row["n_foods"], row["n_unparsed"]) == (20, 6, 1)
    assert (row["n_food_min"], row["n_food_max"]) == (1, 4)
    per_food = expected("entropy", "entropy_normalised_by_log_n")
    foods = [per_food[f"f{n}"] for n in (1, 2, 3, 4, 6)]
    assert row["normalised"] == pytest.approx(math.fsum(foods) / 5, abs=1e-11)


def test_label_shift_of_worked_cases(built: Warehouse) -> None:
    row = mart(built, "label_shift", "worked-shift").filter(target="country").to_dicts()[0]
    wanted = expected("label_shift", "expected")
    names = {
        "label_shift": "label_shift_parsed_only",
        "label_shift_all": "label_shift_all",
        "kept": "kept_share_parsed_only",
        "to_distractor": "to_distractor_country_share_parsed_only",
        "to_continent": "to_distractor_continent_share_parsed_only",
        "to_elsewhere": "other_share_parsed_only",
    }
    for ours, theirs in names.items():
        assert row[ours] == pytest.approx(wanted[theirs], abs=1e-11), ours
    assert row["cue"] == "food"


@pytest.fixture(scope="module")
def answers(built: Warehouse) -> pl.DataFrame:
    """Every score but those of controls, with what its picture shows and the target's country."""
    tables = built[0].tables
    scores = pl.concat(tables.read(TABLES["mix_scores"], BENCHMARK, m, SOURCE) for m in MODELS)
    shown = tables.read(TABLES["mixed_images"], BENCHMARK, SOURCE)
    truths = tables.read(TABLES["variants"], BENCHMARK, SOURCE).select(
        "variant_id", "truth_country"
    )
    joined = scores.join(shown.drop("benchmark", "source"), on="variant_id")
    own = joined.filter(pl.col("control").is_null())
    return own.join(truths, on="variant_id").filter(pl.col("state") != "error")


def same(mart: pl.DataFrame, counted: pl.DataFrame, on: list[str]) -> None:
    both = mart.join(counted, on=on, suffix="_counted")
    assert both.height == mart.height == counted.height > 0
    for name in (name for name in counted.columns if name not in on):
        mine, theirs = both[name].cast(pl.Float64), both[f"{name}_counted"].cast(pl.Float64)
        assert mine.is_close(theirs, abs_tol=1e-12).all(), name


def test_names_of_worked_cases(built: Warehouse) -> None:
    cases = golden("name_match")
    row = (
        read_mart(built[0].warehouse, "culture_mix_accuracy")
        .filter(source="worked-name", target="name", rule="as_published", background_kind="all")
        .row(0, named=True)
    )
    expected = sum(int(case["match_set_ge_0_4"]) for case in cases)
    assert (row["n"], row["n_correct"]) == (len(cases), expected)
    assert 0 < expected < len(cases)


def test_accuracy_is_what_is_counted_apart(built: Warehouse, answers: pl.DataFrame) -> None:
    rows = mart(built, "accuracy").filter(background_kind="all")
    for rule in ("guarded", "as_published"):
        on = ["model", "target", "subtask"]
        counted = answers.group_by(on).agg(accuracy=pl.col(f"correct_{rule}").mean(), n=pl.len())
        same(rows.filter(rule=rule), counted, on)
    kinds = mart(built, "accuracy").filter(pl.col("background_kind") != "all", rule="guarded")
    on = ["model", "target", "subtask", "background_kind"]
    before = answers.filter(pl.col("background_country").is_not_null())
    before = before.with_columns(pl.col("background_kind").fill_null("unknown"))
    same(kinds, before.group_by(on).agg(accuracy=pl.col("correct_guarded").mean()), on)


def test_the_board_ranks_by_mixed_pictures(built: Warehouse, answers: pl.DataFrame) -> None:
    rows = mart(built, "leaderboard")
    on = ["model", "target"]
    near = pl.col("food_pull") == "distractor", pl.col("background_pull") == "distractor"
    foods = (pl.col("target") == "country") | pl.col("food_distance").is_not_null()
    labels = answers.filter(pl.col("subtask") != "sf", pl.col("shift").is_in(SHIFTS), foods)
    followed = labels.group_by(on).agg(
        to_distractor=pl.any_horizontal(*near).fill_null(False).mean(), n_compared=pl.len()
    )
    same(rows.filter(rule="guarded"), followed, on)
    for rule in ("guarded", "as_published"):
        mixed = answers.filter(pl.col("subtask") != "sf").group_by(on)
        counted = mixed.agg(accuracy_mixed=pl.col(f"correct_{rule}").mean(), n_mixed=pl.len())
        same(rows.filter(rule=rule), counted, on)
    for name in ("accuracy_mixed", "to_distractor"):
        assert rows[f"{name}_ci_low"].count()
        assert rows.select((pl.col(f"{name}_ci_low") <= pl.col(name)).all()).item()
    assert rows["rank"].null_count() == rows["rank_note"].count()


def test_distance_is_what_is_counted_apart(built: Warehouse, answers: pl.DataFrame) -> None:
    for cue in ("food", "background"):
        on = ["model", "target", "subtask", f"{cue}_distance"]
        counted = answers.filter(pl.col(f"{cue}_distance").is_not_null()).group_by(on)
        rows = mart(built, "distance").filter(rule="guarded", cue=cue)
        same(
            rows.rename({"distance": f"{cue}_distance"}),
            counted.agg(accuracy=pl.col("correct_guarded").mean(), n=pl.len()),
            on,
        )


def test_shifts_add_up(built: Warehouse, answers: pl.DataFrame) -> None:
    rows = mart(built, "label_shift")
    assert (rows["n_kept"] + rows["n_shifted"]).equals(rows["n"], check_names=False)
    pulled = rows.filter(target="country").filter(pl.col("cue") != "augmentation")
    parts = pulled["n_to_distractor"] + pulled["n_to_continent"] + pulled["n_to_elsewhere"]
    assert parts.equals(pulled["n_shifted"], check_names=False)
    floor = rows.filter(cue="augmentation")
    assert set(floor["subtask"]) == {"sf"}
    assert floor["to_distractor"].null_count() == floor.height
    copies = answers.filter(pl.col("augmentation") > 0, target="country")
    shifted = copies.filter(shift="shifted").group_by("model").agg(n_shifted=pl.len())
    same(floor.filter(target="country"), shifted, ["model"])


def test_confusions_are_shares_of_each_country(built: Warehouse) -> None:
    rows = mart(built, "confusion")
    cell = ["model", "level", "subtask", "truth_country"]
    sums = rows.group_by(cell).agg(pl.col("share").sum(), pl.col("n_answers").sum(), pl.max("n"))
    assert sums["share"].is_close(pl.Series([1.0])).all()
    assert sums["n_answers"].equals(sums["n"], check_names=False)


def test_published_rows_stand_beside_measured_ones(built: Warehouse) -> None:
    accuracy = mart(built, "accuracy", "published")
    counts = dict(accuracy.group_by("source_version").len().rows())
    assert counts == {"table_6": 80, "table_7": 80, "table_2": 32}
    assert set(accuracy["rule"]) == {"as_published"}
    assert not accuracy.filter(source_version="table_2")["comparable"].any()
    suspect = accuracy.filter(~pl.col("comparable"), source_version="table_7")
    assert set(suspect["model"]) == {"QwenVL3-8B", "QwenVL3-32B"}
    board = mart(built, "leaderboard", "published").filter(model="Gemini-2.5-Pro").sort("target")
    country = (948 * 0.499 + 12350 * 0.286 + 9485 * 0.313) / (948 + 12350 + 9485)
    assert board["accuracy_alone"][0] == pytest.approx(0.457)
    assert board["accuracy_mixed"][0] == pytest.approx(country)
    assert not board["comparable"].any()
    entropy = mart(built, "entropy", "published")
    assert dict(entropy.group_by("source_version").len().rows()) == {"table_8": 100, "table_2": 24}
    assert entropy["unit_inferred"].all()
    assert not entropy["comparable"].any()
    one = entropy.filter(model="Gemini-2.5-Pro", target="country", subtask="sf").row(0, named=True)
    assert one["nats"] == pytest.approx(0.1674)
    two = entropy.filter(model="Ovis2.5", prompt_id="base", subtask="sfb").row(0, named=True)
    assert two["bits"] == pytest.approx(3.34)
    assert mart(built, "label_shift", "published").height == 3
    assert not mart(built, "accuracy")["comparable"].any()


def test_answers_about_mixes_are_in_no_mart_of_confused_tourist(built: Warehouse) -> None:
    place, _ = built
    with connect(place.warehouse) as database:
        found = {
            str(name)
            for (name,) in database.execute(
                "select table_name from information_schema.tables where table_schema = 'marts'"
            ).fetchall()
        }
    shared = {"answer_coverage", "source_set_averages", "dataset_composition"}
    shared |= {"benchmark_overview", "conflict_effect", "model_comparison", "prompt_effect"}
    shared |= {"leaderboard"}
    for name in sorted(n for n in found - shared if not n.startswith("culture_mix")):
        frame = read_mart(place.warehouse, name)
        assert BENCHMARK not in set(frame["benchmark"]), name
    coverage = read_mart(place.warehouse, "answer_coverage").filter(benchmark=BENCHMARK)
    assert coverage["n_unscored"].sum() == 0


def test_differences_of_all_three_papers_are_told(built: Warehouse) -> None:
    with connect(built[0].warehouse) as database:
        rows = database.sql("select * from seeds.known_differences").pl()
    assert set(rows["benchmark"]) == {"signpost", "confused_tourist", "culture_mix"}
    kinds = {"differs", "contradicts", "not_reproducible", "unstated"}
    assert set(rows["kind"]) == kinds
    assert rows.null_count().sum_horizontal()[0] == 0
    assert rows.select("benchmark", "place", "printed").is_unique().all()
    assert rows.height >= 39
