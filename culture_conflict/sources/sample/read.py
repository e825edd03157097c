"""The embedded sample as tables: illustrations that prove the pipeline, never photographs."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.places.countries import countries
from culture_conflict.sources.sample.draw import draw_cue, draw_item, flag_code, has_drawing
from culture_conflict.sources.sample.rows import (
    sample_items,
    sample_landmarks,
    sample_version,
    training_half,
)
from culture_conflict.tables.cues import CUES
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.items import ITEMS

__all__ = [
    "AUTHOR",
    "LICENCE",
    "NAME",
    "read_sample",
    "sample_items",
    "sample_version",
    "training_half",
]

NAME = "sample"
LICENCE = "CC-BY-4.0"
AUTHOR = "Twemoji, © Twitter, Inc and other contributors; redrawn in size and on other grounds"


def read_sample(benchmark: str, pictures: PictureStore) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Items and cues of the sample; their pictures are drawn and put into the store.

    There is a flag for every country of the places table that the emoji package draws, and a
    landmark for a few. The same package versions give the same rows and the same bytes.

    Raises:
        PictureError: the emoji package lacks a drawing.
        HomeError: the store can't be written.
    """
    items = [_item(benchmark, row, pictures) for row in sample_items().iter_rows(named=True)]
    cues = [
        _cue(benchmark, kind, country, name, pictures.put(draw_cue(code)))
        for kind, country, name, code in _cue_drawings()
    ]
    return ITEMS.validate(ITEMS.frame(items)), CUES.validate(CUES.frame(cues))


def _item(benchmark: str, row: dict[str, Any], pictures: PictureStore) -> dict[str, object]:
    kept = ("external_id", "category", "name", "aliases", "country", "description")
    return {
        "item_id": stable_id(benchmark, NAME, row["external_id"]),
        **{name: row[name] for name in kept},
        "benchmark": benchmark,
        "source": NAME,
        "source_version": sample_version(),
        "picture": pictures.put(draw_item(row["code"], row["external_id"])),
        "url": None,
        "licence": LICENCE,
        "author": AUTHOR,
        "consent": None,
        "latitude": None,
        "longitude": None,
        "other_countries": [],
        "medium": "illustration",
    }


def _cue_drawings() -> list[tuple[str, str, str, str]]:
    """Kind, country, name and emoji code of every cue: flags first, then landmarks."""
    flags = [
        ("flag", country.iso3, f"Flag of {country.name}", flag_code(country.iso2))
        for country in countries().values()
    ]
    rows = sample_landmarks().iter_rows(named=True)
    landmarks = [("landmark", row["country"], row["name"], row["code"]) for row in rows]
    return [cue for cue in flags if has_drawing(cue[3])] + landmarks


def _cue(benchmark: str, kind: str, country: str, name: str, picture: str) -> dict[str, object]:
    return {
        "cue_id": stable_id(benchmark, NAME, kind, country, name),
        "benchmark": benchmark,
        "source": NAME,
        "kind": kind,
        "country": country,
        "name": name,
        "picture": picture,
        "url": None,
        "licence": LICENCE,
        "author": AUTHOR,
        "medium": "illustration",
    }
