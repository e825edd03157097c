"""A small source of CultureMix made in the test: round dishes, plain places, real tables."""

from __future__ import annotations

import io
from collections.abc import Sequence

import polars as pl
from PIL import Image, ImageDraw

from culture_conflict.benchmarks.culture_mix.building import Kitchen
from culture_conflict.benchmarks.culture_mix.food_pairs import make_food_pairs
from culture_conflict.benchmarks.culture_mix.recipes import Amounts, MixSettings
from culture_conflict.benchmarks.culture_mix.single_food import make_single_food
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.places import background_row
from culture_conflict.sources.source import Source
from culture_conflict.tables.backgrounds import BACKGROUNDS
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.mix_decisions import FOOD_CHOICES, FOOD_DIFFICULTY

SOURCE = Source("culture_mix", "tiny", "folder", "Tiny", "photograph")
SETTINGS = MixSettings(side=96, scene=160)
FOODS = {"ramen": "JPN", "sushi": "JPN", "laksa": "MYS", "pizza": "ITA", "taco": "MEX"}


def png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def dish(number: int, ground: str | None = "#dfe3ea", side: int = 120) -> Image.Image:
    """A disc with a darker middle, on a plain ground or (None) on nothing."""
    image = Image.new("RGBA", (side, side), ground or (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    pen.ellipse((20, 30, 100, 100), fill=(200, 60 + 30 * number, 40))
    pen.ellipse((40, 50, 70, 80), fill=(40, 20 * number, 120))
    return image


def place(number: int) -> Image.Image:
    image = Image.new("RGB", (150, 100), (90, 150, 220))
    pen = ImageDraw.Draw(image)
    pen.rectangle((20 + 9 * number, 30, 60 + 9 * number, 100), fill=(160, 90, 20 * number))
    return image


def items(pictures: PictureStore, foods: dict[str, str] | None = None) -> pl.DataFrame:
    rows = [
        {
            **dict.fromkeys(("url", "consent", "latitude", "longitude", "description")),
            "item_id": stable_id("culture_mix", "tiny", name),
            "external_id": name,
            "benchmark": "culture_mix",
            "source": "tiny",
            "source_version": "v1",
            "category": "cuisine",
            "name": name.title(),
            "aliases": [],
            "country": country,
            "other_countries": [],
            "picture": pictures.put(png(dish(n))),
            "licence": "CC0-1.0",
            "author": None,
            "medium": "photograph",
        }
        for n, (name, country) in enumerate((foods or FOODS).items())
    ]
    return ITEMS.validate(ITEMS.frame(rows))


def backgrounds(pictures: PictureStore, countries: Sequence[str] = ("JPN", "ITA")) -> pl.DataFrame:
    nothing = {"url": None, "licence": "CC0-1.0", "author": None}
    rows = [
        background_row(
            SOURCE,
            "photograph",
            {"kind": kind, "country": country, "name": f"{kind} of {country}", **nothing},
            pictures.put(png(place(2 * n + (kind == "street")))),
            1,
        )
        for n, country in enumerate(countries)
        for kind in ("landmark", "street")
    ]
    return BACKGROUNDS.validate(BACKGROUNDS.frame(rows))


def kitchen(
    pictures: PictureStore,
    named: dict[str, str] | None = None,
    countries: Sequence[str] = ("JPN", "ITA"),
) -> Kitchen:
    """Everything that pictures are made of, at small sizes."""
    foods = items(pictures, named)
    singles = make_single_food(foods, FOOD_CHOICES.empty(), pictures, SETTINGS)
    pairs = make_food_pairs(foods, FOOD_DIFFICULTY.empty(), Amounts())
    return Kitchen(foods, singles, pairs, backgrounds(pictures, countries))
