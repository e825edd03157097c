"""What is taught, in which order, and who may be asked about what."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.splits import split_pictures
from culture_conflict.benchmarks.culture_mix.tested import only_tested
from culture_conflict.benchmarks.culture_mix.training_set import (
    answers_of,
    data_hash,
    training_pictures,
)
from culture_conflict.errors import RegistryError
from culture_conflict.home import Home
from culture_conflict.models.settings import ModelSetting
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict_tests.benchmarks_culture_mix.kit import SOURCE, picture, tables

FOODS = [f"food{n}" for n in range(10)]
ITEMS = pl.DataFrame(
    [
        {"item_id": one, "external_id": one, "name": one, "aliases": [], "country": "JPN"}
        for one in FOODS
    ],
    schema_overrides={"aliases": pl.List(pl.String)},
)


def made_world() -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """Of each food one picture alone, 5 beside an apple of nowhere, 9 and 4 before places."""
    made = []
    for food in FOODS:
        made.append(picture(f"sf {food}", food))
        beside = {"food2": ("x", "FRA")}
        made += [picture(f"mf {food} {n}", food, "mf", **beside) for n in range(5)]
        made += [picture(f"sfb {food} {n}", food, "sfb", background="KEN") for n in range(9)]
        made += [picture(f"mfb {food} {n}", food, "mfb", **beside) for n in range(4)]
    variants, mixed = tables(made)
    return variants, mixed, split_pictures(ITEMS, mixed)


def test_a_third_of_each_foods_pictures_is_taught_from_plain_to_mixed() -> None:
    _, _, split = made_world()
    taught = training_pictures(split)
    cells = taught.group_by("item_id", "subtask").len()
    assert set(cells["item_id"]) == set(split.filter(part="train")["item_id"])
    counts = dict(cells.group_by("subtask").agg(pl.col("len").unique()).iter_rows())
    assert counts == {"sf": [1], "mf": [2], "sfb": [3], "mfb": [1]}
    order = taught["subtask"].to_list()
    assert [one for n, one in enumerate(order) if order[n - 1 : n] != [one]] == [
        "sf",
        "mf",
        "sfb",
        "mfb",
    ]
    assert set(taught["part"]) == {"train"}
    assert taught.equals(training_pictures(split.reverse()))
    assert not taught.equals(training_pictures(split, seed=1))


def test_the_hash_of_the_data_knows_pictures_words_and_order() -> None:
    taught = [("a", "what", "sushi"), ("b", "what", "taco")]
    hashes = {
        data_hash(taught),
        data_hash(taught[::-1]),
        data_hash([("a", "what", "sushi"), ("b", "what", "tacos")]),
        data_hash([("c", "what", "sushi"), ("b", "what", "taco")]),
        data_hash([("a", "who", "sushi"), ("b", "what", "taco")]),
    }
    assert len(hashes) == 5
    assert data_hash(taught) == data_hash(list(taught))


def test_the_right_answer_stands_in_the_prompts_form() -> None:
    variants, _ = tables([picture("v", "i", name="Phở", country="VNM")])
    assert answers_of(variants, ("name", "country")) == {
        "v": '{"name": "Phở", "country": "Vietnam"}'
    }
    with pytest.raises(ValueError, match="got reasoning, name, country"):
        answers_of(variants, ("reasoning", "name", "country"))


def _setting(**parameters: Any) -> ModelSetting:
    row = {"key": "m", "provider": "transformers", "name": "M", "revision": "1", "model": "/m"}
    return ModelSetting.model_validate({**row, "parameters": parameters})


def test_who_was_trained_on_a_source_is_asked_about_its_test_part_only(home: Home) -> None:
    variants, _, split = made_world()
    home.tables.write(MIX_SPLIT, split, "culture_mix", SOURCE)
    tested = only_tested(home, _setting(trained_on=f"{SOURCE}/0"), variants)
    expected = split.filter(part="test")["variant_id"].to_list()
    assert tested["variant_id"].to_list() == expected
    for other in (_setting(), _setting(trained_on="elsewhere/0")):
        assert only_tested(home, other, variants).equals(variants)
    with pytest.raises(RegistryError, match="trained by the split with seed 7"):
        only_tested(home, _setting(trained_on=f"{SOURCE}/7"), variants)
