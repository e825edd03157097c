"""All benchmarks side by side: the numbers are those of their own marts."""

from __future__ import annotations

import polars as pl

from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.warehouse.conftest import Place

SETTING = ["source", "source_version", "model", "prompt_id", "evaluation"]


def test_every_benchmark_has_its_rows(built: tuple[Place, Built]) -> None:
    rows = read_mart(built[0].warehouse, "benchmark_overview")
    cues = {name: set(of["cue"]) for (name,), of in rows.group_by("benchmark")}
    assert cues == {
        "confused_tourist": {"flag or landmark"},
        "culture_mix": {"another dish", "place", "dish and place"},
        "signpost": {"sign text of elsewhere"},
    }
    known = rows.filter(pl.col("change").is_not_null())
    assert set(known["benchmark"]) == set(cues)
    change = known["value_with"] - known["value_without"]
    assert known["change"].is_close(change).all()


def test_numbers_are_those_of_the_marts(built: tuple[Place, Built]) -> None:
    place = built[0].warehouse
    rows = read_mart(place, "benchmark_overview")
    accuracy = read_mart(place, "culture_mix_accuracy").filter(
        rule="guarded", target="country", background_kind="all", origin="measured"
    )
    for cue, subtask in (("another dish", "mf"), ("place", "sfb"), ("dish and place", "mfb")):
        for side, of in (("with", subtask), ("without", "sf")):
            known = rows.filter(pl.col(f"n_{side}").is_not_null(), cue=cue)
            mine = known.join(accuracy.filter(subtask=of), on=SETTING)
            assert mine.height == known.height > 0
            assert mine[f"value_{side}"].equals(mine["accuracy"], check_names=False)
            assert mine[f"n_{side}"].equals(mine["n"], check_names=False)
            assert mine[f"{side}_ci_low"].equals(mine["ci_low"], check_names=False)
    shift = read_mart(place, "signpost_shift").filter(origin="measured", unanswered="wrong")
    scenes = rows.filter(benchmark="signpost").join(shift, on=[*SETTING, "editor"])
    assert scenes["followed"].equals(scenes["tfr"], check_names=False)
    assert scenes.height == rows.filter(benchmark="signpost").height > 0
