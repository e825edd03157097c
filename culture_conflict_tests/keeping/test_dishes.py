"""Forgetting a picture of a dish reaches everything that shows the dish, and nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.benchmarks.culture_mix.attempts import make_attempts
from culture_conflict.benchmarks.culture_mix.building import Kitchen
from culture_conflict.benchmarks.culture_mix.mixing import alone, before_places, beside, mixed_table
from culture_conflict.benchmarks.culture_mix.plan import dishes_of, plan_foods, plan_scenes
from culture_conflict.benchmarks.culture_mix.recipes import Amounts
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.editors.local_dishes.editor import LocalDishes
from culture_conflict.home import Home
from culture_conflict.keeping.tracing import Trace, trace
from culture_conflict.tables.attempts import ATTEMPTS
from culture_conflict.tables.backgrounds import BACKGROUNDS
from culture_conflict.tables.food_pairs import FOOD_PAIRS
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.mix_decisions import ATTEMPT_DECISIONS
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.single_food import SINGLE_FOOD
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_culture_mix.kitchen import SETTINGS, kitchen

WHERE = ("culture_mix", "tiny")


@pytest.fixture
def built(tmp_path: Path) -> tuple[Home, Kitchen]:
    home = Home(tmp_path)
    made = kitchen(home.pictures)
    dishes = dishes_of(made.items, made.single_food)
    how = (made.food_pairs, made.backgrounds, SETTINGS, Amounts(mfb_most=1), "local")
    planned = list(plan_scenes(dishes, *how))
    tried = make_attempts(planned, ATTEMPT_DECISIONS.empty(), [LocalDishes()], home.pictures)
    joined = beside(plan_foods(dishes, made.food_pairs, SETTINGS, "composed"), home.pictures)
    parts = (alone(dishes, made.single_food), joined.rows, before_places(planned, tried).rows)
    images = mixed_table(parts)
    for table, frame in (
        *((ITEMS, made.items), (SINGLE_FOOD, made.single_food), (FOOD_PAIRS, made.food_pairs)),
        *((BACKGROUNDS, made.backgrounds), (MIXED_IMAGES, images)),
        (VARIANTS, mixed_variants(made.items, images)),
    ):
        home.tables.write(table, frame, *WHERE)
    home.tables.write(ATTEMPTS, tried, "culture_mix", "local", "tiny")
    return home, made


def _shown(home: Home, name: str) -> tuple[set[str], set[str]]:
    """variant_ids of the pictures that show the food, and of the others."""
    rows = home.tables.read(MIXED_IMAGES, *WHERE).rows(named=True)
    ids = dict(home.tables.read(ITEMS, *WHERE).select("external_id", "item_id").rows())
    showing = {
        row["variant_id"] for row in rows if ids[name] == row["item_id"] or name == row["food2_id"]
    }
    return showing, {row["variant_id"] for row in rows} - showing


@pytest.mark.parametrize("which", ["seed", "single", "cutout"])
def test_a_dish_goes_with_all_that_shows_it(built: tuple[Home, Kitchen], which: str) -> None:
    home, made = built
    item = made.items.filter(external_id="sushi").row(0, named=True)
    single = made.single_food.filter("chosen", item_id=item["item_id"], augmentation="none")
    sha = {
        "seed": item["picture"],
        "single": single["picture"][0],
        "cutout": single["cutout"][0],
    }[which]
    known = Trace(pictures={sha})
    rows = trace(home, known)
    showing, others = _shown(home, "sushi")
    assert showing <= known.variants
    assert not others & known.variants
    assert known.items == {item["item_id"]}
    assert {single["picture"][0], single["cutout"][0]} <= known.pictures
    assert rows["attempts"] > 0
    assert rows["single_food"] == 5
    assert known.sources == {"culture_mix/tiny"}


def test_a_place_goes_with_the_pictures_before_it(built: tuple[Home, Kitchen]) -> None:
    home, made = built
    place = made.backgrounds.row(0, named=True)
    known = Trace(pictures={place["picture"]})
    trace(home, known)
    images = home.tables.read(MIXED_IMAGES, *WHERE)
    where = {"background_kind": place["kind"], "background_country": place["country"]}
    assert known.variants == set(images.filter(**where)["variant_id"])
    assert known.items == set()


def test_an_edited_picture_goes_alone(built: tuple[Home, Kitchen]) -> None:
    home, _ = built
    one = home.tables.read(ATTEMPTS, "culture_mix", "local", "tiny").row(3, named=True)
    known = Trace(pictures={one["picture"]})
    rows = trace(home, known)
    assert known.variants == {one["variant_id"]}
    assert known.pictures == {one["picture"]}
    assert rows["attempts"] == rows["mixed_images"] == rows["variants"] == 1
