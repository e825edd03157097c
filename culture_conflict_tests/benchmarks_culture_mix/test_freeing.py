"""Dishes on white by an editor: candidates, gates, and what single_food makes of them."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.culture_mix.freeing import PROMPT, free_dishes
from culture_conflict.benchmarks.culture_mix.single_food import chosen_dishes, make_single_food
from culture_conflict.defs.culture_mix_attempts import attempts
from culture_conflict.defs.culture_mix_building import BUILDING
from culture_conflict.defs.culture_mix_freeing import freed
from culture_conflict.defs.partitions import missing_partitions
from culture_conflict.defs.runs import open_instance
from culture_conflict.editors.protocol import Edited, EditRecord, EditRequest
from culture_conflict.errors import EditError
from culture_conflict.home import Home
from culture_conflict.keeping.tracing import Trace, trace
from culture_conflict.pictures.cutout import cut_out, flat
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.edited_images import EDITED_IMAGES
from culture_conflict.tables.mix_decisions import FOOD_CHOICES
from culture_conflict.tables.single_food import SINGLE_FOOD
from culture_conflict_tests.benchmarks_culture_mix.kitchen import SETTINGS, items
from culture_conflict_tests.defs.test_materialize import materialize

FOODS = {"ramen": "JPN", "pizza": "ITA"}
NONE = FOOD_CHOICES.empty()


class Freeing:
    """Puts the dish on white; `spoil` decides by the number of the request what comes instead."""

    key, version = "freeing", "freeing/1"

    def __init__(self, spoil: Callable[[int], Image.Image | None] = lambda _: None) -> None:
        self.spoil, self.asked = spoil, [*()]

    def edit(self, request: EditRequest) -> Edited:
        self.asked.append(request)
        shown = request.pictures[0]
        white = Image.new("RGB", shown.size, "white")
        cut = cut_out(shown.convert("RGBA"), "border")
        white.paste(flat(cut), ((shown.width - cut.width) // 2, (shown.height - cut.height) // 2))
        white.putpixel((shown.width // 2, shown.height // 2), (request.seed % 256, 0, 0))
        picture = self.spoil(len(self.asked)) or white
        record = EditRecord(self.version, request.prompt_id, request.seed, *picture.size)
        return Edited(picture, record)


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


def test_each_dish_is_asked_for_twice_by_words_that_name_it(store: PictureStore) -> None:
    editor, dishes = Freeing(), items(store, FOODS)
    made = free_dishes(dishes, store, editor)
    assert made["variant"].to_list() == ["alone/1", "alone/2"] * 2
    assert set(made["outcome"]) == {"made"}
    assert made["variant_id"].n_unique() == made["seed"].n_unique() == 4
    words = editor.asked[0].instruction
    assert all(word in words for word in ("Ramen", "pure white", "hands", "same ingredients"))
    assert editor.asked[0].made_of == (dishes["picture"][0],)
    assert json.loads(made["record"][0])["prompt_id"] == PROMPT
    assert {json.loads(gates)["accepted"] for gates in made["gates"]} == {True}


def test_candidates_become_dishes_on_pure_white_and_a_recorded_one_is_taken(
    store: PictureStore,
) -> None:
    dishes = items(store, FOODS)
    edited = free_dishes(dishes, store, Freeing())
    made = make_single_food(dishes, NONE, store, SETTINGS, edited=edited)
    SINGLE_FOOD.validate(made)
    assert set(made["method"]) == {"edited"}
    assert made.filter(augmentation="none").height == 4
    assert made.filter("chosen").height == 2 * 4  # the chosen candidate and its three copies
    for row in chosen_dishes(made).to_dicts():
        shown = np.asarray(Image.open(io.BytesIO(store.get(row["picture"]))).convert("RGB"))
        assert (shown[[0, -1]] == 255).all()
        assert row["cutout"]
        assert json.loads(row["recipe"])["editor"] == "freeing/1"
        assert row["candidate"] == 1
    said = FOOD_CHOICES.frame(
        [{"benchmark": "culture_mix", "source": "tiny", "external_id": "ramen", "candidate": 2}]
    )
    again = chosen_dishes(make_single_food(dishes, said, store, SETTINGS, edited=edited))
    assert sorted(again["candidate"]) == [1, 2]
    assert again["picture"].n_unique() == 2


def test_what_fails_a_gate_stands_for_no_dish_whatever_the_mode(store: PictureStore) -> None:
    dishes = items(store, FOODS)
    noise = np.random.default_rng(1).integers(0, 256, (120, 120, 3), np.uint8)
    spoilt = {1: Image.fromarray(noise), 3: Image.new("RGB", (120, 120)), 4: Image.fromarray(noise)}
    for mode, outcome in (("enforce", "rejected"), ("record", "made")):
        editor = Freeing(spoilt.get)
        edited = free_dishes(dishes, store, editor, mode=mode)  # type: ignore[arg-type]
        assert edited["outcome"].to_list() == [outcome, "made", outcome, outcome]
        assert edited["reason"].to_list() == ["target_lost", None, "blank_image", "target_lost"]
        made = make_single_food(dishes, NONE, store, SETTINGS, edited=edited)
        base = made.filter(augmentation="none").select("candidate", "outcome", "reason", "chosen")
        assert base.rows() == [
            (1, "failed", "target_lost", False),
            (2, "made", None, True),
            (1, "failed", "blank_image", False),
            (2, "failed", "target_lost", False),
        ]


def test_a_ground_that_is_not_plain_and_dishes_nobody_asked_for_are_told(
    store: PictureStore,
) -> None:
    dishes = items(store, FOODS)

    def striped(n: int) -> Image.Image | None:
        if n > 2:
            return None
        shown = Image.open(io.BytesIO(store.get(dishes["picture"][0]))).convert("RGB")
        for x in range(0, shown.width, 2):
            shown.paste((40, 200, 90), (x, 0, x + 1, 12))
            shown.paste((200, 20, 90), (x, shown.height - 9, x + 1, shown.height))
        return shown

    edited = free_dishes(dishes, store, Freeing(striped))
    made = make_single_food(dishes, NONE, store, SETTINGS, edited=edited)
    first = made.filter(pl.col("item_id") == dishes["item_id"][0])
    assert set(first["reason"]) == {"no_ground"}
    nobody = make_single_food(dishes, NONE, store, SETTINGS, edited=EDITED_IMAGES.empty())
    assert set(nobody["reason"]) == {"not_tried"}


def test_an_editor_that_can_not_fails_its_rows_and_no_others(store: PictureStore) -> None:
    def refuse(n: int) -> Image.Image | None:
        if n == 1:
            raise EditError("It says no.", reason="refused")
        return None

    edited = free_dishes(items(store, FOODS), store, Freeing(refuse))
    assert edited["reason"].to_list() == ["refused", None, None, None]
    assert edited["detail"][0] == "It says no."


def _tables(home: Home, dishes: pl.DataFrame) -> None:
    """What the assets read, and every partition."""
    home.sources_folder.mkdir(parents=True, exist_ok=True)
    home.tables.write(TABLES["items"], dishes, "culture_mix", "sample")
    for name in ("imported_mixes", "food_choices"):
        home.tables.write(TABLES[name], TABLES[name].empty(), "culture_mix", "sample")
    with open_instance(home) as instance:
        for partitions, keys in missing_partitions(instance, home):
            instance.add_dynamic_partitions(str(partitions.name), keys)


def test_the_asset_takes_an_editors_dishes_and_forgetting_one_finds_what_came_of_it(
    home: Home,
) -> None:
    dishes = items(home.pictures, FOODS).with_columns(source=pl.lit("sample"))
    edited = free_dishes(dishes, home.pictures, Freeing())
    mine = ("culture_mix", "sample")
    home.tables.write(EDITED_IMAGES, edited, "culture_mix", "freeing", "sample")
    ops = {"culture_mix__single_food": {"config": {"editor": "freeing"}}}
    _tables(home, dishes)
    assets = [*BUILDING, freed, attempts]
    made = materialize(home, assets, "culture_mix/single_food", partition="sample", ops=ops)
    assert made.success
    singles = home.tables.read(SINGLE_FOOD, *mine)
    assert set(singles["method"]) == {"edited"}
    known = Trace(pictures={str(edited["picture"][0])})
    rows = trace(home, known)
    of_it = singles.filter(pl.col("recipe").str.contains(str(edited["picture"][0])))
    assert rows["single_food"] >= of_it.height > 0
    assert known.pictures >= set(of_it["picture"])
