"""Dishes on pure white: candidates, a recorded choice, copies; a bad one is told."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from PIL import Image, ImageDraw

from culture_conflict.benchmarks.culture_mix.augmenting import COPIES, augmented
from culture_conflict.benchmarks.culture_mix.single_food import chosen_dishes, make_single_food
from culture_conflict.pictures.cutout import in_square
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.mix_decisions import FOOD_CHOICES
from culture_conflict.tables.single_food import SINGLE_FOOD
from culture_conflict_tests.benchmarks_culture_mix.kitchen import SETTINGS, dish, items, png


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


def _shown(store: PictureStore, sha: str) -> Image.Image:
    return Image.open(io.BytesIO(store.get(sha)))


def _choices(*rows: tuple[str, int]) -> pl.DataFrame:
    same = {"benchmark": "culture_mix", "source": "tiny"}
    return FOOD_CHOICES.frame([{**same, "external_id": a, "candidate": n} for a, n in rows])


def test_a_dish_has_two_candidates_one_choice_and_three_copies(store: PictureStore) -> None:
    made = make_single_food(items(store), FOOD_CHOICES.empty(), store, SETTINGS)
    SINGLE_FOOD.validate(made)
    mine = made.filter(pl.col("item_id") == made["item_id"][0])
    base = mine.filter(augmentation="none")
    assert base["method"].to_list() == ["border", "grabcut"]
    assert base["chosen"].to_list() == [True, False]
    assert mine.filter("chosen")["augmentation"].to_list() == ["none", *COPIES]
    assert mine.filter("chosen")["picture"].n_unique() == 4


def test_every_picture_is_square_and_its_ground_pure_white(store: PictureStore) -> None:
    made = make_single_food(items(store), FOOD_CHOICES.empty(), store, SETTINGS)
    for sha in made.filter("chosen")["picture"]:
        pixels = np.asarray(_shown(store, sha))
        assert pixels.shape == (96, 96, 3)
        assert (pixels[[0, 0, -1, -1], [0, -1, 0, -1]] == 255).all()
        assert (pixels < 128).any()


def test_a_recorded_choice_is_kept_and_named(store: PictureStore) -> None:
    foods = items(store)
    plain = make_single_food(foods, FOOD_CHOICES.empty(), store, SETTINGS)
    made = make_single_food(foods, _choices(("sushi", 2)), store, SETTINGS)
    sushi = foods.filter(external_id="sushi")["item_id"][0]
    chosen = chosen_dishes(made).filter(item_id=sushi).row(0, named=True)
    assert (chosen["candidate"], chosen["choice"]) == (2, "recorded")
    assert chosen["single_id"] != chosen_dishes(plain).filter(item_id=sushi)["single_id"][0]
    assert chosen_dishes(made)["choice"].to_list().count("automatic") == foods.height - 1


def test_a_recorded_choice_that_could_not_be_made_is_told(store: PictureStore) -> None:
    rng = np.random.default_rng(1)
    noise = Image.fromarray(rng.integers(60, 200, (120, 150, 3), dtype=np.uint8))
    noise.paste((190, 60, 40), (40, 30, 110, 90))
    foods = items(store).with_columns(picture=pl.lit(store.put(png(noise)))).head(1)
    said = _choices((foods["external_id"][0], 1))  # its edges are not of one colour
    (chosen,) = chosen_dishes(make_single_food(foods, said, store, SETTINGS)).to_dicts()
    assert (chosen["candidate"], chosen["choice"]) == (2, "automatic")
    assert "choice_failed" in chosen["faults"]


def test_the_candidate_with_fewer_faults_is_chosen(store: PictureStore) -> None:
    plate = Image.new("RGB", (200, 200), (255, 255, 255))
    pen = ImageDraw.Draw(plate)
    pen.arc((30, 30, 170, 170), 0, 250, fill=(120, 120, 120), width=12)  # lost on the white ground
    pen.ellipse((75, 75, 125, 125), fill=(190, 60, 40))
    foods = items(store).with_columns(picture=pl.lit(store.put(png(plate)))).head(1)
    made = make_single_food(foods, FOOD_CHOICES.empty(), store, SETTINGS)
    first, second = made.filter(augmentation="none").sort("candidate").rows(named=True)
    assert (first["method"], first["faults"], first["chosen"]) == ("border", ["ragged"], False)
    assert (second["method"], second["faults"], second["chosen"]) == ("grabcut", [], True)


def test_a_picture_with_transparency_is_cut_by_it_exactly(store: PictureStore) -> None:
    sha = store.put(png(dish(1, None)))
    foods = items(store).with_columns(picture=pl.lit(sha)).head(1)
    made = chosen_dishes(make_single_food(foods, FOOD_CHOICES.empty(), store, SETTINGS))
    assert made["method"].to_list() == ["alpha"]
    cut = _shown(store, made["cutout"][0])
    assert cut.mode == "RGBA"
    expected = in_square(dish(1, None).crop((20, 30, 101, 101)), 96)
    assert np.asarray(cut.getchannel("A")).tolist() == np.asarray(expected)[:, :, 3].tolist()


def test_a_picture_that_can_not_be_cut_is_listed_and_stops_nobody(store: PictureStore) -> None:
    foods = items(store)
    plain = store.put(png(Image.new("RGB", (80, 80), "#345678")))
    bad = pl.when(pl.col("external_id") == "taco").then(pl.lit(plain))
    worse = bad.when(pl.col("external_id") == "laksa").then(pl.lit("0" * 64))
    made = make_single_food(
        foods.with_columns(picture=worse.otherwise("picture")),
        FOOD_CHOICES.empty(),
        store,
        SETTINGS,
    )
    failed = made.filter(outcome="failed").join(foods, on="item_id").select("external_id", "reason")
    assert {("taco", "no_food"), ("laksa", "missing")} == set(failed.rows())
    assert chosen_dishes(made).height == foods.height - 2


def test_rows_do_not_depend_on_the_number_of_workers(store: PictureStore) -> None:
    foods = items(store)
    one, many = (
        make_single_food(foods, FOOD_CHOICES.empty(), store, SETTINGS, workers=n) for n in (1, 4)
    )
    assert one.equals(many)


@pytest.mark.parametrize("name", COPIES)
def test_a_copy_differs_keeps_size_and_is_the_same_for_a_seed(name: str) -> None:
    square = in_square(dish(2, None).crop((20, 30, 101, 101)), 96)
    first, again, other = (augmented(square, name, seed) for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes() != square.tobytes()
    assert other.tobytes() != first.tobytes()
    assert first.size == square.size
    assert np.asarray(first)[[0, 0, -1, -1], [0, -1, 0, -1], 3].max() == 0
