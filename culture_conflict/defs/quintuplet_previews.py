"""Quintuplets for the eye: a scene's pictures in a row, and those that gates liked least."""

from __future__ import annotations

import dagster as dg
import polars as pl

from culture_conflict.pictures.store import PictureStore

__all__ = ["gallery_of_the_worst", "quintuplets_preview"]

_ORDER = ("original", "blank", "similar", "random", "adversarial")
_WORST = 12
_MOST_REPLACED = 3


def quintuplets_preview(
    made: pl.DataFrame,
    ocr_spans: pl.DataFrame,
    items: pl.DataFrame,
    pictures: PictureStore,
    groups: int,
) -> dg.MarkdownMetadataValue:
    """One row per scene (at most 200 KB): Original with its texts outlined, then the edited four.

    `made` has the columns group_id, variant, editor, control and picture.
    """
    from culture_conflict.pictures.contact_sheet import Entry, as_markdown, contact_sheet
    from culture_conflict.pictures.outlines import outlined

    chosen = made["group_id"].unique(maintain_order=True).head(groups)
    rows = made.filter(pl.col("group_id").is_in(chosen.implode()), ~pl.col("control"))
    entries = []
    for group in chosen:
        own = {row["variant"]: row["picture"] for row in rows.filter(group_id=group).to_dicts()}
        quads = _quads(ocr_spans, group)
        for variant in _ORDER:
            if own.get(variant):
                shown = quads if variant == "original" else []
                data = outlined(pictures.get(own[variant]), shown)
                entries.append(Entry(data, variant))
    credit = _credit(items, chosen)
    return dg.MetadataValue.md(as_markdown(contact_sheet(entries, columns=5), credit))


def gallery_of_the_worst(
    images: pl.DataFrame, items: pl.DataFrame, pictures: PictureStore
) -> dg.MarkdownMetadataValue:
    """The pictures whose gates came closest to their limits or beyond, the worst first."""
    from culture_conflict.pictures.contact_sheet import Entry, as_markdown, contact_sheet

    judged = images.drop_nulls(["picture", "worst"]).sort("worst", descending=True).head(_WORST)
    entries = [
        Entry(pictures.get(picture), f"{worst:.2f} {variant} {reason or ''}")
        for picture, worst, variant, reason in judged.select(
            "picture", "worst", "variant", "reason"
        ).iter_rows()
    ]
    sheet = contact_sheet(entries, columns=4)
    return dg.MetadataValue.md(as_markdown(sheet, _credit(items, judged["group_id"])))


def _quads(ocr_spans: pl.DataFrame, group: str) -> list[list[float]]:
    own = ocr_spans.filter(pl.col("group_id") == group, pl.col("span_rank") <= _MOST_REPLACED).sort(
        "span_rank"
    )
    return own["quad"].drop_nulls().to_list()


def _credit(items: pl.DataFrame, groups: pl.Series) -> str:
    shown = items.filter(pl.col("group_id").is_in(groups.unique().implode()))
    credit = shown.select("author", "licence").unique().sort("author", "licence").rows()
    return "; ".join(f"{author or 'unknown'} ({licence})" for author, licence in credit)
