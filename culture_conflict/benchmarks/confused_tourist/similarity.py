"""Most and least similar descriptions, by blocks (ConfusedTourist eq. 1, Algorithm 2).

A fast product in single precision finds the few pairs that may be extreme; the exact score of
`embedders.vectors` decides among them, so that nothing depends on block size, threads or machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from culture_conflict.benchmarks.confused_tourist.extremes import (
    Countries,
    Difficulty,
    Extreme,
    Nodes,
    codes,
    sharing,
)
from culture_conflict.embedders.protocol import require_usable
from culture_conflict.embedders.vectors import GRID, equal_rows, exact_similarity, unit_vectors

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Singles = npt.NDArray[np.float32]
    Floats = npt.NDArray[np.float64]
    Flags = npt.NDArray[np.bool_]
    Integers = npt.NDArray[np.int64]
    Ranges = tuple[Integers, Integers]

__all__ = ["description_extremes"]

_MOST_WAITING = 4_000_000
_SIGNS: tuple[tuple[Difficulty, float], ...] = (("hard", 1.0), ("easy", -1.0))


def description_extremes(
    vectors: npt.ArrayLike,
    countries: Sequence[Countries],
    ids: Sequence[str],
    *,
    exclude_same_country: bool = True,
    block_rows: int = 1536,
) -> dict[Difficulty, Extreme]:
    """Most (hard) and least (easy) similar item by cosine, for n items.

    Items that share one of their countries are no candidates for each other. `vectors` (n, d)
    need not have length 1. Memory: three copies of them in single precision and one block of
    `block_rows` x `block_rows` scores, on which the result does not depend.

    Raises:
        VectorError: a vector is zero or not finite; its item is named.
    """
    import numpy as np

    require_usable(ids, vectors)
    country, names = codes(countries)
    shared = sharing(names) if exclude_same_country else None
    units = unit_vectors(vectors)
    # One node per country and vector, so that nodes of one country follow each other.
    key = country * len(units) + equal_rows(units)
    _, member, of_item = np.unique(key, return_index=True, return_inverse=True)
    nodes = Nodes.of(of_item, ids)
    barred = [_itself(nodes.count)] if shared is None else _same(country[member], shared)
    seen = _search(units[member], barred, block_rows)
    n_candidates = nodes.n_candidates(country, shared)
    return {key: nodes.choose(*found.extreme(), n_candidates) for key, found in seen.items()}


def _same(country: Integers, shared: Flags) -> list[Ranges]:
    """For each node (m,) the ranges of nodes that share a country with it: no candidates.

    `country` (m,) is sorted; a node with fewer ranges than another has empty ones.
    """
    import numpy as np

    of_code = []
    for row in shared:
        inside = np.flatnonzero(np.diff(np.pad(row.astype(np.int8), 1)))
        of_code.append(np.searchsorted(country, inside).reshape(-1, 2))
    table = np.zeros((len(of_code), max(map(len, of_code), default=0), 2), dtype=np.int64)
    for code, ranges in enumerate(of_code):
        table[code, : len(ranges)] = ranges
    return [(ends[:, 0], ends[:, 1]) for ends in np.moveaxis(table[country], 1, 0)]


def _itself(count: Integers) -> Ranges:
    """For each node (m,) itself where it holds one item only, else an empty range."""
    import numpy as np

    first = np.arange(len(count))
    return first, first + (count == 1)


@dataclass
class _Candidates:
    """Pairs of nodes that may be their row's best, seen block by block.

    `sign` is such that more is better. `rough` (m,) is the largest score of each row so far in
    single precision: a pair that lies more than `margin` below it can't be the exact best, which
    is `best` (m,). `kept` are the pairs at it, `waiting` those still to be settled.
    """

    units: Singles
    sign: float
    margin: np.float32
    rough: Singles
    best: Floats
    kept: tuple[Integers, Integers, Floats]
    waiting: list[tuple[Integers, Integers, Singles]] = field(default_factory=list)
    n_waiting: int = 0

    @classmethod
    def of(cls, units: Singles, sign: float) -> _Candidates:
        import numpy as np

        # Twice the most that a product of unit vectors in single precision can be off.
        margin = np.float32(2 * (units.shape[1] + 8) / GRID)
        best = np.full(len(units), -np.inf)
        none = np.empty(0, np.int64)
        kept = none, none, np.empty(0)
        return cls(units, sign, margin, best.astype(np.float32), best, kept)

    def see(self, scores: Singles, first_row: int, first_column: int, axis: int) -> None:
        """Take a block in; `axis` is the one that candidates lie along, 1 or (transposed) 0."""
        import numpy as np

        rough = self.rough[first_row : first_row + scores.shape[1 - axis]]
        np.maximum(rough, scores.max(axis=axis), out=rough)
        limit = np.expand_dims(self._limit(rough), axis)
        found = np.divmod(np.flatnonzero(scores >= limit), scores.shape[1])
        rows, columns = found if axis == 1 else found[::-1]
        self.waiting.append((rows + first_row, columns + first_column, scores[found]))
        self.n_waiting += len(rows)
        if self.n_waiting > _MOST_WAITING:
            self._settle()

    def extreme(self) -> tuple[Integers, Integers, Floats]:
        """Rows and columns (k,) of the pairs at their row's best, and the best (m,)."""
        if self.waiting:
            self._settle()
        return self.kept[0], self.kept[1], self.sign * self.best

    def _settle(self) -> None:
        """Let the exact scores of the waiting pairs decide."""
        import numpy as np

        seen = zip(*self.waiting, strict=True)
        rows, columns, rough = (np.concatenate(part) for part in seen)
        near = rough >= self._limit(self.rough)[rows]
        rows, columns = rows[near], columns[near]
        scores = self.sign * exact_similarity(self.units, rows, columns)
        np.maximum.at(self.best, rows, scores)
        both = zip(self.kept, (rows, columns, scores), strict=True)
        rows, columns, scores = (np.concatenate(part) for part in both)
        at_best = scores == self.best[rows]
        self.kept = rows[at_best], columns[at_best], scores[at_best]
        self.waiting, self.n_waiting = [], 0

    def _limit(self, rough: Singles) -> Singles:
        import numpy as np

        return np.where(np.isneginf(rough), np.float32(np.inf), rough - self.margin)


