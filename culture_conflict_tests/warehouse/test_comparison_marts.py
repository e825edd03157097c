"""The marts of paired tests: the tables made in Python, and the same numbers as the leaderboard."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.warehouse.conftest import MODELS, Place
from culture_conflict_tests.warehouse.nights import DAYS
from culture_conflict_tests.warehouse.synthetic import BENCHMARK


@pytest.mark.parametrize("name", ["model_comparison", "conflict_effect", "prompt_effect"])
def test_a_mart_is_its_table(built: tuple[Place, Built], name: str) -> None:
    table = TABLES[name]
    stored = built[0].tables.read(table, BENCHMARK).sort(table.key)
    mart = read_mart(built[0].warehouse, name).filter(benchmark=BENCHMARK).sort(table.key)
    assert mart.drop("is_real").equals(stored)
    assert mart["is_real"].equals((stored["p_holm"] < 0.05).alias("is_real"))


def test_nights_are_a_mart_of_their_own_and_in_no_other(built: tuple[Place, Built]) -> None:
    table = TABLES["evaluation_drift"]
    days = [built[0].tables.read(table, BENCHMARK, day, MODELS[0]) for day in DAYS]
    mart = read_mart(built[0].warehouse, "evaluation_drift").sort(table.key)
    assert mart.select(table.schema.names()).equals(pl.concat(days).sort(table.key))
    lost = mart.row(by_predicate=(pl.col("day") == DAYS[1]) & (pl.col("metric") == "answers"))
    assert lost[mart.columns.index("is_real")]
    for other in ("confused_tourist_leaderboard", "answer_coverage", "confused_tourist_accuracy"):
        asked = read_mart(built[0].warehouse, other)["evaluation"].drop_nulls()
        assert not asked.str.starts_with("canary").any()


def test_where_all_was_answered_its_values_are_those_of_the_other_marts(
    built: tuple[Place, Built],
) -> None:
    cells = read_mart(built[0].warehouse, "confused_tourist_accuracy").filter(
        origin="measured", category="all"
    )
    pooled = cells.group_by("model", "target", "rule", "perturb_method").agg(
        accuracy=pl.col("n_correct").sum() / pl.col("n").sum(),
        all_answered=(pl.col("n") == pl.col("n_variants")).all(),
    )
    rows = read_mart(built[0].warehouse, "model_comparison").filter(
        metric="accuracy", benchmark=BENCHMARK
    )
    seen = 0
    for side in ("a", "b"):
        both = rows.join(
            pooled,
            left_on=[f"model_{side}", "target", "rule", "perturb_method"],
            right_on=["model", "target", "rule", "perturb_method"],
        ).filter(pl.col("n_common") == pl.col("n_variants"))
        seen += both.height
        assert both[f"value_{side}"].is_close(both["accuracy"]).all()
    assert seen
