"""Rank correlations: ties, constants, short and incomplete input."""

from __future__ import annotations

import math

import pytest

from culture_conflict.statistics.ranks import Kind, rank_correlation

KINDS: tuple[Kind, ...] = ("kendall", "spearman")


def test_known_values_with_ties() -> None:
    x, y = [1, 2, 2, 3], [1, 2, 3, 3]
    kendall = rank_correlation(x, y, "kendall")
    assert kendall.value == pytest.approx(4 / 5)  # 4 concordant; 5 untied pairs on either side
    assert kendall.n_ties == 3
    assert rank_correlation(x, y, "spearman").value == pytest.approx(0.8333333)


@pytest.mark.parametrize("kind", KINDS)
def test_constant_and_short_input_has_a_reason_and_no_value(kind: Kind) -> None:
    for x, y, reason in (
        ([1.0, 1.0, 1.0], [1.0, 2.0, 3.0], "x constant"),
        ([1.0, 1.0], [2.0, 2.0], "x and y constant"),
        ([1.0], [2.0], "1 pairs"),
        ([], [], "0 pairs"),
    ):
        found = rank_correlation(x, y, kind)
        assert (found.value, found.p) == (None, None)
        assert reason in str(found.reason)


@pytest.mark.parametrize("kind", KINDS)
def test_missing_values_are_left_out_and_counted(kind: Kind) -> None:
    found = rank_correlation([1, None, 2, 3, math.nan], [3, 1, 2, 1, 5], kind)
    assert (found.n, found.n_left_out) == (3, 2)
    assert found.value == pytest.approx(-1)


@pytest.mark.parametrize("kind", KINDS)
def test_two_pairs_and_infinity(kind: Kind) -> None:
    assert rank_correlation([1, 2], [5, 3], kind).value == pytest.approx(-1)
    assert rank_correlation([1, 2, math.inf], [1, 2, 9], kind).value == pytest.approx(1)


def test_lists_of_different_lengths_are_refused() -> None:
    with pytest.raises(ValueError, match="same things"):
        rank_correlation([1], [1, 2], "kendall")
