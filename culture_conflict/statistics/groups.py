"""Bootstrap draws of whole groups: items, foods or counterfactual groups, never single answers."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["DRAWS", "group_draws", "seed_of"]

DRAWS = 2000
_AT_ONCE = 4_000_000


def seed_of(name: str) -> int:
    """A seed below 2**32 that depends on nothing but a stable name, e.g. benchmark|source."""
    return int.from_bytes(hashlib.sha256(name.encode()).digest()[:4], "big")


def group_draws(n_groups: int, *, draws: int = DRAWS, seed: int) -> NDArray[np.int32]:
    """How often each group is in each draw: shape (draws, n_groups), every row sums to n_groups.

    Groups are drawn with replacement, all alike. The same arguments give the same draws; one
    array drives all cells, models and components of a source (ruling 29), so that the difference
    or the composite of two numbers is drawn as one.

    Raises:
        ValueError: fewer than one group or one draw.
    """
    import numpy as np

    if n_groups < 1 or draws < 1:
        raise ValueError(f"{n_groups} groups, {draws} draws: expected at least one of each.")
    rng = np.random.default_rng(seed)
    counts = np.empty((draws, n_groups), dtype=np.int32)
    step = max(1, _AT_ONCE // n_groups)
    for start in range(0, draws, step):
        rows = min(step, draws - start)
        drawn = rng.integers(n_groups, size=(rows, n_groups))
        drawn += np.arange(rows)[:, None] * n_groups
        counted = np.bincount(drawn.ravel(), minlength=rows * n_groups)
        counts[start : start + rows] = counted.reshape(rows, n_groups)
    return counts
