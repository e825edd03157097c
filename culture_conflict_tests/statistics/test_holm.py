"""Holm's correction: known values, order kept, what was not tested stays untested."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.statistics.holm import holm


def test_known_values() -> None:
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])


def test_untested_ones_stay_and_count_not() -> None:
    assert holm([None, 0.03, None, 0.01]) == [None, 0.03, None, 0.02]
    assert holm([]) == []


@pytest.mark.parametrize("strange", [-0.1, 1.1, math.nan])
def test_what_is_no_probability_is_refused(strange: float) -> None:
    with pytest.raises(ValueError, match="expected a number from 0 to 1"):
        holm([0.5, strange])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=20))
def test_never_below_p_nor_above_bonferroni_and_in_the_order_of_p(values: list[float]) -> None:
    adjusted = [p for p in holm(values) if p is not None]
    assert all(p <= q <= min(1, p * len(values)) for p, q in zip(values, adjusted, strict=True))
    ordered = [q for _, q in sorted(zip(values, adjusted, strict=True))]
    assert ordered == sorted(ordered)
