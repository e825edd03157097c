"""One picture of what was made: a few groups, a row each, the original beside its variants."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from culture_conflict.pictures.store import PictureStore

__all__ = ["sheet_rows", "write_sheet"]

_CONTEXTS = ("none", "flag", "landmark", "flag_landmark", "congruent_flag", "grey_patch")


def sheet_rows(variants: pl.DataFrame, groups_per_category: int = 3) -> pl.DataFrame:
    """One variant per context, hard before easy, of the most complete groups of each category.

    Beside the columns of VARIANTS there is a `caption`.
    """
    order = pl.col("perturb_context").replace_strict(_CONTEXTS, range(len(_CONTEXTS)))
    shown = (
        variants.with_columns(_order=order)
        .sort(
            "group_id", "_order", "difficulty", "pair_method", descending=[False, False, True, True]
        )
        .unique(["group_id", "perturb_context"], keep="first", maintain_order=True)
    )
    complete = (
        shown.group_by("category", "group_id")
        .len()
        .sort("len", "group_id", descending=[True, False])
        .group_by("category", maintain_order=True)
        .head(groups_per_category)
    )
    kept = shown.join(complete, on=["category", "group_id"], how="semi")
    ordered = kept.sort("category", "group_id", "_order").drop("_order")
    return ordered.with_columns(caption=_caption())


def write_sheet(variants: pl.DataFrame, pictures: PictureStore, path: Path) -> Path:
    """Write the contact sheet (JPEG, at most 1 MB) of `sheet_rows` to `path`."""
    from culture_conflict.pictures.contact_sheet import Entry, contact_sheet

    rows = sheet_rows(variants)
    entries = [Entry(pictures.get(s), c) for s, c in rows.select("picture", "caption").iter_rows()]
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet = contact_sheet(entries, columns=len(_CONTEXTS), max_bytes=1_000_000, max_width=1_500)
    path.write_bytes(sheet)
    return path


def _caption() -> pl.Expr:
    original = pl.format("{} ({})", pl.col("truth_items").list.first(), "truth_country")
    context = pl.col("perturb_context").str.replace_all("_", " ")
    shown = pl.concat_str(context, pl.lit(" "), pl.col("distractor_country").fill_null(""))
    return pl.when(pl.col("perturb_context") == "none").then(original).otherwise(shown)
