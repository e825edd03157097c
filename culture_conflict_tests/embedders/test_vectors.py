"""Vectors without a direction are refused by name; the others have exact cosines."""

from __future__ import annotations

import numpy as np
import pytest

from culture_conflict.embedders.protocol import VectorError, require_usable, unusable
from culture_conflict.embedders.vectors import equal_rows, exact_similarity, unit_vectors


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


def test_scores_are_cosines() -> None:
    vectors = np.random.default_rng(3).normal(0, 5, (200, 384))
    units = unit_vectors(vectors)
    rows, columns = np.triu_indices(200, 1)
    expected = vectors @ vectors.T / np.outer(*[np.linalg.norm(vectors, axis=1)] * 2)
    assert np.abs(exact_similarity(units, rows, columns) - expected[rows, columns]).max() < 2e-7


def test_lengths_at_either_end_of_the_scale_keep_their_direction() -> None:
    vectors = np.array([[1e300, 2e300], [5e-324, 1e-323], [1.0, 2.0]])
    assert (unit_vectors(vectors) == unit_vectors(vectors)[0]).all()


def test_equal_rows_share_a_number() -> None:
    numbers = equal_rows(unit_vectors([[1, 2], [0, -1], [2, 4], [-0.0, -3]]))
    assert numbers[0] == numbers[2] != numbers[1] == numbers[3]
