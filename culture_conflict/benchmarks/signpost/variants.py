"""The pictures that models are asked about: complete quintuplets, and the control of each."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from culture_conflict.benchmarks.signpost.edits_in_force import in_force
from culture_conflict.benchmarks.signpost.languages import language_of
from culture_conflict.benchmarks.signpost.quintuplets import CONTROL, EDITED
from culture_conflict.editors.recorded import shown_editor
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS

__all__ = ["incomplete_groups", "quintuplets", "with_controls"]

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
    A group of which a picture failed a gate and is shown all the same is marked in `editor`. The
    Original stands once, however many editors there are. The trap (ruling 18) is the same on
    all pictures of a group. What was edited before a scene or its texts changed is left out.
    """
    scenes = {(row["group_id"], row["picture"]): row for row in items.to_dicts()}
    tiers = dict(screenings.select("group_id", "tier").iter_rows())
    traps = _traps(trap_targets)
    rows: dict[str, _Row] = {}
    for table in edited:
        for five in _complete(in_force(items, trap_targets, table)):
            group = five["original"]["group_id"]
            scene = scenes[group, _source_picture(five["original"])]
            about = _about(scene, tiers.get(group), traps.get(group))
            failed = any(five[name]["reason"] is not None for name in EDITED)
            for made in five.values():
                rows.setdefault(made["variant_id"], about | _variant(scene, made, five, failed))
    return SIGNPOST_VARIANTS.validate(SIGNPOST_VARIANTS.frame([dict(row) for row in rows.values()]))


def with_controls(variants: pl.DataFrame) -> pl.DataFrame:
    """SIGNPOST_VARIANTS with the column `control`: the native text lettered again (ours)."""
    return variants.with_columns(control=pl.col("variant") == CONTROL)


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


def _traps(targets: pl.DataFrame) -> dict[str, _Row]:
    """The trap of each group that has one, with `others`: degrees of its further hits, or None."""
    hits = targets.filter(status="hit").sort("group_id", "span_rank", "span_id")
    further = hits.filter(~pl.col("is_trap")).select("group_id", "latitude", "longitude")
    others: dict[str, list[float]] = {}
    for group, latitude, longitude in further.iter_rows():
        others.setdefault(group, []).extend((latitude, longitude))
    found = hits.filter("is_trap").to_dicts()
    return {row["group_id"]: row | {"others": others.get(row["group_id"])} for row in found}


def _about(scene: _Row, tier: str | None, trap: _Row | None) -> dict[str, Any]:
    copied = ("benchmark", "source", "source_version", "group_id", "latitude", "longitude")
    shared = (*copied, "country", "licence", "author", "medium")
    return {name: scene[name] for name in shared} | {
        "tier": tier,
        "trap_latitude": trap["latitude"] if trap else None,
        "trap_longitude": trap["longitude"] if trap else None,
        "trap": trap["adversarial"] if trap else None,
        "trap_country": trap["country"] if trap else None,
        "other_traps": trap["others"] if trap else None,
        "review": "not_needed",
    }


def _variant(scene: _Row, made: _Row, five: Mapping[str, _Row], failed: bool) -> dict[str, Any]:
    copied = ("variant_id", "variant", "recipe", "picture", "width", "height", "gates")
    marked = made["variant"] != "original" and (failed or made["reason"] is not None)
    compared = made["variant"] not in ("original", "blank", CONTROL)
    texts = _texts(made if compared else five["adversarial"])
    return {name: made[name] for name in copied} | {
        "external_id": f"{scene['external_id']}/{made['variant']}",
        "editor": shown_editor(made["editor"], failed=marked),
        "reference_variant": five["blank"]["variant_id"] if compared else None,
        "native_language": language_of(native for native, _ in texts),
        "injected_language": language_of(injected for _, injected in texts),
    }


def _texts(made: _Row) -> list[tuple[str, str]]:
    """The native text and the one in its place, of each span, as the recipe has them."""
    return [(native, new) for native, new, _ in json.loads(made["recipe"])["texts"]]
