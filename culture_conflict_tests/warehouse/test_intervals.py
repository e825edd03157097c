"""Every rate of every mart has two ends or a stated reason to have none."""

from __future__ import annotations

import json
from typing import Any

import polars as pl
import pytest

from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.manifest import ensure_manifest
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.warehouse.conftest import Place
from culture_conflict_tests.warehouse.synthetic import BENCHMARK

ENDS = ("ci_low", "ci_high")
MARTS_WITHOUT_RATES = {"dataset_composition"}

# Paired differences bring their ends from their own tables, averages over sources theirs by set.
OTHER_ENDS = {
    *("conflict_effect", "evaluation_drift", "model_comparison", "prompt_effect"),
    *("source_set_averages", "culture_mix_mitigation", "benchmark_overview", "leaderboard"),
    "construction_funnel",  # shares of all scenes there are: nothing is drawn
}


def _tests(place: Place, kind: str) -> dict[str, dict[str, Any]]:
    """The arguments of each mart's generic test of one kind."""
    nodes = json.loads(ensure_manifest(place.work).read_bytes())["nodes"].values()
    found = [n for n in nodes if (n.get("test_metadata") or {}).get("name") == kind]
    return {
        node["attached_node"].rpartition(".")[2]: node["test_metadata"]["kwargs"] for node in found
    }


def test_every_rate_has_ends_or_is_a_named_exception(built: tuple[Place, Built]) -> None:
    place, _ = built
    rates, intervals = _tests(place, "rates"), _tests(place, "intervals")
    assert set(rates) == set(intervals) - {"confused_tourist_correlation"}
    for mart, arguments in rates.items():
        named = {*arguments["rates"], *arguments.get("differences", {})}
        ends, without = intervals[mart]["ends"], intervals[mart].get("without", {})
        assert named <= set(ends) | set(without), mart
        assert set(without) <= {"coverage"}, mart
        assert all(without.values()), mart


def test_every_number_that_is_no_count_is_declared(built: tuple[Place, Built]) -> None:
    place, result = built
    intervals = _tests(place, "intervals")
    marts = {t.node for t in result.tests if t.name == f"grain_{t.node}"} - OTHER_ENDS
    for mart in sorted(m for m in marts if not m.startswith(("stg_", "int_", "signpost_"))):
        frame = read_mart(place.warehouse, mart)
        numbers = {name for name, dtype in frame.schema.items() if dtype == pl.Float64}
        declared = intervals.get(mart, {"ends": {}, "without": {}})
        ends = {f"{prefix}{end}" for prefix in declared["ends"].values() for end in ENDS}
        expected = ends | set(declared["ends"]) | set(declared.get("without", {}))
        assert numbers == expected, mart
        assert bool(numbers) or mart in MARTS_WITHOUT_RATES


def test_ends_hold_their_rate_and_stand_only_beside_measured_ones(
    built: tuple[Place, Built],
) -> None:
    place, _ = built
    for mart, arguments in _tests(place, "intervals").items():
        frame = read_mart(place.warehouse, mart)
        for rate, prefix in arguments["ends"].items():
            low, high = (pl.col(f"{prefix}{end}") for end in ENDS)
            known = frame.filter(low.is_not_null())
            assert known.height, (mart, rate)
            assert known.select((low <= pl.col(rate)).all(), (pl.col(rate) <= high).all()).row(
                0
            ) == (True, True)
            assert set(known["origin"]) == {"measured"}


def test_too_few_items_is_said_not_hidden(built: tuple[Place, Built]) -> None:
    drawn = built[0].tables.read(TABLES["intervals"], BENCHMARK)
    few = drawn.filter(pl.col("n_groups") < 5)
    assert few.height
    assert set(few["method"]) == {"too_few_groups"}
    assert few["ci_low"].null_count() == few.height


@pytest.mark.parametrize("metric", ["accuracy", "drop_unpaired"])
def test_one_draw_drives_all_models(built: tuple[Place, Built], metric: str) -> None:
    drawn = built[0].tables.read(TABLES["intervals"], BENCHMARK).filter(metric=metric)
    assert drawn["model"].n_unique() > 1
    assert drawn.select("seed", "draws").unique().height == 1
