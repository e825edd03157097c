"""Under no effect the test is right about as often as it says; ignoring the groups is not."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from culture_conflict.statistics.signflip import Sides, sign_flip_test

GROUPS, PICTURES, TESTS = 60, 12, 1_000


def clustered(rng: np.random.Generator, tests: int, effect: float) -> NDArray[np.bool_]:
    """Right answers of two models: (side, group, picture, test).

    An item is easy for one model and hard for the other, which its twelve pictures share.
    """
    skill = rng.beta(0.5, 0.5, size=(2, GROUPS, 1, tests))
    skill[0] = np.clip(skill[0] + effect, 0.0, 1.0)
    return rng.random((2, GROUPS, PICTURES, tests)) < skill


def by_group(right: NDArray[np.bool_]) -> NDArray[np.float64]:
    sums = right.sum(axis=2).astype(float)
    every = np.full(sums.shape[1:], float(PICTURES))
    return sign_flip_test(Sides(sums[0], every, sums[1], every), flips=2_000, seed=11)


def by_answer(right: NDArray[np.bool_]) -> NDArray[np.float64]:
    """The unpaired test of two shares that takes each answer for independent."""
    from scipy.stats import norm

    n = GROUPS * PICTURES
    shares = right.mean(axis=(1, 2))
    pooled = shares.mean(axis=0)
    z = (shares[0] - shares[1]) / np.sqrt(pooled * (1 - pooled) * 2 / n)
    return 2 * norm.sf(np.abs(z))


@pytest.mark.slow
def test_false_alarms_keep_to_the_level_and_those_of_an_answer_level_test_do_not() -> None:
    right = clustered(np.random.default_rng(20), TESTS, effect=0.0)
    assert 0.03 <= np.mean(by_group(right) < 0.05) <= 0.07
    assert np.mean(by_answer(right) < 0.05) > 0.3


@pytest.mark.slow
def test_an_effect_is_found() -> None:
    right = clustered(np.random.default_rng(21), 200, effect=0.3)
    assert np.mean(by_group(right) < 0.05) > 0.8
