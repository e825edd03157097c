"""Correlations of many rows at once, each as SciPy has it for one; their intervals over items."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest
from scipy import stats

from culture_conflict.benchmarks.confused_tourist.points import CLOUD
from culture_conflict.statistics import correlations
from culture_conflict.statistics.clouds import correlation_intervals
from culture_conflict.statistics.correlations import kendall, pearson, spearman
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict_tests.statistics.tallying import KEY, draws_of

SCIPY = {pearson: stats.pearsonr, spearman: stats.spearmanr, kendall: stats.kendalltau}


@pytest.mark.parametrize("correlation", SCIPY)
def test_each_row_is_scipys(
    correlation: Callable[..., np.ndarray], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(correlations, "_AT_ONCE", 300)
    rng = np.random.default_rng(8)
    x, y = rng.integers(0, 6, size=(2, 40, 9)) / 7
    y = np.where(rng.random(y.shape) < 0.5, x, y)
    x[rng.random(x.shape) < 0.1] = np.nan
    y[rng.random(y.shape) < 0.1] = np.nan
    found = correlation(x, y)
    for row in range(40):
        known = ~(np.isnan(x[row]) | np.isnan(y[row]))
        expected = SCIPY[correlation](x[row][known], y[row][known]).statistic
        assert found[row] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("correlation", SCIPY)
@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([0.1, 0.2, np.nan], [0.3, 0.1, 0.2]),
        ([0.1, 0.1, 0.1], [0.3, 0.1, 0.2]),
        ([np.nan] * 3, [0.3, 0.1, 0.2]),
    ],
)
def test_two_points_or_a_constant_have_none(
    correlation: Callable[..., np.ndarray], x: list[float], y: list[float]
) -> None:
    assert np.isnan(correlation(np.array([x]), np.array([y]))[0])
    assert np.isnan(correlation(np.array([y]), np.array([x]))[0])


def _points(n_items: int, accuracies: dict[str, float]) -> pl.DataFrame:
    """Items of two regions; the less accurate a model, the more of its errors follow the cue."""
    rng = np.random.default_rng(9)
    rows = []
    for model, accuracy in accuracies.items():
        for n in range(n_items):
            right = int(rng.binomial(4, accuracy))
            follow = int(rng.binomial(4 - right, 0.9 - 0.8 * accuracy))
            counts = {"n_correct": right, "n": 4, "n_distracted": follow, "n_wrong": 4 - right}
            where = {"model": model, "region": f"region {n % 2}", "group_id": f"g{n:05}"}
            rows.append({name: KEY[name] for name in CLOUD} | where | counts)
    return pl.DataFrame(rows)


def test_a_cloud_has_its_interval_over_items() -> None:
    models = {"a": 0.1, "b": 0.3, "c": 0.5, "d": 0.7, "e": 0.9}
    kinds = pl.DataFrame({"model": list(models), "kind": ["vlm"] * 4 + ["reference"]})
    table = correlation_intervals(_points(60, models), kinds, draws_of(60))
    INTERVALS.validate(table)
    assert set(table["model"]) == {"vlm"}  # one reference model is no cloud
    assert sorted(table["metric"].to_list()) == sorted(["kendall", "pearson", "spearman"] * 2)
    one = table.row(
        by_predicate=(pl.col("metric") == "pearson") & (pl.col("level") == "model"), named=True
    )
    assert one["estimate"] < -0.9
    assert -1 <= one["ci_low"] <= one["estimate"] < one["ci_high"] < -0.7
    assert (one["method"], one["n_groups"]) == ("bootstrap", 60)


def test_few_items_and_draws_that_all_agree_have_no_ends() -> None:
    models = {"a": 0.1, "b": 0.5, "c": 0.9}
    kinds = pl.DataFrame({"model": list(models), "kind": ["vlm"] * 3})
    few = correlation_intervals(_points(4, models), kinds, draws_of(4))
    assert set(few["method"]) == {"too_few_groups"}
    far_apart = _points(400, {"a": 0.01, "b": 0.5, "c": 0.99})
    same = correlation_intervals(far_apart, kinds, draws_of(400)).filter(level="model")
    rank = same.filter(metric="kendall")
    assert (rank["estimate"][0], rank["method"][0]) == (-1, "all_draws_alike")
    assert rank["ci_low"][0] is None
