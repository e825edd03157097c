"""Pictures that a published data set brings: they need no pair and no stacking of ours."""

from __future__ import annotations

import json
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.benchmarks.confused_tourist.variants import credits_of
from culture_conflict.tables.ids import as_json, stable_id
from culture_conflict.tables.variants import VARIANTS

__all__ = ["IMPORTED", "imported_variants", "to_be_made"]

IMPORTED = "imported"
_FACTORS = ("perturb_method", "pair_method", "difficulty", "perturb_context")


def to_be_made(items: pl.DataFrame, imported_images: pl.DataFrame) -> pl.DataFrame:
    """The items whose pictures are ours to make: those without imported ones."""
    return items.join(imported_images, on="item_id", how="anti", maintain_order="left")


def imported_variants(items: pl.DataFrame, imported_images: pl.DataFrame) -> pl.DataFrame:
    """ITEMS and IMPORTED_IMAGES to VARIANTS, one row per picture, each with the data set's own id.

    Difficulty and pairing are kept as the data set writes them (ruling 10).

    Raises:
        InvalidTableError: pictures were imported with other items.
    """
    require_known("imported_images", imported_images["item_id"], items["item_id"])
    by_item = {item["item_id"]: item for item in items.iter_rows(named=True)}
    rows = list(imported_images.iter_rows(named=True))
    reference = {row["item_id"]: row for row in rows if row["perturb_method"] == "none"}
    return VARIANTS.frame(
        [_row(by_item[row["item_id"]], row, reference[row["item_id"]]) for row in rows]
    )


def _row(item: dict[str, Any], image: dict[str, Any], original: dict[str, Any]) -> dict[str, Any]:
    shown = json.loads(image["shown"])
    hashed = _hashed(image)
    kept = ("landmark_name", "file", "row")
    recipe = hashed | {"credits": shown} | {name: image[name] for name in kept}
    return {
        "variant_id": stable_id(as_json(hashed)),
        "external_id": image["external_id"],
        "benchmark": image["benchmark"],
        "source": image["source"],
        "source_version": item["source_version"],
        "group_id": image["item_id"],
        "variant": _cell(image),
        "reference_variant": None if image is original else stable_id(as_json(_hashed(original))),
        "category": item["category"],
        "truth_items": list(dict.fromkeys([item["name"], *item["aliases"]])),
        "truth_country": item["country"],
        "other_countries": item["other_countries"],
        "distractor_country": image["distractor_country"],
        "trap": None,
        **{name: image[name] for name in _FACTORS},
        "editor": "none" if image["perturb_method"] == "none" else IMPORTED,
        "recipe": as_json(recipe),
        **{name: image[name] for name in ("picture", "width", "height")},
        "gates": None,
        "review": "not_needed",
        **credits_of(shown),
        "medium": item["medium"],
    }


def _hashed(image: dict[str, Any]) -> dict[str, Any]:
    """All that names the picture; neither its pixels nor its place in a file."""
    names = ("benchmark", "source", "external_id", *_FACTORS, "distractor_country")
    return {"editor": IMPORTED, "group": image["item_id"], **{name: image[name] for name in names}}


def _cell(image: dict[str, Any]) -> str:
    if image["perturb_method"] == "none":
        return "original"
    return "/".join(str(image[name]) for name in _FACTORS if image[name] != "none")
