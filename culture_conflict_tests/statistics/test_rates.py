"""Intervals of single cells, against closed forms and a loop written by hand."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal
from scipy import stats

from culture_conflict.statistics import intervals
from culture_conflict.statistics.intervals import intervals_of
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict_tests.statistics.tallying import drawn, draws_of, tally


def _one(*counts: list[int]) -> dict[str, float | str | None]:
    table = drawn(*([values] for values in counts))
    assert table.height == 1
    return table.row(0, named=True)


@pytest.mark.parametrize("n", [5, 49, 243])
def test_nothing_of_n_and_all_of_n_are_exact_over_groups(n: int) -> None:
    upper = stats.binomtest(0, n).proportion_ci(method="exact").high
    nothing, everything = _one([0] * n, [3] * n), _one([3] * n, [3] * n)
    assert nothing["method"] == everything["method"] == "same_everywhere"
    assert (nothing["ci_low"], nothing["ci_high"]) == pytest.approx((0, upper))
    assert (everything["ci_low"], everything["ci_high"]) == pytest.approx((1 - upper, 1))


def test_groups_that_are_all_alike_are_no_proof_of_certainty() -> None:
    half = _one([1] * 20, [2] * 20)
    assert half["method"] == "same_everywhere"
    assert half["ci_low"] == pytest.approx(0.5 - 0.5 * (1 - 0.025 ** (1 / 20)))
    assert half["ci_high"] == pytest.approx(1 - half["ci_low"])


def test_few_events_of_single_answers_are_nearly_binomial() -> None:
    found = _one([1] * 3 + [0] * 57, [1] * 60)
    exact = stats.binomtest(3, 60).proportion_ci(method="exact")
    assert found["method"] == "bootstrap_exact"
    assert found["ci_low"] == pytest.approx(exact.low, abs=0.005)
    assert found["ci_high"] == pytest.approx(exact.high, abs=0.02)


def test_answers_of_one_group_that_agree_count_as_one() -> None:
    """Six answers each, all alike within a group: as wide as one answer each."""
    single = _one([1] * 4 + [0] * 56, [1] * 60)
    repeated = _one([6] * 4 + [0] * 56, [6] * 60)
    assert repeated["ci_high"] == pytest.approx(single["ci_high"], abs=1e-9)


def test_fewer_than_five_groups_have_an_estimate_and_no_interval() -> None:
    four = _one([1, 0, 1, 0, 0, 0], [1, 1, 1, 1, 0, 0])
    assert (four["estimate"], four["n_groups"]) == (0.5, 4)
    assert (four["ci_low"], four["ci_high"], four["method"]) == (None, None, "too_few_groups")
    assert _one([1, 0, 1, 0, 0], [1] * 5)["ci_low"] is not None


def test_many_events_are_the_percentiles_of_a_loop_by_hand() -> None:
    rng = np.random.default_rng(5)
    of = rng.integers(1, 9, 80)
    hits = rng.binomial(of, 0.4)
    rows = draws_of(80).weights.astype(int)
    values = [
        sum(w * h for w, h in zip(row, hits, strict=True))
        / sum(w * o for w, o in zip(row, of, strict=True))
        for row in rows
    ]
    share = stats.norm.cdf(-np.sqrt(80 / 79) * stats.t.ppf(0.975, 79))
    found = _one(list(hits), list(of))
    assert found["method"] == "bootstrap"
    assert found["estimate"] == pytest.approx(hits.sum() / of.sum(), abs=1e-15)
    assert found["ci_low"] == pytest.approx(np.quantile(values, share), abs=1e-9)
    assert found["ci_high"] == pytest.approx(np.quantile(values, 1 - share), abs=1e-9)


def test_a_difference_without_a_discordant_pair_is_not_certainly_nothing() -> None:
    found = _one([0] * 40, [1] * 40, [0] * 40, [1] * 40)
    upper = 1 - 0.025 ** (1 / 40)
    assert found["method"] == "bootstrap_mover"
    assert found["estimate"] == 0
    assert (found["ci_low"], found["ci_high"]) == pytest.approx((-upper, upper))


def test_both_rates_of_a_difference_are_drawn_together() -> None:
    """Rates that are equal in every group but one differ by little, however uncertain each is."""
    rng = np.random.default_rng(6)
    hits = rng.binomial(4, 0.5, 60)
    of = np.full(60, 4)
    other = np.where(np.arange(60) < 12, np.maximum(hits - 1, 0), hits)
    found = _one(list(hits), list(of), list(other), list(of))
    alone = _one(list(hits), list(of))
    assert found["method"] == "bootstrap"
    assert found["ci_high"] - found["ci_low"] < (alone["ci_high"] - alone["ci_low"]) / 2


def test_cells_without_a_denominator_have_no_row() -> None:
    empty, half = [0] * 6, [1, 0] * 3
    assert drawn([empty, half], [empty, [1] * 6])["estimate"].to_list() == [0.5]
    assert drawn([half], [[1] * 6], [empty], [empty]).height == 0
    assert intervals_of(tally([half], [[1] * 6]).clear(), draws_of(6)).equals(INTERVALS.empty())


def test_the_table_is_valid_and_does_not_depend_on_the_size_of_pieces(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rng = np.random.default_rng(7)
    of = rng.integers(0, 4, size=(40, 30)) * (rng.random((40, 30)) < 0.6)
    hits = rng.binomial(of, rng.choice([0.0, 0.1, 0.5, 1.0], size=(40, 1)))
    both = pl.concat([tally(hits, of), tally(hits, of, hits // 2, of, metric="difference")])
    whole = intervals_of(both, draws_of(30))
    monkeypatch.setattr(intervals, "_CELLS_AT_ONCE", 3)
    key = ["metric", "region"]
    assert_frame_equal(whole.sort(key), intervals_of(both, draws_of(30)).sort(key), abs_tol=1e-12)
    INTERVALS.validate(whole)
    known = whole.filter(pl.col("method") != "too_few_groups")
    assert (known["ci_low"] < known["ci_high"]).all()
    assert (known["ci_low"] <= known["estimate"]).all()
    assert (known["estimate"] <= known["ci_high"]).all()
    assert set(whole["method"]) >= {"bootstrap_exact", "bootstrap_mover", "same_everywhere"}
