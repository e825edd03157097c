"""References about dishes among others: one looks where it is told to, one only at the place."""

from __future__ import annotations

import asyncio
import itertools
import json
import random
from collections.abc import Sequence

import polars as pl
import pytest
from PIL import Image, ImageDraw

from culture_conflict.benchmarks.catalog import asked_benchmarks
from culture_conflict.benchmarks.culture_mix.joining import above, upper_size
from culture_conflict.benchmarks.culture_mix.parsing import parse
from culture_conflict.benchmarks.culture_mix.prompts import PROMPTS
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.editors.local_dishes.editor import LocalDishes
from culture_conflict.editors.local_dishes.table import KINDS
from culture_conflict.editors.protocol import EditRequest
from culture_conflict.models.protocol import Request
from culture_conflict.models.reference.background_reader import BackgroundReader
from culture_conflict.models.reference.base import Reference
from culture_conflict.models.reference.gallery import Example, Flag, Gallery
from culture_conflict.models.reference.nearest_image import NearestImage
from culture_conflict.models.reference.prior import CONSTANTS, Prior
from culture_conflict.models.registry import load_registry
from culture_conflict.pictures.cutout import in_square
from culture_conflict.pictures.open import open_cue
from culture_conflict.sources.sample.dishes import draw_dish
from culture_conflict.sources.sample.rows import sample_items
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import answer, picture, tables
from culture_conflict_tests.models.drawing import ground, jpeg

SIDE = 240
DISHES = {"Peru": (200, 60, 40), "Japan": (60, 160, 60), "Italy": (230, 200, 60)}


def dish(country: str, side: int = SIDE) -> Image.Image:
    """A plate with food of one colour on white."""
    image = Image.new("RGB", (side, side), "white")
    draw = ImageDraw.Draw(image)
    draw.ellipse((side * 0.1, side * 0.1, side * 0.9, side * 0.9), fill=(205, 205, 215))
    draw.ellipse((side * 0.3, side * 0.3, side * 0.7, side * 0.7), fill=DISHES[country])
    return image


def beside(left: str, right: str) -> Image.Image:
    joined = Image.new("RGB", (2 * SIDE, SIDE), "white")
    joined.paste(dish(left), (0, 0))
    joined.paste(dish(right), (SIDE, 0))
    return joined


def before(place: Image.Image, *dishes: str, side: int = SIDE) -> Image.Image:
    """As the paper joins them: the place above, the food on white below."""
    joined = Image.new("RGB", (side, side), "white")
    upper = round(0.6 * side)
    joined.paste(place.resize((side, upper)), (0, 0))
    room = side - upper
    for n, name in enumerate(dishes):
        at = round((n + 0.5) * side / len(dishes) - room / 2)
        joined.paste(dish(name, room), (at, upper))
    return joined


PLACES = {name: ground((400, 240), "cells", seed) for seed, name in enumerate(("Chad", "Fiji"))}


def nearest() -> NearestImage:
    examples = [Example(f"dish of {name}", name, jpeg(dish(name))) for name in DISHES]
    return NearestImage(Gallery("dishes", lambda: examples), "target")


def reader() -> BackgroundReader:
    places = [Flag(name, jpeg(image)) for name, image in PLACES.items()]
    return BackgroundReader(Gallery("places", lambda: places))


def countries(model: Reference, pictures: Sequence[Image.Image], which: str) -> list[str]:
    words = PROMPTS.load().render(which)
    asked = [Request(jpeg(image), "image/jpeg", words) for image in pictures]
    return [json.loads(a.text or "{}")["country"] for a in asyncio.run(model.ask(asked))]


def test_nearest_image_names_the_dish_that_is_asked_about() -> None:
    mixed = [beside("Peru", "Japan"), beside("Italy", "Peru")]
    assert countries(nearest(), mixed, "left") == ["Peru", "Italy"]
    assert countries(nearest(), mixed, "right") == ["Japan", "Peru"]
    assert countries(nearest(), [before(PLACES["Chad"], "Japan")], "one") == ["Japan"]
    assert countries(nearest(), [before(PLACES["Fiji"], "Italy", "Peru")], "left") == ["Italy"]


def test_nearest_image_looks_into_the_red_box() -> None:
    photograph = Image.new("RGB", (600, 400), (120, 110, 100))
    photograph.paste(dish("Japan", 150), (40, 60))
    photograph.paste(dish("Peru", 150), (350, 200))
    draw = ImageDraw.Draw(photograph)
    draw.rectangle((345, 195, 505, 355), outline=(255, 0, 0), width=6)
    assert countries(nearest(), [photograph], "boxed") == ["Peru"]


