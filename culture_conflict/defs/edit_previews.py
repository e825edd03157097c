"""Edited pictures for the eye: those that the gates liked least, and what each gate said."""

from __future__ import annotations

import dagster as dg
import polars as pl

from culture_conflict.defs.previews import MAX_BYTES, sheet
from culture_conflict.editors.told import nearest_gate
from culture_conflict.pictures.store import PictureStore

__all__ = ["gallery_of_the_worst"]

_WORST = 12
_ALL = "generative/"  # what all that editors paint are called, which tells nothing here
_TOLD = (
    "The worst first: below each picture the gate that it failed, or came nearest to failing, "
    "with what was measured and the limit. Pictures that could not be made have no place here."
)


def gallery_of_the_worst(
    images: pl.DataFrame,
    credited: pl.DataFrame,
    pictures: PictureStore,
    *,
    max_bytes: int = MAX_BYTES,
) -> dg.MarkdownMetadataValue:
    """EDITED_IMAGES that were judged, by how close their gates came to their limits or beyond.

    `credited` has group_id, author and licence of what is in the pictures.
    """
    judged = images.drop_nulls(["picture", "worst", "gates"]).sort(
        "worst", "variant_id", descending=[True, False]
    )
    shown = judged.head(_WORST)
    entries = [
        (pictures.get(picture), f"{nearest_gate(gates)} {variant.removeprefix(_ALL)}")
        for picture, variant, gates in shown.select("picture", "variant", "gates").iter_rows()
    ]
    mine = credited.filter(pl.col("group_id").is_in(shown["group_id"].unique().implode()))
    return sheet(entries, mine, _TOLD, columns=4, max_bytes=max_bytes)
