"""Intervals of SIGNPOST: one draw of groups for all, composites made anew in each draw."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from culture_conflict.benchmarks.signpost.composites import PARTS, composites
from culture_conflict.statistics.groups import group_draws, seed_of
from culture_conflict.statistics.ratios import percentile_bounds
from culture_conflict.statistics.signpost import signpost_intervals, source_numbers
from culture_conflict.tables.signpost_intervals import SIGNPOST_INTERVALS
from culture_conflict_tests.statistics.small_streets import scored, streets

MODELS = ["one", "two"]
DRAWS = 200
REGISTRY = pl.DataFrame({"model": MODELS, "kind": ["vlm", "vlm"]})
SETS = {"both": ("a", "b"), "lacking": ("a", "c")}


@pytest.fixture(scope="module")
def sources() -> dict[str, tuple[pl.DataFrame, pl.DataFrame]]:
    found = {source: streets(source) for source in ("a", "b")}
    return {source: (scenes, scored(scenes, MODELS)) for source, scenes in found.items()}


@pytest.fixture(scope="module")
def intervals(sources: dict[str, tuple[pl.DataFrame, pl.DataFrame]]) -> pl.DataFrame:
    made = signpost_intervals(sources.values(), SETS, REGISTRY, draws=DRAWS)
    return SIGNPOST_INTERVALS.validate(made)


def _drawn_parts(
    tables: tuple[pl.DataFrame, pl.DataFrame], source: str, model: str
) -> dict[str, np.ndarray]:
    """The seven averages of one source in each draw, by repeating the drawn groups' rows."""
    scenes, scores = tables
    groups = sorted(scenes["group_id"].unique())
    weights = group_draws(len(groups), draws=DRAWS, seed=seed_of(f"signpost|{source}"))
    factors = scenes.select("variant_id", "group_id", "variant", "trap_latitude")
    rows = scores.filter(model=model).join(factors, on="variant_id").to_dicts()
    at = {group: n for n, group in enumerate(groups)}
    parts: dict[str, list[float]] = {name: [] for name in PARTS}
    for drawn in weights:
        sums = {name: [0.0, 0] for name in PARTS}
        for row in rows:
            times = int(drawn[at[row["group_id"]]])
            for name, value in _adds(row):
                sums[name][0] += times * value
                sums[name][1] += times
        for name, (total, n) in sums.items():
            parts[name].append(total / n)
    return {name: np.array(values) for name, values in parts.items()}


def _adds(row: dict) -> list[tuple[str, float]]:
    added = []
    if row["state"] != "error" and row["variant"] != "similar":
        added.append((f"wla_{row['variant']}", row["wla"]))
    if row["variant"] == "adversarial":
        if row["error_km"] is not None and row["blank_error_km"] is not None:
            added.append(("tbs_adversarial_km", row["error_km"] - row["blank_error_km"]))
        if row["trap_latitude"] is not None and row["state"] != "error":
            near = row["trap_km"] is not None and row["trap_km"] < 50
            added.append(("tfr", float(near)))
    return added


def test_mcrs_is_made_anew_in_each_draw_of_all_groups(
    sources: dict[str, tuple[pl.DataFrame, pl.DataFrame]], intervals: pl.DataFrame
) -> None:
    """Against rows repeated one by one; intervals of the parts put together would be wider."""
    by_source = [_drawn_parts(tables, source, "one") for source, tables in sources.items()]
    macro = {name: (by_source[0][name] + by_source[1][name]) / 2 for name in PARTS}
    made = composites(macro)
    board = intervals.filter(mart="signpost_leaderboard", scope="both", model="one")
    for name in ("r", "mcrs", "c"):
        row = board.filter(metric=name).row(0, named=True)
        low, high = percentile_bounds(made[name][:, None], np.array([row["n_groups"]]))
        assert (row["ci_low"], row["ci_high"]) == pytest.approx((low[0], high[0])), name
        assert row["method"] == "bootstrap"
        assert row["n_groups"] == 40 if name == "c" else row["n_groups"] < 40


def test_draws_of_every_number_are_those_of_the_repeated_rows(
    sources: dict[str, tuple[pl.DataFrame, pl.DataFrame]],
) -> None:
    numbers = source_numbers(*sources["a"], draws=DRAWS).numbers
    expected = _drawn_parts(sources["a"], "a", "two")
    who = ("two", "base-v1", "main", "wrong", "qwen")
    for name in PARTS:
        variant = name.removeprefix("wla_") if name.startswith("wla_") else "all"
        mart = "signpost_wla" if name.startswith("wla_") else "signpost_shift"
        metric = "wla" if name.startswith("wla_") else name
        got = numbers[mart, metric, (*who, variant, "all")].draws
        assert got == pytest.approx(expected[name], rel=1e-9), name


def test_medians_are_those_of_the_repeated_answers(
    sources: dict[str, tuple[pl.DataFrame, pl.DataFrame]],
) -> None:
    scenes, scores = sources["b"]
    numbers = source_numbers(scenes, scores, draws=DRAWS).numbers
    cell = ("one", "base-v1", "main", "wrong", "qwen", "random", "all")
    groups = sorted(scenes["group_id"].unique())
    weights = group_draws(len(groups), draws=DRAWS, seed=seed_of("signpost|b"))
    kinds = scenes.select("variant_id", "group_id", "variant")
    rows = scores.filter(model="one").join(kinds, on="variant_id").filter(variant="random")
    known = rows.drop_nulls("error_km")
    at = np.array([groups.index(group) for group in known["group_id"]])
    expected = [np.median(np.repeat(known["error_km"].to_numpy(), drawn[at])) for drawn in weights]
    assert numbers["signpost_wla", "median_km", cell].draws == pytest.approx(np.array(expected))


def test_a_set_needs_every_source_and_models_share_the_draws(
    sources: dict[str, tuple[pl.DataFrame, pl.DataFrame]], intervals: pl.DataFrame
) -> None:
    assert set(intervals["scope"]) == {"a", "b", "both", "lacking"}
    lacking = intervals.filter(scope="lacking")
    assert set(lacking["mart"]) == {"signpost_degradation"}
    assert set(lacking["source"]) == {"a"}
    alone = signpost_intervals(sources.values(), SETS, REGISTRY.head(1), draws=DRAWS)
    shared = intervals.filter(pl.col("model") == "one")
    assert_frame_equal(
        alone.filter(pl.col("model") == "one"), shared, check_row_order=False, rel_tol=1e-9
    )


def test_a_model_that_half_answered_has_no_average(
    sources: dict[str, tuple[pl.DataFrame, pl.DataFrame]],
) -> None:
    scenes, scores = sources["b"]
    fewer = scores.filter((pl.col("model") == "two") | (pl.int_range(pl.len()) % 50 != 0))
    made = signpost_intervals([sources["a"], (scenes, fewer)], SETS, REGISTRY, draws=DRAWS)
    board = made.filter(mart="signpost_leaderboard")
    assert set(board["model"]) == {"two"}
    everybody = made.filter(mart="signpost_degradation", source="all")
    assert set(everybody["measure"]) >= {"mean_wla", "median_error"}


def test_few_groups_give_no_ends_and_no_rows_give_no_intervals() -> None:
    scenes = streets("few", 3)
    made = signpost_intervals([(scenes, scored(scenes, MODELS))], {}, REGISTRY, draws=DRAWS)
    assert set(made["method"]) == {"too_few_groups"}
    assert made["ci_low"].null_count() == made.height
    nobody = scored(scenes, MODELS).clear()
    assert signpost_intervals([(scenes, nobody)], SETS, REGISTRY).is_empty()
