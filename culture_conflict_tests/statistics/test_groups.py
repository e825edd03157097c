"""Draws of groups: whole, seeded by a name, the same for all that is drawn over them."""

from __future__ import annotations

import numpy as np
import pytest

from culture_conflict.statistics import groups
from culture_conflict.statistics.groups import group_draws, seed_of
from culture_conflict.statistics.ratios import (
    MIN_GROUPS,
    Interval,
    percentile_bounds,
    percentile_interval,
)


def test_each_draw_takes_as_many_groups_as_there_are() -> None:
    counts = group_draws(243, draws=2000, seed=1)
    assert counts.shape == (2000, 243)
    assert counts.dtype == np.int32
    assert (counts.sum(axis=1) == 243).all()
    assert counts.min() == 0


def test_counts_are_those_of_drawing_with_replacement() -> None:
    counts = group_draws(50, draws=4000, seed=2)
    assert np.allclose(counts.mean(axis=0), 1, atol=0.06)
    assert counts.var() == pytest.approx(1 - 1 / 50, abs=0.02)
    first, second = counts[:, 0], counts[:, 1]
    assert np.cov(first, second)[0, 1] == pytest.approx(-1 / 50, abs=0.05)


def test_a_stable_name_gives_the_same_draws_for_ever() -> None:
    assert seed_of("confused_tourist|sample") == 2387371533
    assert seed_of("a|b") != seed_of("a|c")
    once, again = (group_draws(7, draws=5, seed=seed_of("a|b")) for _ in range(2))
    assert (once == again).all()
    assert (group_draws(7, draws=5, seed=seed_of("a|c")) != once).any()


def test_draws_do_not_depend_on_how_many_are_made_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = group_draws(9, draws=20, seed=3)
    monkeypatch.setattr(groups, "_AT_ONCE", 9 * 3)
    assert (group_draws(9, draws=20, seed=3) == whole).all()


@pytest.mark.parametrize(("n_groups", "draws"), [(0, 10), (3, 0)])
def test_nothing_to_draw_is_an_error(n_groups: int, draws: int) -> None:
    with pytest.raises(ValueError, match="at least one"):
        group_draws(n_groups, draws=draws, seed=0)


def test_percentiles_are_widened_for_few_groups_and_plain_for_many() -> None:
    values = np.linspace(-1, 1, 2001)
    many = percentile_interval(values, n_groups=100_000)
    few = percentile_interval(values, n_groups=10)
    assert many is not None
    assert few is not None
    assert (many.low, many.high) == pytest.approx((-0.95, 0.95), abs=1e-3)
    # Phi(-sqrt(10/9) * 2.2622) = 0.008548 by hand
    assert (few.low, few.high) == pytest.approx((-0.9829, 0.9829), abs=1e-4)


def test_draws_without_a_value_are_left_out() -> None:
    values = np.concatenate([np.linspace(0, 1, 101), np.full(50, np.nan)])
    found = percentile_interval(values, n_groups=10**6)
    assert found == Interval(pytest.approx(0.025, abs=1e-4), pytest.approx(0.975, abs=1e-4))


@pytest.mark.parametrize(
    ("values", "n_groups"),
    [
        (np.linspace(0, 1, 50), MIN_GROUPS - 1),
        (np.full(50, 0.25), 40),
        (np.full(50, np.nan), 40),
    ],
)
def test_no_interval_rather_than_a_false_one(values: np.ndarray, n_groups: int) -> None:
    assert percentile_interval(values, n_groups=n_groups) is None


def test_columns_are_treated_one_by_one() -> None:
    rng = np.random.default_rng(4)
    values = rng.normal(size=(300, 4))
    values[:250, 1] = np.nan
    n_groups = np.array([5, 50, 500, 4])
    low, high = percentile_bounds(values, n_groups)
    for column, n in enumerate(n_groups):
        one = percentile_interval(values[:, column], n_groups=int(n))
        assert (one is None) == bool(np.isnan(low[column]))
        assert one is None or one == Interval(low[column], high[column])
