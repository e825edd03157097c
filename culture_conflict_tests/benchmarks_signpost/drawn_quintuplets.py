"""A small source of drawn signs: items, spans, replacements, screenings and traps."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict.tables.replacements import REPLACEMENTS
from culture_conflict.tables.screenings import SCREENINGS
from culture_conflict.tables.signpost_items import SIGNPOST_ITEMS
from culture_conflict.tables.trap_targets import TRAP_TARGETS
from culture_conflict_tests.editors.drawn_signs import QUAD, sign

TEXTS = {"similar": "Harbour Rd", "random": "Red Kettle", "adversarial": "Nairobi"}


@dataclass(frozen=True)
class DrawnSource:
    items: pl.DataFrame
    spans: pl.DataFrame
    replacements: pl.DataFrame
    screenings: pl.DataFrame
    traps: pl.DataFrame


def drawn_source(
    pictures: PictureStore, changes: dict[str, dict[str, Any]], *, scale: int = 1
) -> DrawnSource:
    """One scene per key of `changes`, whose values replace columns of its replacement."""
    sha = pictures.put(_png(scale))
    groups = list(changes)
    return DrawnSource(
        items=_frame(SIGNPOST_ITEMS, [_item(group, sha) for group in groups]),
        spans=_frame(OCR_SPANS, [_span(group, sha, scale) for group in groups]),
        replacements=_frame(
            REPLACEMENTS, [_replacement(group, sha) | changes[group] for group in groups]
        ),
        screenings=_frame(SCREENINGS, [_screening(group, sha) for group in groups]),
        traps=_frame(TRAP_TARGETS, [_trap(groups[0], sha, TEXTS | changes[groups[0]])]),
    )


def _png(scale: int) -> bytes:
    image = sign()
    made = io.BytesIO()
    image.resize((image.width * scale, image.height * scale)).save(made, "PNG")
    return made.getvalue()


def _frame(table: Any, rows: list[dict[str, Any]]) -> pl.DataFrame:
    return table.validate(table.frame([dict.fromkeys(table.schema) | row for row in rows]))


def _base(group: str, sha: str) -> dict[str, Any]:
    return {"benchmark": "signpost", "source": "drawn", "group_id": group, "picture": sha}


def _item(group: str, sha: str) -> dict[str, Any]:
    return _base(group, sha) | {
        "item_id": f"item-{group}",
        "external_id": f"scene {group}",
        "source_version": "v1",
        "country": "AUS",
        "latitude": -33.9,
        "longitude": 151.2,
        "located_by": "drawing",
        "width": 400,
        "height": 200,
        "licence": "CC0-1.0",
        "author": "A. Painter",
        "medium": "drawing",
    }


def _span(group: str, sha: str, scale: int) -> dict[str, Any]:
    return _base(group, sha) | {
        "span_id": f"span-{group}",
        "reader": "r",
        "span_rank": 1,
        "text": "Market St",
        "quad": [side * scale for corner in QUAD for side in corner],
        "script": "Latin",
        "tier": "T2",
        "state": "kept",
    }


def _replacement(group: str, sha: str) -> dict[str, Any]:
    return (
        _base(group, sha)
        | {
            "replacement_id": f"r-{group}",
            "span_id": f"span-{group}",
            "span_rank": 1,
            "native": "Market St",
            "maker": "gazetteer",
            "maker_record": "gazetteer",
            "attempts": 1,
            "state": "ok",
            "reasons": [],
        }
        | TEXTS
    )


def _screening(group: str, sha: str) -> dict[str, Any]:
    told = {"external_id": group, "reader": "r", "state": "kept", "n_kept": 1, "n_dropped": 0}
    return _base(group, sha) | told | {"tier": "T2"}


def _trap(group: str, sha: str, texts: dict[str, Any]) -> dict[str, Any]:
    return _base(group, sha) | {
        "target_id": f"t-{group}",
        "span_id": f"span-{group}",
        "span_rank": 1,
        "adversarial": texts["adversarial"],
        "geocoder": "g",
        "status": "hit",
        "is_trap": True,
        "group_state": "trap",
        "latitude": -1.3,
        "longitude": 36.8,
        "n_hits": 1,
        "ambiguous": False,
        "generic_phrase": False,
    }
