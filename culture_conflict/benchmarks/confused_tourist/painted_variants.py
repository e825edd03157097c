"""Painted pictures as variants, beside the stacked ones of the same items."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.benchmarks.confused_tourist.variants import credits_of
from culture_conflict.editors.recorded import shown_editor
from culture_conflict.tables.variants import VARIANTS

__all__ = ["painted_variants"]

_Row = Mapping[str, Any]


def painted_variants(
    items: pl.DataFrame, stacked: pl.DataFrame, edited: Sequence[pl.DataFrame]
) -> pl.DataFrame:
    """VARIANTS of every painted picture that was made; `edited` has a table per editor.

    The item's original in STACKED_IMAGES is their reference: both left by one encoder. An item
    whose original was not made has none. Isolated garments are no variants. What failed a gate and
    is shown all the same is marked in `editor`, and so is what was painted from a garment that did.

    Raises:
        InvalidTableError: pictures were painted from other items.
    """
    by_item = {item["item_id"]: item for item in items.to_dicts()}
    original = stacked.filter(pl.col("outcome") == "made", pl.col("perturb_method") == "none")
    reference = dict(original.select("item_id", "variant_id").iter_rows())
    rows = []
    for table in edited:
        require_known("edited_images", table["group_id"], items["item_id"])
        made = table.filter(pl.col("outcome") == "made")
        at_fault = set(made.filter("control").drop_nulls("reason")["group_id"])
        rows += [
            _row(by_item[group], row, reference[group], failed=group in at_fault)
            for row in made.filter(~pl.col("control")).to_dicts()
            if (group := row["group_id"]) in reference
        ]
    return VARIANTS.frame(rows)


def _row(item: _Row, made: _Row, reference: str, *, failed: bool) -> dict[str, Any]:
    recipe = json.loads(made["recipe"])
    copied = ("variant_id", "benchmark", "source", "group_id", "variant", "recipe")
    shown = ("picture", "width", "height", "gates")
    factors = ("perturb_method", "pair_method", "difficulty", "perturb_context")
    return {
        **{name: made[name] for name in (*copied, *shown)},
        **{name: recipe[name] for name in factors},
        **{name: item[name] for name in ("category", "other_countries", "medium")},
        "external_id": f"{item['external_id']}/{made['variant']}",
        "editor": shown_editor(made["editor"], failed=failed or made["reason"] is not None),
        "source_version": item["source_version"],
        "reference_variant": reference,
        "truth_items": list(dict.fromkeys([item["name"], *item["aliases"]])),
        "truth_country": item["country"],
        "distractor_country": recipe["adversarial_country"],
        "trap": None,
        "review": "not_needed",
        **credits_of(recipe["credits"]),
    }
