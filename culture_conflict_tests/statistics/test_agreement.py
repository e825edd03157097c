"""Cohen's kappa: exact cases, and nothing where it is undefined."""

from __future__ import annotations

from fractions import Fraction

import pytest

from culture_conflict.statistics.agreement import cohen_kappa

# Counts by (rater a, rater b), then n, observed and expected agreement and kappa as fractions.
CASES = {
    "three classes": (
        {"11": 4, "12": 1, "21": 1, "22": 2, "23": 1, "33": 1},
        (10, "7/10", "39/100", "31/61"),
    ),
    "perfect": ({"11": 3, "22": 2}, (5, "1", "13/25", "1")),
    "chance": ({"11": 1, "12": 1, "21": 1, "22": 1}, (4, "1/2", "1/2", "0")),
    "below chance": ({"12": 5, "21": 5}, (10, "0", "1/2", "-1")),
    "one class only": ({"11": 7}, (7, "1", "1", None)),
    "like the audit of 350": (
        {"11": 86, "12": 12, "13": 2, "21": 14, "22": 124}
        | {"23": 12, "31": 4, "32": 14, "33": 82},
        (350, "146/175", "17/49", "597/800"),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_hand_checked_cases(name: str) -> None:
    cells, (n, observed, expected, kappa) = CASES[name]
    pairs = [tuple(labels) for labels, count in cells.items() for _ in range(count)]
    found = cohen_kappa([a for a, _ in pairs], [b for _, b in pairs])
    assert found.n == n
    assert found.observed == pytest.approx(float(Fraction(observed)))
    assert found.expected == pytest.approx(float(Fraction(expected)))
    if kappa is None:
        assert found.kappa is None
        assert "one and the same label" in str(found.reason)
    else:
        assert found.kappa == pytest.approx(float(Fraction(kappa)), abs=1e-12)
        assert found.reason is None


def test_what_a_rater_left_out_is_counted_not_guessed() -> None:
    found = cohen_kappa(["T1", None, "T2", "T1"], ["T1", "T1", None, "T2"])
    assert (found.n, found.n_left_out) == (2, 2)
    nothing = cohen_kappa([None], ["T1"])
    assert (nothing.kappa, nothing.observed) == (None, None)
    assert "no thing" in str(nothing.reason)


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="same order"):
        cohen_kappa(["T1"], ["T1", "T2"])
