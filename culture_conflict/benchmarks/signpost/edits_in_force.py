"""Edited street scenes that still are those of a source's items and texts."""

from __future__ import annotations

import json

import polars as pl

__all__ = ["in_force"]


def in_force(items: pl.DataFrame, trap_targets: pl.DataFrame, edited: pl.DataFrame) -> pl.DataFrame:
    """Rows of one editor's EDITED_IMAGES whose scene has its picture and adversarial texts yet.

    A group whose texts were made anew is left out as a whole: its trap would be a text that its
    pictures do not show. Of a group without TRAP_TARGETS only the picture is compared.
    """
    shown = set(items.select("group_id", "picture").iter_rows())
    texts: dict[str, set[str]] = {}
    for group, text in trap_targets.select("group_id", "adversarial").iter_rows():
        texts.setdefault(group, set()).add(text)
    outdated = set()
    columns = ("group_id", "variant", "recipe")
    for group, variant, told in edited.select(columns).iter_rows():
        recipe = json.loads(told)
        new = {text for _, text, _ in recipe["texts"]} if variant == "adversarial" else set()
        if (group, recipe["picture"]) not in shown or new - texts.get(group, new):
            outdated.add(group)
    return edited.filter(~pl.col("group_id").is_in(list(outdated)))
