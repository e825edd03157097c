"""All pictures of a source that models are asked about: stacked, painted, imported."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from culture_conflict.benchmarks.confused_tourist.imported import imported_variants
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

    Raises:
        InvalidTableError: pictures were made of other items.
    """
    painted = painted_variants(items, stacked, edited)
    imported = imported_variants(items, imported_images)
    return pl.concat([make_variants(items, pairs, stacked), painted, imported])
