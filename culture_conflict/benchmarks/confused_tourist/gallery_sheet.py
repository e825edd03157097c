"""One picture of what was made: a few groups, the original beside its variants."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from culture_conflict.pictures.store import PictureStore

__all__ = ["sheet_rows", "write_sheet"]

_SHOWN = (
    "original",
    "stacked/geo/hard/flag",
    "stacked/geo/hard/landmark",
    "stacked/desc/hard/flag_landmark",
    "control/congruent_flag",
    "control/grey_patch",
)


def sheet_rows(variants: pl.DataFrame, groups_per_category: int = 2) -> pl.DataFrame:
    """The chosen variants of the most complete groups of each category, group by group."""
    shown = variants.filter(pl.col("variant").is_in(_SHOWN))
    complete = (
        shown.group_by("category", "group_id")
        .len()
        .sort("len", "group_id", descending=[True, False])
        .group_by("category", maintain_order=True)
        .head(groups_per_category)
    )
    order = pl.col("variant").replace_strict(_SHOWN, range(len(_SHOWN)))
    return (
        shown.join(complete, on=["category", "group_id"], how="semi")
        .with_columns(_order=order)
        .sort("category", "group_id", "_order")
        .drop("_order")
    )


def write_sheet(variants: pl.DataFrame, pictures: PictureStore, path: Path) -> Path:
    """Write the contact sheet (JPEG, at most 1 MB) of `sheet_rows` to `path`."""
    from culture_conflict.pictures.contact_sheet import Entry, contact_sheet

    rows = sheet_rows(variants)
    captions = rows.select(
        pl.format("{} ({}): {}", pl.col("truth_items").list.first(), "truth_country", "variant")
    ).to_series()
    entries = [Entry(pictures.get(s), c) for s, c in zip(rows["picture"], captions, strict=True)]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(contact_sheet(entries, columns=len(_SHOWN), max_bytes=1_000_000))
    return path