def _search(units: Singles, barred: Sequence[Ranges], side: int) -> dict[Difficulty, _Candidates]:
    """All pairs of nodes that may be a row's extreme; each block serves its mirror image too."""
    import numpy as np

    seen = {key: _Candidates.of(units, sign) for key, sign in _SIGNS}
    starts = range(0, len(units), side)
    space = np.empty(min(side, len(units)) ** 2, dtype=np.float32)
    for row, column in ((row, column) for row in starts for column in starts if row <= column):
        one, other = units[row : row + side], units[column : column + side]
        scores = space[: len(one) * len(other)].reshape(len(one), len(other))
        np.matmul(one, other.T, out=scores)
        for key, sign in _SIGNS:
            if sign < 0:
                np.negative(scores, out=scores)
            _bar(scores, row, column, barred)
            seen[key].see(scores, row, column, axis=1)
            if row < column:
                seen[key].see(scores, column, row, axis=0)
    return seen


def _bar(scores: Singles, row: int, column: int, barred: Sequence[Ranges]) -> None:
    """Set what is no candidate to minus infinity; rows with one range are set together."""
    import numpy as np

    for ranges in barred:
        first, end = (
            np.clip(ends[row : row + len(scores)] - column, 0, scores.shape[1]) for ends in ranges
        )
        changes = np.flatnonzero((np.diff(first) != 0) | (np.diff(end) != 0)) + 1
        for top, bottom in zip([0, *changes], [*changes, len(scores)], strict=True):
            scores[top:bottom, first[top] : end[top]] = -np.inf
