"""Training and test pictures have no dish in common (ruling 28)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.splits import (
    drawn_for_test,
    split_leaks,
    split_pictures,
)
from culture_conflict.errors import InvalidTableError
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict_tests.benchmarks_culture_mix.kit import picture, sha, tables

COUNTRIES = {"JPN": 10, "MEX": 7, "ITA": 4, "IND": 3, "FRA": 1}
FOODS = [f"{country}-{n}" for country, count in COUNTRIES.items() for n in range(count)]


def _items(**aliases: list[str]) -> pl.DataFrame:
    rows = [
        {
            "item_id": food,
            "external_id": f"id of {food}",
            "name": f"dish of {food}",
            "aliases": aliases.get(food.replace("-", "_"), []),
            "country": food[:3],
        }
        for food in FOODS
    ]
    return pl.DataFrame(rows, schema_overrides={"aliases": pl.List(pl.String)})


def _made(*more: tuple[dict[str, Any], dict[str, Any]]) -> pl.DataFrame:
    """Every food alone, beside every third other food, and before some backgrounds."""
    pictures = list(more)
    for place, food in enumerate(FOODS):
        pictures.append(picture(f"sf {food}", food, country=food[:3]))
        pictures.append(picture(f"sf {food} turned", food, augmentation=1))
        for other in FOODS[place % 3 :: 3]:
            if other != food:
                both = picture(
                    f"mf {food} {other}",
                    food,
                    "mf",
                    food2=(f"dish of {other}", other[:3]),
                    food2_id=f"id of {other}",
                )
                pictures.append(both)
        where = {"background": ("USA", "KEN")[place % 2], "kind": "street"}
        pictures.append(picture(f"sfb {food}", food, "sfb", background_index=place // 4, **where))
    return tables(pictures)[1]


def _part(split: pl.DataFrame, variant: str) -> tuple[str, str | None]:
    return split.filter(pl.col("variant_id") == variant).select("part", "reason").row(0)


def test_three_of_ten_foods_are_for_the_test_in_every_country() -> None:
    drawn = drawn_for_test(_items(), seed=0)
    assert len(drawn) == round(0.3 * len(FOODS))
    counts = Counter(food[:3] for food in drawn)
    for country, count in COUNTRIES.items():
        assert abs(counts[country] - 0.3 * count) < 1
    assert drawn == drawn_for_test(_items().reverse(), seed=0)
    assert drawn != drawn_for_test(_items(), seed=1)


def test_no_training_picture_shows_a_dish_of_the_test() -> None:
    items, mixed = _items(), _made()
    split = MIX_SPLIT.validate(split_pictures(items, mixed))
    test = set(drawn_for_test(items, seed=0))
    assert split["variant_id"].to_list() == mixed["variant_id"].to_list()
    rows = split.join(mixed.select("variant_id", "food2_id"), on="variant_id")
    for row in rows.iter_rows(named=True):
        on_it = {row["item_id"], (row["food2_id"] or "").removeprefix("id of ")}
        if row["part"] == "train":
            assert not on_it & test
        elif row["part"] == "test":
            assert row["item_id"] in test
        elif row["reason"] == "shows_test_dish":
            assert row["item_id"] not in test
            assert on_it & test
        else:
            assert row["reason"] == "augmentation"
    assert Counter(split["part"]).keys() == {"train", "test", "none"}
    assert not split_leaks(split, items, mixed)


@pytest.mark.parametrize(
    ("reason", "words"),
    [("shows_test_dish", "shows a dish of the test part"), ("augmentation", "is in the split")],
)
def test_a_picture_that_is_put_back_is_found(reason: str, words: str) -> None:
    items, mixed = _items(), _made()
    split = split_pictures(items, mixed)
    back = split.filter(pl.col("reason") == reason)["variant_id"][0]
    leaky = split.with_columns(
        part=pl.when(pl.col("variant_id") == back)
        .then(pl.col("food_part"))
        .otherwise(pl.col("part"))
    )
    (leak,) = split_leaks(leaky, items, mixed)
    assert back in leak
    assert words in leak


def test_a_test_dish_is_known_by_any_of_its_names() -> None:
    food = drawn_for_test(_items(), seed=0)[0]
    trained = next(one for one in FOODS if one not in drawn_for_test(_items(), seed=0))
    items = _items(**{food.replace("-", "_"): ["Crème  Brûlée"]})
    named = picture("named", trained, "mf", food2=("creme brulee", "FRA"), food2_id="elsewhere")
    other = picture("other", trained, "mf", food2=("another", "FRA"), food2_id="elsewhere")
    split = split_pictures(items, _made(named, other))
    assert _part(split, "named") == ("none", "shows_test_dish")
    assert _part(split, "other") == ("train", None)


def test_the_bytes_of_a_test_picture_train_nobody() -> None:
    drawn = drawn_for_test(_items(), seed=0)
    trained = next(one for one in FOODS if one not in drawn)
    same = picture("copy", trained, picture=sha(f"sf {drawn[0]}"))
    split = split_pictures(_items(), _made(same))
    assert _part(split, "copy") == ("none", "same_picture")
    put_back = split.with_columns(
        part=pl.when(pl.col("variant_id") == "copy").then(pl.lit("train")).otherwise("part")
    )
    assert "bytes of a test picture" in split_leaks(put_back, _items(), _made(same))[0]


def test_controls_and_photographs_belong_to_no_part() -> None:
    extra = (
        picture("flipped", FOODS[0], "mf", food2=("x", "FRA"), control="flip"),
        picture("boxed", FOODS[0], framing="box"),
    )
    split = split_pictures(_items(), _made(*extra))
    assert _part(split, "flipped") == ("none", "control")
    assert _part(split, "boxed") == ("none", "photograph")


def test_backgrounds_of_both_parts_are_told() -> None:
    mixed = _made()
    split = split_pictures(_items(), mixed)
    placed = split.join(mixed, on="variant_id").filter(
        pl.col("background_country").is_not_null(), pl.col("part") != "none"
    )
    parts: dict[tuple[str, int], set[str]] = {}
    for row in placed.iter_rows(named=True):
        key = row["background_country"], row["background_index"]
        parts.setdefault(key, set()).add(row["part"])
    for row in placed.iter_rows(named=True):
        both = len(parts[row["background_country"], row["background_index"]]) == 2
        assert row["shared_background"] == both
    assert 0 < placed["shared_background"].sum() < placed.height


def test_too_few_foods_can_not_be_split() -> None:
    with pytest.raises(InvalidTableError, match="too few to split"):
        split_pictures(_items().head(1), _made().head(1))
