"""The embedded sample of CultureMix: dishes on plates, and places drawn by us for them."""

from __future__ import annotations

import hashlib
from functools import cache
from io import StringIO
from typing import Any

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.sources.places import background_row
from culture_conflict.sources.sample.dishes import DISH_REVISION, draw_dish
from culture_conflict.sources.sample.read import AUTHOR, LICENCE
from culture_conflict.sources.sample.rows import sample_items, sample_text, sample_version
from culture_conflict.sources.sample.scenery import SCENERY_REVISION, Place, draw_place
from culture_conflict.sources.source import Source
from culture_conflict.tables.backgrounds import BACKGROUNDS
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.items import ITEMS

__all__ = ["drawn_places", "mix_sample_version", "read_mix_sample", "sample_backgrounds"]

_BACKGROUNDS = "backgrounds.csv"
_DISHES = (
    *("sushi", "onigiri", "jiaozi", "mooncake", "taco", "tamale", "hamburger", "hot-dog"),
    *("pizza", "spaghetti", "croissant", "baguette", "falafel", "mate"),
)


def sample_backgrounds() -> pl.DataFrame:
    """Every place: kind, country (alpha-3), name, style, sky, ground, colours, codes."""
    table = pl.read_csv(StringIO(sample_text(_BACKGROUNDS)), infer_schema=False)
    return table.with_columns(pl.all().fill_null(""))


@cache
def mix_sample_version() -> str:
    """Changes with the tables, the drawing, and the packages that draw."""
    revisions = f"{DISH_REVISION}/{SCENERY_REVISION}/{'|'.join(_DISHES)}"
    parts = (sample_version(), revisions, sample_text(_BACKGROUNDS))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:12]


def drawn_places() -> list[tuple[str, bytes]]:
    """Country (alpha-3) and picture of every place of the sample."""
    rows = sample_backgrounds().rows(named=True)
    return [(row["country"], draw_place(_place(row))) for row in rows]


def read_mix_sample(source: Source, pictures: PictureStore) -> tuple[pl.DataFrame, pl.DataFrame]:
    """ITEMS (fourteen dishes of four continents) and BACKGROUNDS; drawn and kept.

    Raises:
        PictureError: the emoji package lacks a drawing.
        HomeError: the store can't be written.
    """
    dishes = sample_items().filter(pl.col("external_id").is_in(_DISHES)).rows(named=True)
    places = sample_backgrounds().rows(named=True)
    cores = usable_cores()
    drawn = in_threads(lambda row: draw_dish(row["code"], row["external_id"]), dishes, cores)
    items = [
        _item(source, row, pictures.put(data)) for row, data in zip(dishes, drawn, strict=True)
    ]
    scenes = in_threads(lambda row: draw_place(_place(row)), places, cores)
    known = {"url": None, "licence": LICENCE, "author": AUTHOR}
    rows = [
        background_row(source, source.medium, row | known, pictures.put(data), 1)
        for row, data in zip(places, scenes, strict=True)
    ]
    return ITEMS.validate(ITEMS.frame(items)), BACKGROUNDS.validate(BACKGROUNDS.frame(rows))


def _place(row: dict[str, Any]) -> Place:
    top, low = row["sky"].split("|")
    codes = tuple(code for code in row["codes"].split("|") if code)
    colours = tuple(row["colours"].split("|"))
    return Place(row["name"], row["style"], (top, low), row["ground"], colours, codes)


def _item(source: Source, row: dict[str, Any], picture: str) -> dict[str, object]:
    kept = ("external_id", "category", "name", "aliases", "country", "description")
    return {
        **dict.fromkeys(("url", "consent", "latitude", "longitude")),
        **{name: row[name] for name in kept},
        "item_id": stable_id(source.benchmark, source.name, row["external_id"]),
        "benchmark": source.benchmark,
        "source": source.name,
        "source_version": mix_sample_version(),
        "other_countries": [],
        "picture": picture,
        "licence": LICENCE,
        "author": AUTHOR,
        "medium": source.medium,
    }
