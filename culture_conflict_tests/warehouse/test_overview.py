"""All benchmarks side by side: the numbers are those of their own marts."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest
from polars.testing import assert_frame_equal

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


BOARDS = {
    "confused_tourist": {
        "score": "country_accuracy_stacked",
        "score_without": "country_accuracy_original",
        "followed": "distraction_stacked",
    },
    "signpost": {"score": "mcrs", "score_without": "c", "followed": "tfr"},
    "culture_mix": {
        "score": "accuracy_mixed",
        "score_without": "accuracy_alone",
        "followed": "to_distractor",
    },
}
OWN_N = {"accuracy_mixed": "n_mixed", "accuracy_alone": "n_alone", "to_distractor": "n_compared"}
SAME = ("rank", "rank_note", "coverage", "kind", "imported", "comparable", "comparable_reason")
SAME += ("prompt_note", "sample", "n_variants", "n_answered")
KEY = ["origin", "source", "model", "prompt_id", "evaluation", "editor"]


def _own(warehouse: Path, benchmark: str) -> pl.DataFrame:
    """The rows of a benchmark's own board that the common one shows, MCRS as a fraction."""
    rows = read_mart(warehouse, f"{benchmark}_leaderboard")
    if benchmark == "signpost":
        of_100 = [pl.col(name) / 100 for name in ("mcrs", "mcrs_ci_low", "mcrs_ci_high")]
        rows = rows.filter(unanswered="wrong").rename({"source_set": "source"})
        return rows.with_columns(of_100)
    if benchmark == "culture_mix":
        rule = pl.when(origin="measured").then(pl.lit("guarded")).otherwise(pl.lit("as_published"))
        return rows.filter(pl.col("rule") == rule, target="country")
    return rows


@pytest.mark.parametrize("benchmark", BOARDS)
def test_the_common_board_holds_every_row_of_each_benchmarks_own(
    built: tuple[Place, Built], benchmark: str
) -> None:
    warehouse = built[0].warehouse
    own = _own(warehouse, benchmark).sort(KEY)
    rows = read_mart(warehouse, "leaderboard").filter(benchmark=benchmark).sort(KEY)
    assert set(rows["origin"]) == {"measured", "published"}
    names = {name: name for name in (*KEY, *SAME)}
    for common, name in BOARDS[benchmark].items():
        names |= {common: name, f"{common}_n": OWN_N.get(name, f"{name}_n")}
        names |= {f"{common}_{end}": f"{name}_{end}" for end in ("ci_low", "ci_high")}
    expected = own.select(pl.col(name).alias(common) for common, name in names.items())
    assert_frame_equal(rows.select(*names), expected, rel_tol=0, abs_tol=1e-12)


def test_ranked_scores_are_fractions_and_the_others_say_why(built: tuple[Place, Built]) -> None:
    rows = read_mart(built[0].warehouse, "leaderboard")
    ranked = rows.filter(pl.col("rank").is_not_null())
    assert ranked["score"].null_count() == 0
    assert ranked["score"].is_between(0, 1).all()
    everybody = {(name, origin) for name in BOARDS for origin in ("measured", "published")}
    # A twentieth of the synthetic answers about dishes are errors.
    assert {*ranked.select("benchmark", "origin").iter_rows()} == everybody - {
        ("confused_tourist", "measured")
    }
    unranked = rows.filter(pl.col("rank").is_null())
    assert unranked["rank_note"].null_count() == 0
