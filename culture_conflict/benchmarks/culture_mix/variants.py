"""Pictures of foods as the variants that models are asked about."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.tables.variants import VARIANTS

__all__ = ["mixed_variants"]

_METHODS = {"sf": "none", "mf": "stacked", "sfb": "generative", "mfb": "generative"}


def mixed_variants(items: pl.DataFrame, mixed_images: pl.DataFrame) -> pl.DataFrame:
    """ITEMS and MIXED_IMAGES to VARIANTS, one row per picture, in the same order.

    A group is a target food; its unaugmented single picture is the reference of all others. The
    foods and backgrounds beside the target stand in MIXED_IMAGES.

    Raises:
        InvalidTableError: pictures were made from other items.
    """
    require_known("mixed_images", mixed_images["item_id"], items["item_id"])
    by_item = {item["item_id"]: item for item in items.iter_rows(named=True)}
    alone = mixed_images.filter(pl.col("subtask") == "sf", pl.col("augmentation") == 0)
    reference = dict(alone.select("item_id", "variant_id").iter_rows())
    return VARIANTS.frame(
        [
            _row(by_item[one["item_id"]], one, reference.get(one["item_id"]))
            for one in mixed_images.iter_rows(named=True)
        ]
    )


def _row(item: dict[str, Any], one: dict[str, Any], reference: str | None) -> dict[str, Any]:
    same = ("variant_id", "external_id", "benchmark", "source", "editor", "recipe")
    shown = ("picture", "width", "height")
    return {
        **dict.fromkeys(VARIANTS.schema.names()),
        **{name: one[name] for name in (*same, *shown)},
        **{name: item[name] for name in ("source_version", "category", "other_countries")},
        **{name: item[name] for name in ("licence", "author", "medium")},
        "group_id": item["item_id"],
        "variant": _cell(one),
        "reference_variant": None if one["variant_id"] == reference else reference,
        "truth_items": list(dict.fromkeys([item["name"], *item["aliases"]])),
        "truth_country": item["country"],
        "perturb_method": _METHODS[one["subtask"]],
        **dict.fromkeys(("pair_method", "difficulty", "perturb_context"), "none"),
        "review": "not_needed",
    }


def _cell(one: dict[str, Any]) -> str:
    """Readable name within the group, e.g. `sf/2`, `mfb/Puto/landmark/USA-2`, `mf/Puto/flip`."""
    place, index = one["background_country"], one["background_index"]
    sized = one["control"] == "size_ratio" and one["size_ratio"] is not None
    parts = (
        one["augmentation"] or None,
        one["food2_name"],
        one["background_kind"],
        place if index is None else f"{place}-{index}",
        one["control"],
        one["object"],
        f"{one['size_ratio']:.2g}" if sized else None,
    )
    return "/".join([one["subtask"], *(str(part) for part in parts if part is not None)])
