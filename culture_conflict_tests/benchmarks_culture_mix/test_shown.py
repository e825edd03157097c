"""What is put before the eye: lines of descent, every kind, and tries at fault first."""

from __future__ import annotations

import json
from dataclasses import dataclass

import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.attempts import make_attempts
from culture_conflict.benchmarks.culture_mix.building import Kitchen
from culture_conflict.benchmarks.culture_mix.mixing import alone, before_places, beside, mixed_table
from culture_conflict.benchmarks.culture_mix.plan import (
    Planned,
    dishes_of,
    plan_foods,
    plan_scenes,
)
from culture_conflict.benchmarks.culture_mix.recipes import Amounts
from culture_conflict.benchmarks.culture_mix.shown import (
    credited_in,
    credited_plans,
    kinds_of_pictures,
    lines_of_descent,
    shown_attempts,
)
from culture_conflict.editors.composed import Composed
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.mix_decisions import ATTEMPT_DECISIONS
from culture_conflict_tests.benchmarks_culture_mix.kitchen import SETTINGS, kitchen


@dataclass(frozen=True)
class Made:
    """A source whose places have painters: what was planned, tried and mixed."""

    kitchen: Kitchen
    planned: list[Planned]
    tried: pl.DataFrame
    mixed: pl.DataFrame


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    store = PictureStore(tmp_path_factory.mktemp("shown"))
    rows = kitchen(store)
    places = rows.backgrounds.with_columns(author=pl.format("painter of {}", "country"))
    rows = rows._replace(backgrounds=places)
    dishes, pairs = dishes_of(rows.items, rows.single_food), rows.food_pairs
    how = (SETTINGS, Amounts(mfb_most=1), "composed")
    planned = list(plan_scenes(dishes, pairs, places, *how))
    tried = make_attempts(planned, ATTEMPT_DECISIONS.empty(), [Composed()], store)
    foods = beside(plan_foods(dishes, pairs, SETTINGS, "composed"), store).rows
    parts = (alone(dishes, rows.single_food), foods, before_places(planned, tried).rows)
    return Made(rows, planned, tried, mixed_table(parts))


def test_a_line_of_descent_is_one_dish_alone_beside_before_and_both(made: Made) -> None:
    lines = lines_of_descent(made.mixed, foods=3)
    assert lines["subtask"].to_list() == ["sf", "mf", "sfb", "mfb"] * 3
    assert [len(set(lines["item_id"][n : n + 4])) for n in (0, 4, 8)] == [1, 1, 1]
    assert lines["item_id"].n_unique() == 3
    assert lines["control"].null_count() == lines.height
    place = ["background_kind", "background_country", "background_index"]
    before, both = lines.filter(subtask="sfb"), lines.filter(subtask="mfb")
    assert before.select(place).rows() == both.select(place).rows()
    assert lines.filter(subtask="mf")["food2_id"].to_list() == both["food2_id"].to_list()
    for number, line in enumerate(both.iter_rows(named=True)):
        mine = made.mixed.filter(subtask="mfb", item_id=line["item_id"])
        assert line["variant_id"] == mine["variant_id"][number % mine.height]
        assert mine.height > 1


def test_what_a_dish_has_none_of_leaves_an_empty_place(made: Made) -> None:
    lines = lines_of_descent(made.mixed.filter(pl.col("subtask") != "mf"), foods=2)
    assert lines["picture"].is_null().to_list() == [False, True, False, False] * 2


def test_every_kind_is_shown_once_per_dish(made: Made) -> None:
    shown = kinds_of_pictures(made.mixed, foods=2)
    kinds = ["subtask", "control", "augmentation"]
    assert shown["item_id"].n_unique() == 2
    assert shown.select("item_id", *kinds).is_unique().all()
    first = made.mixed["item_id"][0]
    of_first = made.mixed.filter(item_id=first).select(kinds).unique()
    assert shown.filter(item_id=first).height == of_first.height > 6
    assert shown.filter(item_id=first)["subtask"].unique(maintain_order=True)[0] == "sf"


def test_tries_at_fault_come_first_and_say_so(made: Made) -> None:
    worst = made.tried["variant_id"][-1]
    mine = pl.col("variant_id") == worst
    gates = json.dumps({"mean": 1.0, "fault": "no_table"})
    tried = made.tried.with_columns(
        gates=pl.when(mine).then(pl.lit(gates)).otherwise("gates"),
        attempt=pl.when(pl.int_range(pl.len()) == 2).then(3).otherwise("attempt"),
    )
    shown = shown_attempts(tried, most=6)
    assert shown.height == 6
    assert shown["variant_id"][0] == worst
    assert shown["caption"][0].endswith(": no_table")
    assert shown["caption"][1].endswith(" (try 3)")
    assert shown["variant_id"][2:].is_sorted()
    assert shown_attempts(tried.with_columns(picture=pl.lit(None, pl.String))).is_empty()


def test_places_are_credited_beside_dishes(made: Made) -> None:
    scene = made.mixed.filter(subtask="sfb", background_country="JPN").head(1)
    credited = credited_in(scene, made.kitchen.items, made.kitchen.backgrounds)
    assert set(credited["author"]) == {None, "painter of JPN"}
    alone_only = credited_in(
        made.mixed.filter(subtask="sf"), made.kitchen.items, made.kitchen.backgrounds
    )
    assert set(alone_only["author"]) == {None}
    planned = credited_plans(made.planned, scene["variant_id"])
    assert sorted(planned.rows(), key=str) == sorted(credited.rows(), key=str)
