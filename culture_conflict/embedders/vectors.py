"""Unit vectors whose products are exact.

A floating-point sum depends on its order, and a matrix product's order on block size, threads and
processor: a near tie would fall now this way, now that. So unit vectors are rounded to multiples
of 2^-24. Products of two are multiples of 2^-48 and their sums stay below 2, which a double holds
without rounding in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Singles = npt.NDArray[np.float32]
    Floats = npt.NDArray[np.float64]
    Integers = npt.NDArray[np.int64]

__all__ = ["GRID", "equal_rows", "exact_similarity", "unit_vectors"]

GRID = 2.0**24
_PART_VALUES = 2**18


def unit_vectors(vectors: npt.ArrayLike) -> Singles:
    """The vectors (n, d) at length 1, rounded to multiples of 2^-24, which singles hold exactly."""
    import numpy as np

    given = np.asarray(vectors)
    units = np.empty(given.shape, dtype=np.float32)
    for part in _parts(*given.shape):
        values = given[part].astype(np.float64)
        values /= np.abs(values).max(axis=1, keepdims=True)
        values /= np.sqrt((values * values).sum(axis=1, keepdims=True))
        units[part] = np.rint(values * GRID) / GRID + 0.0  # no -0.0
    return units


def exact_similarity(units: Singles, rows: Integers, columns: Integers) -> Floats:
    """Cosines (k,) of pairs of rows of `unit_vectors`, none of them rounded."""
    import numpy as np

    scores = np.empty(len(rows))
    for part in _parts(len(rows), units.shape[1]):
        one, other = (units[index[part]].astype(np.float64) for index in (rows, columns))
        scores[part] = np.einsum("kd,kd->k", one, other)
    return scores


def _parts(n_rows: int, n_columns: int) -> Iterator[slice]:
    """Slices of rows that hold at most a quarter of a million values each."""
    step = max(1, _PART_VALUES // n_columns)
    for start in range(0, n_rows, step):
        yield slice(start, start + step)


def equal_rows(units: Singles) -> Integers:
    """A number for each row (n,), the same for rows that are equal in every bit."""
    import numpy as np

    whole = np.dtype((np.void, units.shape[1] * units.itemsize))
    numbers: Integers = np.unique(units.view(whole).ravel(), return_inverse=True)[1]
    return numbers
