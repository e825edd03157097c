"""Two nights: what is called a change, what is called noise, by hand and by simulation."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from culture_conflict.statistics.drift import ANSWERS, Drifted, Nights, Verdict, drifts
from culture_conflict.statistics.splits import split_test, splits_of

PICTURES, GROUPS, REPEATS = 400, 50, 2


def nights(
    answers: NDArray[np.int64], group: NDArray[np.intp] | None = None, n_groups: int | None = None
) -> Nights:
    """Answer 0 is right; answers 1 and up are wrong, answer 1 names the cue's country."""
    pictures = answers.shape[2]
    placed = np.arange(pictures) if group is None else group
    right, every = answers == 0, np.ones(answers.shape, dtype=np.bool_)
    verdicts = {"accuracy": Verdict(right, every), "distraction": Verdict(answers == 1, ~right)}
    return Nights(n_groups or pictures, placed, answers, verdicts)


def row(case: Nights, metric: str) -> Drifted:
    return next(one for one in drifts([case], name="hand")[0] if one.metric == metric)


def constant(*values: int, pictures: int = 20) -> NDArray[np.int64]:
    """The same four answers to every picture: night, night, earlier night, earlier night."""
    return np.array(values).reshape(2, 2, 1).repeat(pictures, axis=2)


def test_a_model_that_never_wavers_and_answers_otherwise_has_changed() -> None:
    found = row(nights(constant(0, 0, 2, 2)), ANSWERS)
    assert (found.test.value_a, found.flip_rate, found.test.delta) == (1.0, 0.0, 1.0)
    assert found.is_real
    assert row(nights(constant(0, 0, 2, 2)), "accuracy").test.delta == 1.0


def test_wrong_answers_that_become_other_wrong_answers_are_seen_in_the_answers_only() -> None:
    case = nights(constant(2, 2, 3, 3))
    assert row(case, ANSWERS).is_real
    assert row(case, "accuracy").p_holm == 1.0


def test_what_wavers_within_a_night_is_no_change() -> None:
    answers = constant(0, 2, 2, 0)
    found = row(nights(answers), ANSWERS)
    assert found.flip_rate == 1.0
    assert found.test.value_a == 0.5
    assert not found.is_real
    assert row(nights(answers), "accuracy").flip_rate == 1.0


def test_the_same_answers_give_p_of_one() -> None:
    found = drifts([nights(constant(0, 0, 0, 0))], name="hand")[0]
    assert [(one.metric, one.test.p) for one in found] == [
        ("accuracy", 1.0),
        ("distraction", None),
        (ANSWERS, 1.0),
    ]
    assert {one.n_tests for one in found} == {2}


def test_asked_once_a_night_the_noise_is_unknown_and_said_to_be() -> None:
    once = nights(np.array([[[0] * 20], [[2] * 20]]))
    found = row(once, ANSWERS)
    assert (found.test.p, found.flip_rate) == (None, None)
    assert "noise is not known" in str(found.test.reason)
    assert row(once, "accuracy").is_real


def test_no_common_picture_is_said() -> None:
    empty = nights(np.zeros((2, 2, 0), dtype=np.int64), n_groups=3)
    assert {one.test.p for one in drifts([empty], name="hand")[0]} == {None}


def test_the_splits_of_four_answers_are_three_by_hand() -> None:
    between, within = splits_of(np.array([0, 0, 1, 2]).reshape(2, 2, 1))
    # 00|12: 4 of 4 pairs between, 1 of 2 within; 01|02 and 02|01: 3 of 4 and 2 of 2.
    assert between[:, 0].tolist() == [1.0, 0.75, 0.75]
    assert within[:, 0].tolist() == [0.5, 1.0, 1.0]


def test_a_group_is_dealt_as_a_whole() -> None:
    """Twenty pictures of one item are one observation: a third of all deals is as large."""
    one = nights(constant(0, 0, 2, 2), np.zeros(20, dtype=np.intp), 1)
    assert row(one, ANSWERS).test.p == pytest.approx(1 / 3, abs=0.02)
    assert row(one, "accuracy").test.p == 1.0


def test_few_groups_are_dealt_with_the_share_that_counting_gives() -> None:
    excess = np.tile(np.array([1.0, -0.5, -0.5])[None, :, None], (1, 1, 3))
    assert split_test(excess)[0] == pytest.approx(1 / 27, abs=0.006)


def simulated(rng: np.random.Generator, change: float, shared: float = 0.0) -> Nights:
    """Items of eight pictures, easy or hard; most answers are nearly sure, a tenth waver each time.

    An item's pictures waver together as often as `shared` says.

    `change` is by how much the chance of a right answer falls, on average over all pictures: some
    that were right are wrong now, as surely as they were right. Wrong answers stay their own.
    """
    easy = rng.beta(0.8, 0.5, size=(GROUPS, 1))
    right = (rng.random((GROUPS, PICTURES // GROUPS)) < easy).ravel()
    wavers = np.clip(rng.beta(0.2, 2.5, size=PICTURES), 0.0, 0.5)
    before = np.where(right, 1 - wavers, wavers)
    now, falling = before.copy(), rng.permutation(np.flatnonzero(right))
    lost = falling[
        : np.searchsorted(np.cumsum(2 * before[falling] - 1), change * PICTURES) + (change > 0)
    ]
    now[lost] = 1 - before[lost]
    chance = rng.random((2, REPEATS, GROUPS, PICTURES // GROUPS))
    chance = np.where(rng.random(chance.shape) < shared, chance[..., :1], chance)
    drawn = chance.reshape(2, REPEATS, PICTURES) < np.stack([now, before])[:, None, :]
    wrong = np.where(rng.random(PICTURES) < 0.3, 1, 2)
    group = np.repeat(np.arange(GROUPS), PICTURES // GROUPS)
    return nights(np.where(drawn, 0, wrong), group, GROUPS)


def alarms(cases: list[Nights]) -> float:
    found = drifts(cases, name="unchanged")
    return float(np.mean([any(one.is_real for one in rows) for rows in found]))


@pytest.mark.slow
@pytest.mark.parametrize("shared", [0.0, 0.8])
def test_of_a_thousand_unchanged_nights_few_are_called_real(shared: float) -> None:
    rng = np.random.default_rng(7)
    cases = [simulated(rng, 0.0, shared) for _ in range(1_000)]
    noise = np.mean([row(case, "accuracy").flip_rate or 0.0 for case in cases[:20]])
    assert 0.08 < noise < 0.12  # a model that really wavers
    assert 0.005 < alarms(cases) <= 0.07


@pytest.mark.slow
def test_pictures_taken_for_independent_would_raise_false_alarms() -> None:
    rng = np.random.default_rng(9)
    cases = [simulated(rng, 0.0, 0.8) for _ in range(200)]
    apart = [Nights(PICTURES, np.arange(PICTURES), c.answers, c.verdicts) for c in cases]
    assert alarms(apart) > 0.1


@pytest.mark.slow
def test_a_change_of_five_points_is_found() -> None:
    rng = np.random.default_rng(8)
    found = drifts([simulated(rng, 0.05) for _ in range(500)], name="changed")
    fell = [one for rows in found for one in rows if one.metric == "accuracy"]
    assert np.mean([one.test.delta or 0.0 for one in fell]) == pytest.approx(-0.05, abs=0.003)
    assert np.mean([one.is_real for one in fell]) >= 0.8
    assert np.mean([any(one.is_real for one in rows) for rows in found]) >= 0.8
