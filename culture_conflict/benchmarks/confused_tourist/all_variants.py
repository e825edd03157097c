"""All pictures of a source that models are asked about: stacked, painted, imported."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from culture_conflict.benchmarks.confused_tourist.imported import imported_variants
from culture_conflict.benchmarks.confused_tourist.painted_in_force import in_force
from culture_conflict.benchmarks.confused_tourist.painted_variants import painted_variants
from culture_conflict.benchmarks.confused_tourist.variants import make_variants

__all__ = ["all_variants"]


def all_variants(
    items: pl.DataFrame,
    pairs: pl.DataFrame,
    stacked: pl.DataFrame,
    edited: Sequence[pl.DataFrame],
    imported_images: pl.DataFrame,
) -> pl.DataFrame:
    """VARIANTS of a source; `edited` has a table of EDITED_IMAGES per editor.

    What was painted of other items or pairs is left out.

    Raises:
        InvalidTableError: pictures were made of other items.
    """
    mine = [in_force(items, pairs, table) for table in edited]
    painted = painted_variants(items, stacked, mine)
    imported = imported_variants(items, imported_images)
    return pl.concat([make_variants(items, pairs, stacked), painted, imported])
