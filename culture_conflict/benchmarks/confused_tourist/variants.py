"""The pictures a model is asked about, with their truths, distractors and factors."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.benchmarks.confused_tourist.recipes import EDITOR
from culture_conflict.tables.variants import VARIANTS

__all__ = ["credits_of", "make_variants"]

_Row = dict[str, Any]


def make_variants(items: pl.DataFrame, pairs: pl.DataFrame, stacked: pl.DataFrame) -> pl.DataFrame:
    """One row per picture of `stacked` that was made (VARIANTS), in the same order.

    A group is an item; its original is the reference of all its others. The distractor is the
    pair's adversarial country, none on originals and controls (ruling 16). Licence and author
    name the item's and those of the cues that are visible.

    Raises:
        InvalidTableError: pictures were stacked from other items or pairs.
    """
    require_known("stacked_images", stacked["item_id"], items["item_id"])
    require_known("stacked_images", stacked["pair_id"], pairs["pair_id"])
    by_item = {item["item_id"]: item for item in items.iter_rows(named=True)}
    by_pair = {pair["pair_id"]: pair for pair in pairs.iter_rows(named=True)}
    made = stacked.filter(pl.col("outcome") == "made")
    originals = made.filter(pl.col("perturb_method") == "none")
    reference = dict(originals.select("item_id", "variant_id").iter_rows())
    rows = [
        _row(by_item[one["item_id"]], by_pair.get(one["pair_id"]), one, reference[one["item_id"]])
        for one in made.iter_rows(named=True)
    ]
    return VARIANTS.frame(rows)


def _row(item: _Row, pair: _Row | None, made: _Row, reference: str) -> _Row:
    cell = _cell(pair, made)
    return {
        "variant_id": made["variant_id"],
        "external_id": f"{item['external_id']}/{cell}",
        "benchmark": item["benchmark"],
        "source": item["source"],
        "source_version": item["source_version"],
        "group_id": item["item_id"],
        "variant": cell,
        "reference_variant": None if made["variant_id"] == reference else reference,
        "category": item["category"],
        "truth_items": list(dict.fromkeys([item["name"], *item["aliases"]])),
        "truth_country": item["country"],
        "other_countries": item["other_countries"],
        "distractor_country": None if pair is None else pair["adversarial_country"],
        "trap": None,
        "perturb_method": made["perturb_method"],
        "pair_method": "none" if pair is None else pair["method"],
        "difficulty": "none" if pair is None else pair["difficulty"],
        "perturb_context": made["perturb_context"],
        "editor": "none" if made["perturb_method"] == "none" else EDITOR,
        "recipe": made["recipe"],
        "picture": made["picture"],
        "width": made["width"],
        "height": made["height"],
        "gates": None,
        "review": "not_needed",
        **credits_of(json.loads(made["recipe"])["credits"]),
        "medium": item["medium"],
    }


def _cell(pair: _Row | None, made: _Row) -> str:
    """Readable name of a variant within its group, e.g. `stacked/geo/hard/flag`."""
    if made["perturb_method"] == "none":
        return "original"
    factors = [] if pair is None else [pair["method"], pair["difficulty"]]
    return "/".join([made["perturb_method"], *factors, made["perturb_context"]])


def credits_of(shown: Sequence[_Row]) -> dict[str, str | None]:
    """Licence and author of all that is visible, the item's own first, each named once."""
    licences = [f"({name})" if " OR " in name else name for name in _named(shown, "licence")]
    return {
        "licence": _named(shown, "licence")[0] if len(licences) == 1 else " AND ".join(licences),
        "author": " AND ".join(_named(shown, "author")) or None,
    }


def _named(shown: Iterable[_Row], key: str) -> list[str]:
    return list(dict.fromkeys(row[key] for row in shown if row[key] is not None))