def test_background_reader_follows_the_place_whatever_the_dish() -> None:
    pictures = [before(PLACES[place], food) for place in PLACES for food in DISHES]
    expected = [place for place in PLACES for _ in DISHES]
    assert countries(reader(), pictures, "one") == expected
    assert countries(reader(), [before(PLACES["Fiji"], "Peru", "Japan")], "left") == ["Fiji"]


def test_background_reader_guesses_as_the_prior_where_it_knows_no_place() -> None:
    alone = [dish("Peru"), beside("Peru", "Italy")]
    elsewhere = [before(ground((400, 240), "cells", seed), "Peru") for seed in (11, 12, 13)]
    guessed = CONSTANTS["cuisine"][1]
    assert set(countries(reader(), alone + elsewhere, "one")) == {guessed}
    nowhere = BackgroundReader(Gallery("none", tuple))
    assert countries(nowhere, [before(PLACES["Chad"], "Peru")], "one") == [guessed]


def test_the_shift_of_who_follows_only_the_place_is_all_there_is() -> None:
    """Its answer to a dish alone is the baseline: before every known place it moves away."""
    shown = [picture("alone", "f", name="Taco", country="MEX")]
    pictures = [dish("Peru")]
    for name, code in (("Chad", "TCD"), ("Fiji", "FJI")):
        shown.append(picture(name, "f", "sfb", name="Taco", country="MEX", background=code))
        pictures.append(before(PLACES[name], "Peru"))
    request = [Request(jpeg(one), "image/jpeg", PROMPTS.load().render("one")) for one in pictures]
    read = [parse(one).fields for one in asyncio.run(reader().ask(request))]
    predictions = PREDICTIONS.frame(
        [
            answer(
                one[0]["variant_id"],
                item=fields["item"],
                said=fields["country_answer"],
                country=fields["country"],
            )
            for one, fields in zip(shown, read, strict=True)
        ]
    )
    scores = score(predictions, *tables(shown)).filter(pl.col("variant_id") != "alone")
    country, name = (scores.filter(target=target) for target in ("country", "name"))
    assert set(country.select("shift", "background_pull").rows()) == {("shifted", "distractor")}
    assert set(name["shift"]) == {"kept"}


@pytest.mark.parametrize("kind", KINDS)
def test_nearest_image_is_led_astray_by_no_table_shadow_or_place(kind: str) -> None:
    known = ("sushi", "tamale", "mate", "pizza", "croissant")
    codes = dict(sample_items().select("external_id", "code").rows())
    drawn = {name: draw_dish(codes[name], name) for name in known}
    model = NearestImage(
        Gallery("dishes", lambda: [Example(name, name, data) for name, data in drawn.items()]),
        "target",
    )
    cut = {name: in_square(open_cue(data).image, SIDE) for name, data in drawn.items()}
    seed = next(n for n in range(50) if random.Random(n).choice(KINDS) == kind)
    for place in PLACES.values():
        upper = place.resize(upper_size(2 * SIDE))
        for left, right in itertools.pairwise(known):
            for dishes, which in (((left,), "one"), ((left, right), "left")):
                parts = [cut[one] for one in dishes]
                request = EditRequest(
                    (above(upper, parts, 2 * SIDE), upper, *parts), "", "harmonise-1", seed
                )
                edited = LocalDishes().edit(request)
                assert edited.record.notes["table"] == kind
                assert countries(model, [edited.picture], which) == [left]


def test_prior_answers_the_same_to_every_wording() -> None:
    for which in ("one", "left", "right", "boxed"):
        assert countries(Prior(), [dish("Peru")], which) == [CONSTANTS["cuisine"][1]]


@pytest.mark.parametrize(
    ("key", "benchmarks"),
    [
        ("reference-prior", {"confused_tourist", "culture_mix", "signpost"}),
        ("reference-text-reader", {"signpost"}),
        ("reference-flag-reader", {"confused_tourist"}),
        ("reference-background-reader", {"culture_mix"}),
        ("reference-nearest-image", {"confused_tourist", "culture_mix"}),
    ],
)
def test_references_serve_the_benchmarks_that_show_their_cue(
    key: str, benchmarks: set[str]
) -> None:
    provider = load_registry(None).get(key).provider
    asked = asked_benchmarks().values()
    assert {one.name for one in asked if provider in one.references} == benchmarks
