"""Quintuplets for the eye: a scene's pictures in a row."""

from __future__ import annotations

import dagster as dg
import polars as pl

from culture_conflict.defs.previews import sheet
from culture_conflict.pictures.store import PictureStore

__all__ = ["quintuplets_preview"]

_ORDER = ("original", "blank", "similar", "random", "adversarial")
_MOST_REPLACED = 3
_TOLD = (
    "A scene in each row: the Original with the texts that are replaced outlined (the most "
    "prominent pink, then blue, then orange), Blank, Similar, Random, Adversarial."
)


def quintuplets_preview(
    made: pl.DataFrame,
    ocr_spans: pl.DataFrame,
    items: pl.DataFrame,
    pictures: PictureStore,
    groups: int,
) -> dg.MarkdownMetadataValue:
    """One row per scene (180 KB at most): Original with its texts outlined, then the edited four.

    `made` has the columns group_id, variant, editor, control and picture.
    """
    from culture_conflict.pictures.outlines import outlined

    chosen = made["group_id"].unique(maintain_order=True).head(groups)
    scenes = items.filter(pl.col("group_id").is_in(chosen.implode()))
    names = dict(scenes.select("group_id", "external_id").iter_rows())
    rows = made.filter(pl.col("group_id").is_in(chosen.implode()), ~pl.col("control"))
    entries = []
    for group in chosen:
        own = {row["variant"]: row["picture"] for row in rows.filter(group_id=group).to_dicts()}
        quads = _quads(ocr_spans, group)
        for variant in _ORDER:
            first, sha256 = variant == "original", own.get(variant)
            data = outlined(pictures.get(sha256), quads if first else []) if sha256 else None
            caption = names.get(group, variant) if first else variant
            entries.append((data, caption if data else f"{variant}: not made"))
    return sheet(entries, scenes, _TOLD)


def _quads(ocr_spans: pl.DataFrame, group: str) -> list[list[float]]:
    own = ocr_spans.filter(pl.col("group_id") == group, pl.col("span_rank") <= _MOST_REPLACED).sort(
        "span_rank"
    )
    return own["quad"].drop_nulls().to_list()
