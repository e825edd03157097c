"""Painted pictures that are still those of a source's items and pairs."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import polars as pl

__all__ = ["in_force"]

_Row = Mapping[str, Any]


def in_force(items: pl.DataFrame, pairs: pl.DataFrame, edited: pl.DataFrame) -> pl.DataFrame:
    """Rows of one editor's EDITED_IMAGES whose item, its picture and their pair are as they were.

    The others were painted before the source or its pairs changed: they would stand beside stacked
    pictures of other countries.
    """
    shown = dict(items.select("item_id", "picture").iter_rows())
    by_pair = {pair["pair_id"]: pair for pair in pairs.to_dicts()}
    kept = [
        shown.get(group) == (recipe := json.loads(told))["picture"] and _of(recipe, by_pair)
        for group, told in edited.select("group_id", "recipe").iter_rows()
    ]
    return edited.filter(pl.Series(kept, dtype=pl.Boolean))


def _of(recipe: _Row, by_pair: Mapping[str, _Row]) -> bool:
    """Whether a painting's pair has its country and cues; an isolated garment has no pair."""
    if "pair_id" not in recipe:
        return True
    pair = by_pair.get(recipe["pair_id"])
    if pair is None or pair["adversarial_country"] != recipe["adversarial_country"]:
        return False
    return all(pair[kind] == cue for kind, cue, _ in recipe["cues"])
