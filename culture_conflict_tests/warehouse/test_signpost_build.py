"""A whole SIGNPOST warehouse of models of kind vlm: every number has its own interval."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from culture_conflict.statistics.signpost import signpost_intervals
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict.warehouse.build import build
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.statistics.small_streets import (
    answered,
    asked_more,
    judged,
    scored,
    streets,
)

MODELS = ["one", "two", "three"]
SETS = {"both": ("a", "b")}


def _write(root: Path) -> None:
    store = TableStore(root)
    store.prepare(TABLES)
    registry = [
        {"model": m, "provider": "replay", "kind": "vlm", "name": m, "revision": "1"}
        | dict.fromkeys(("base_model", "trained_on"))
        for m in MODELS
    ]
    store.write(TABLES["models"], TABLES["models"].frame(registry), None)
    name = {"benchmark": "signpost", "source_version": "v1", "kind": "folder", "title": "t"}
    sources = [name | {"source": source, "medium": "photograph"} for source in ("a", "b")]
    store.write(TABLES["sources"], TABLES["sources"].frame(sources), None)
    sets = [{"benchmark": "signpost", "source_set": "both", "source": s} for s in ("a", "b")]
    store.write(TABLES["source_sets"], TABLES["source_sets"].frame(sets), None)
    drawn, told = [], {}
    for source in ("a", "b"):
        scenes = streets(source)
        scores = scored(scenes, MODELS)
        store.write(TABLES["signpost_variants"], scenes, "signpost", source)
        for (model,), mine in scores.partition_by("model", as_dict=True).items():
            more = asked_more(scenes, MODELS).filter(model=model)
            said = pl.concat([answered(scenes, str(model)), more])
            store.write(TABLES["signpost_predictions"], said, "signpost", str(model), source)
            store.write(TABLES["signpost_scores"], mine, "signpost", str(model), source)
        drawn.append((scenes, scores))
        told[source] = judged(scenes, MODELS)
        for (model,), mine in told[source].partition_by("model", as_dict=True).items():
            store.write(TABLES["signpost_judgements"], mine, "signpost", str(model), source)
    models = store.read(TABLES["models"], None)
    made = signpost_intervals(drawn, SETS, models, judged=told, draws=300)
    store.write(TABLES["signpost_intervals"], made, "signpost")


@pytest.mark.slow
def test_every_measured_number_of_every_mart_has_its_own_interval(tmp_path: Path) -> None:
    _write(tmp_path / "tables")
    warehouse = tmp_path / "w.duckdb"
    built = build(
        tables=tmp_path / "tables", warehouse=warehouse, work=tmp_path / "w", log=lambda _: None
    )
    ours = [test for test in built.tests if test.node.startswith("signpost_")]
    assert {test.status for test in ours} == {"pass"}
    assert sum(test.name.startswith("intervals_") for test in ours) == 8
    assert "signpost_intervals_answer_coverage" in {test.name for test in built.tests}
    board = read_mart(warehouse, "signpost_leaderboard").filter(origin="measured")
    assert sorted(board["rank"].to_list()) == [1, 2, 3]
    assert board["mcrs_ci_low"].null_count() == board["tfr_ci_high"].null_count() == 0
    change = read_mart(warehouse, "signpost_degradation").filter(origin="measured", source="all")
    assert change.height == 6
    assert change["change_ci_low"].null_count() == 0
    swept = read_mart(warehouse, "signpost_sensitivity").filter(origin="measured", model="all")
    assert set(swept["varied"]) == {
        "alpha_per_km",
        "exponent_c",
        "measures",
        "radius_km",
        "removed",
        "trap",
        "weight_rho_adversarial",
    }
    same = swept.filter(pl.col("setting").is_in(["0.005", "50", "0.40", "0.44", "lowest rank"]))
    assert set(same["kendall_tau"]) == set(same["spearman_rho"]) == {1.0}
    probing = read_mart(warehouse, "signpost_probing").filter(origin="measured")
    assert probing.height == len(MODELS) * 3
    assert (probing["cda"] > probing["cda_original"]).all()
    _averages_are_means_of_sources(probing, ("cda", "cda_original", "text_dominance"))
    told = judged(streets("a"), MODELS).filter(task="country", model="two", counted=True)
    shown = told.join(streets("a").select("variant_id", "variant"), on="variant_id")
    cross = read_mart(warehouse, "signpost_cross_task").filter(origin="measured", task="country")
    for column, variant in (("", "adversarial"), ("_original", "original")):
        naive = shown.filter(variant=variant)["trusts_text"].mean()
        row = cross.filter(source="a").row(by_predicate=pl.col("model") == "two", named=True)
        assert row[f"text_dominance{column}"] == pytest.approx(naive)
    _averages_are_means_of_sources(cross, ("text_dominance", "text_dominance_original"))
    naming = read_mart(warehouse, "signpost_naming")
    assert naming.height == len(MODELS) * 2 * 2 * 5
    assert naming["injected_ci_low"].null_count() == naming["native_ci_low"].null_count() == 0
    turned = read_mart(warehouse, "signpost_redirections").filter(origin="measured")
    assert turned.height
    assert turned["n_vlms_at_trap"].max() > 1


def _averages_are_means_of_sources(rows: pl.DataFrame, numbers: tuple[str, ...]) -> None:
    """Ruling 19; an average has its own interval, narrower than those of its two sources.

    The model `three` has errors, and no averages.
    """
    lacking = rows.filter(source_set="both", model="three").select(numbers)
    assert all(lacking[number].null_count() == 1 for number in numbers)
    rows = rows.filter(pl.col("model") != "three")
    sources = rows.filter(source_set="none").group_by("model").agg(pl.col(*numbers).mean())
    averages = rows.filter(source_set="both", source="all")
    both = averages.join(sources, on="model", suffix="_mean")
    assert both.height == len(MODELS) - 1
    for number in numbers:
        assert both[number].to_list() == pytest.approx(both[f"{number}_mean"].to_list())
        width = pl.col(f"{number}_ci_high") - pl.col(f"{number}_ci_low")
        widest = rows.filter(source_set="none").group_by("model").agg(width.max().alias("widest"))
        narrower = averages.join(widest, on="model").select(width < pl.col("widest"))
        assert narrower.to_series().all(), number
