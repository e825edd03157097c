"""Spans that a published data set names with their corners: nothing has to be read for them."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from culture_conflict.benchmarks.signpost.tiers import classify
from culture_conflict.places.scripts import guess_language, script_of
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.ocr_spans import OCR_SPANS

__all__ = ["READER", "given_spans"]

READER = "published"


def given_spans(
    items: pl.DataFrame, given_texts: pl.DataFrame, countries: Mapping[str, str]
) -> pl.DataFrame:
    """OCR_SPANS of the groups all of whose texts have corners, ranked as they were given.

    `countries` has the country (alpha-3) of each group where it is known.
    A text that is given twice in one place stands once. Groups of several views are left out, since
    corners don't say in which of them they lie.
    """
    views = items.group_by("group_id").len().filter(pl.col("len") == 1)["group_id"]
    without = given_texts.filter(pl.col("quad").is_null())["group_id"]
    usable = given_texts.filter(
        pl.col("group_id").is_in(views.implode()) & ~pl.col("group_id").is_in(without.implode())
    )
    of_group = {row["group_id"]: row for row in items.to_dicts()}
    ordered = usable.sort("group_id", "span_rank").to_dicts()
    rows = OCR_SPANS.frame(
        [_row(of_group[row["group_id"]], row, countries.get(row["group_id"])) for row in ordered]
    )
    return rows.unique("span_id", keep="first", maintain_order=True)


def _row(
    item: Mapping[str, object], given: Mapping[str, object], country: str | None
) -> dict[str, object]:
    text = str(given["native"])
    tier = classify(text, country)
    return {
        **dict.fromkeys(OCR_SPANS.schema),
        **{name: item[name] for name in ("benchmark", "source", "group_id", "picture", "heading")},
        "span_id": stable_id(str(item["group_id"]), READER, text, str(given["quad"])),
        "reader": READER,
        "span_rank": given["span_rank"],
        "text": text,
        "quad": given["quad"],
        "script": script_of(text),
        "language": guess_language(text),
        "tier": tier.tier,
        "tier_rule": tier.rule,
        "state": "kept",
    }
