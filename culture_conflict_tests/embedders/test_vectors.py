"""Vectors without a direction are refused by name."""

from __future__ import annotations

import numpy as np
import pytest

from culture_conflict.embedders.protocol import VectorError, require_usable, unusable


@pytest.mark.parametrize("bad", [[0, 0, 0], [np.nan, 1, 0], [np.inf, 0, 0], [-np.inf, 1, 2]])
def test_zero_and_not_finite(bad: list[float]) -> None:
    vectors = [[1, 0, 0], bad, [0, -1e-30, 0]]
    assert unusable(["a", "b", "c"], vectors) == ["b"]
    with pytest.raises(VectorError, match=r"1 of 3 vectors .* items b"):
        require_usable(["a", "b", "c"], vectors)


def test_all_are_kept_and_a_few_are_named() -> None:
    ids = [f"i{n}" for n in range(20)]
    with pytest.raises(VectorError, match=r"i0, i1, i2, i3, i4 \.\.\.") as refused:
        require_usable(ids, np.zeros((20, 2)))
    assert refused.value.items == tuple(ids)


def test_usable_vectors_pass() -> None:
    require_usable(["a", "b"], [[1, 0], [0, -1]])
    require_usable([], np.empty((0, 3)))
