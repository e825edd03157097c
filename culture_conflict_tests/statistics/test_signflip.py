"""The sign-flip test: exact where it can be, seeded, with the group as its unit."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from culture_conflict.statistics.signflip import Sides, flip_test, sign_flip_test


def ratio(a: list[tuple[int, int]], b: list[tuple[int, int]]) -> Sides:
    columns = [np.array([[row[n]] for row in side], float) for side in (a, b) for n in (0, 1)]
    return Sides(*columns)


def test_few_groups_are_enumerated() -> None:
    assert flip_test(np.array([1.0, 1.0, 1.0, 1.0])) == 2 / 16
    assert flip_test(np.array([3.0, 1.0, -1.0, 2.0])) == 6 / 16


def test_groups_without_a_difference_change_nothing() -> None:
    padded = np.array([1.0, 0.0, 1.0, 0.0, 1.0, 0.0, 1.0] + [0.0] * 50)
    assert flip_test(padded) == 2 / 16


def test_nothing_differs_and_nothing_is_there() -> None:
    assert flip_test(np.zeros(40)) == 1.0
    assert flip_test(np.zeros(0)) is None


def test_thirteen_are_counted_and_fourteen_are_drawn() -> None:
    assert flip_test(np.ones(13)) == 2 / 2**13
    drawn = flip_test(np.ones(14))
    assert drawn is not None
    assert drawn >= 1 / 10_001
    assert drawn * 10_001 == pytest.approx(round(drawn * 10_001))
    assert flip_test(np.ones(400)) == 1 / 10_001


def test_drawn_and_counted_agree() -> None:
    differences = np.random.default_rng(5).normal(0.4, 1.0, 14)
    every = np.array(list(product((-1, 1), repeat=14))) @ differences
    exact = np.mean(np.abs(every) >= abs(differences.sum()) - 1e-9)
    assert flip_test(differences) == pytest.approx(exact, abs=0.02)


def test_a_seed_repeats_and_another_differs() -> None:
    differences = np.random.default_rng(1).normal(0.2, 1.0, 60)
    assert flip_test(differences, seed=3) == flip_test(differences, seed=3)
    assert flip_test(differences, seed=3) != flip_test(differences, seed=4)


@pytest.mark.parametrize("groups", [21, 401])
def test_the_same_comparison_has_the_same_p_alone_and_among_others(groups: int) -> None:
    draw = np.random.default_rng(groups)
    of = np.ones((groups, 300))
    a, b = (draw.normal(mean, 1.0, of.shape) for mean in (0.1, 0.0))
    among = sign_flip_test(Sides(a, of, b, of), seed=2)
    for n in range(0, 300, 30):
        alone = sign_flip_test(Sides(*(side[:, [n]] for side in (a, of, b, of))), seed=2)
        assert alone[0] == among[n]


def test_exchanging_the_sides_gives_the_same_p() -> None:
    a, b = [(3, 4), (1, 2), (0, 3), (2, 2)], [(1, 4), (0, 1), (1, 2), (1, 5)]
    assert sign_flip_test(ratio(a, b)) == pytest.approx(sign_flip_test(ratio(b, a)))


def test_a_ratio_of_sums_is_permuted_by_whole_groups() -> None:
    a, b = [(3, 4), (1, 2), (0, 3)], [(1, 4), (0, 1), (1, 2)]
    observed = 4 / 9 - 2 / 7
    extreme = 0
    for swapped in product((False, True), repeat=3):
        left = [b[n] if swap else a[n] for n, swap in enumerate(swapped)]
        right = [a[n] if swap else b[n] for n, swap in enumerate(swapped)]
        values = [sum(x for x, _ in side) / sum(y for _, y in side) for side in (left, right)]
        extreme += abs(values[0] - values[1]) >= observed - 1e-12
    assert sign_flip_test(ratio(a, b))[0] == extreme / 8


def test_no_denominator_gives_no_p_and_one_that_vanishes_counts_against_the_effect() -> None:
    assert math.isnan(sign_flip_test(ratio([(0, 0), (0, 0)], [(1, 2), (1, 1)]))[0])
    assert sign_flip_test(ratio([(1, 1), (0, 0)], [(0, 1), (0, 0)]))[0] == 1.0
    assert sign_flip_test(ratio([(1, 1), (0, 0)], [(0, 0), (0, 1)]))[0] == 1.0


def test_several_comparisons_at_once_are_each_what_they_are_alone() -> None:
    rng = np.random.default_rng(9)
    numerators = [rng.integers(0, 4, (50, 3)).astype(float) for _ in range(2)]
    fours = np.full((50, 3), 4.0)
    together = sign_flip_test(Sides(numerators[0], fours, numerators[1], fours), seed=2)
    alone = [flip_test((numerators[0] - numerators[1])[:, column], seed=2) for column in range(3)]
    assert together == pytest.approx(alone)
