"""The pictures that models are asked about: complete quintuplets, and the control of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from culture_conflict.benchmarks.signpost.quintuplets import CONTROL, EDITED
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS

__all__ = ["incomplete_groups", "quintuplets"]

_FIVE = ("original", *EDITED)
_Row = Mapping[str, Any]


def quintuplets(
    items: pl.DataFrame,
    screenings: pl.DataFrame,
    trap_targets: pl.DataFrame,
    edited: Sequence[pl.DataFrame],
) -> pl.DataFrame:
    """SIGNPOST_VARIANTS of a source; `edited` has one table of EDITED_IMAGES per editor.

    A group whose five pictures one editor could not make all is left out for that editor (see
    `incomplete_groups`); a group's control goes with it, and the five stand where there is none.
    The Original stands once, however many editors there are. The trap (ruling 18) is the same on
    all pictures of a group.
    """
    scenes = {(row["group_id"], row["picture"]): row for row in items.to_dicts()}
    tiers = dict(screenings.select("group_id", "tier").iter_rows())
    found = trap_targets.filter("is_trap")
    traps = {row["group_id"]: row for row in found.to_dicts()}
    rows: dict[str, _Row] = {}
    for table in edited:
        for five in _complete(table):
            group = five["original"]["group_id"]
            scene = scenes[group, _source_picture(five["original"])]
            about = _about(scene, tiers.get(group), traps.get(group))
            for made in five.values():
                rows.setdefault(made["variant_id"], about | _variant(scene, made, five))
    return SIGNPOST_VARIANTS.validate(SIGNPOST_VARIANTS.frame([dict(row) for row in rows.values()]))


def incomplete_groups(edited: pl.DataFrame) -> pl.DataFrame:
    """Groups of EDITED_IMAGES that lack one of the five: group_id, variants, reasons, details."""
    lacking = edited.filter(~pl.col("control"), pl.col("outcome") != "made")
    return (
        lacking.sort("group_id", "variant")
        .group_by("group_id", maintain_order=True)
        .agg(
            pl.col("variant").alias("variants"),
            pl.col("reason").unique().sort().alias("reasons"),
            pl.col("detail").first(),
        )
    )


def _complete(table: pl.DataFrame) -> Iterator[dict[str, _Row]]:
    made = table.filter(pl.col("outcome") == "made", pl.col("variant").is_in((*_FIVE, CONTROL)))
    for _, group in made.group_by("group_id", maintain_order=True):
        by_variant: dict[str, _Row] = {row["variant"]: row for row in group.to_dicts()}
        if by_variant.keys() >= set(_FIVE):
            yield by_variant


def _source_picture(original: _Row) -> str:
    return str(json.loads(original["recipe"])["picture"])


def _about(scene: _Row, tier: str | None, trap: _Row | None) -> dict[str, Any]:
    copied = ("benchmark", "source", "source_version", "group_id", "latitude", "longitude")
    shared = (*copied, "country", "licence", "author", "medium")
    return {name: scene[name] for name in shared} | {
        "tier": tier,
        "trap_latitude": trap["latitude"] if trap else None,
        "trap_longitude": trap["longitude"] if trap else None,
        "trap": trap["adversarial"] if trap else None,
        "review": "not_needed",
    }


def _variant(scene: _Row, made: _Row, five: Mapping[str, _Row]) -> dict[str, Any]:
    copied = ("variant_id", "variant", "editor", "recipe", "picture", "width", "height", "gates")
    compared = made["variant"] not in ("original", "blank", CONTROL)
    return {name: made[name] for name in copied} | {
        "external_id": f"{scene['external_id']}/{made['variant']}",
        "reference_variant": five["blank"]["variant_id"] if compared else None,
    }
