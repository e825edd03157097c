"""Which dishes meet: every distance class there is, evenly, and difficulty only as it is given."""

from __future__ import annotations

from collections import Counter

import polars as pl

from culture_conflict.benchmarks.culture_mix.food_pairs import make_food_pairs
from culture_conflict.benchmarks.culture_mix.recipes import Amounts
from culture_conflict.tables.food_pairs import FOOD_PAIRS
from culture_conflict.tables.mix_decisions import FOOD_DIFFICULTY

COUNTRIES = ("JPN", "JPN", "JPN", "CHN", "CHN", "ITA", "ITA", "FRA", "FRA", "EGY", "MEX", "MEX")
AMOUNTS = Amounts(same_country=1, same_continent=1, other_continent=2)


def _foods() -> pl.DataFrame:
    rows = [
        {
            "item_id": f"i{n:02}",
            "external_id": f"f{n}",
            "country": country,
            "benchmark": "culture_mix",
            "source": "tiny",
        }
        for n, country in enumerate(COUNTRIES)
    ]
    return pl.DataFrame(rows)


def _difficulty(levels: dict[str, str]) -> pl.DataFrame:
    same = {"benchmark": "culture_mix", "source": "tiny", "models": ["m"], "n_right": 0}
    rows = [{**same, "external_id": food, "difficulty": level} for food, level in levels.items()]
    return FOOD_DIFFICULTY.frame(rows)


def test_each_dish_meets_each_distance_as_often_as_is_wanted_and_possible() -> None:
    made = FOOD_PAIRS.validate(make_food_pairs(_foods(), FOOD_DIFFICULTY.empty(), AMOUNTS))
    counted = Counter(made.select("item_id", "food_distance").rows())
    assert counted["i00", "same_country"] == 1
    assert counted["i00", "other_continent"] == 2
    assert counted["i09", "same_country"] == 0  # the only dish of Egypt
    assert counted["i09", "same_continent"] == 0
    assert made.filter(pl.col("item_id") == pl.col("other_id")).is_empty()
    assert made["difficulty"].null_count() == made.height


def test_distractors_are_spread() -> None:
    made = make_food_pairs(_foods(), FOOD_DIFFICULTY.empty(), AMOUNTS)
    far = Counter(made.filter(food_distance="other_continent")["other_id"])
    assert max(far.values()) - min(far.values()) <= 2
    assert len(far) == len(COUNTRIES)


def test_the_same_seed_gives_the_same_pairs_in_any_order_of_dishes() -> None:
    first = make_food_pairs(_foods(), FOOD_DIFFICULTY.empty(), AMOUNTS)
    turned = make_food_pairs(_foods().reverse(), FOOD_DIFFICULTY.empty(), AMOUNTS)
    other = make_food_pairs(_foods(), FOOD_DIFFICULTY.empty(), AMOUNTS, seed=1)
    assert first.equals(turned)
    assert set(first["pair_id"]) != set(other["pair_id"])


def test_difficulty_comes_from_the_frozen_table_and_is_spread_beside_each_target() -> None:
    levels = {f"f{n}": ("easy", "hard")[n % 2] for n in range(len(COUNTRIES))}
    made = make_food_pairs(_foods(), _difficulty(levels), AMOUNTS)
    own = dict(_foods().select("item_id", "external_id").rows())
    assert all(
        levels[own[item]] == level for item, level in made.select("item_id", "difficulty").rows()
    )
    beside = Counter(made.select("difficulty", "other_difficulty").rows())
    assert min(beside.values()) * 2 >= max(beside.values())
