"""All pictures of a built source in one table, with the factors that the marts count by."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from PIL import Image

from culture_conflict.benchmarks.culture_mix.attempts import make_attempts
from culture_conflict.benchmarks.culture_mix.building import Kitchen
from culture_conflict.benchmarks.culture_mix.mixing import alone, before_places, beside, mixed_table
from culture_conflict.benchmarks.culture_mix.plan import OBJECTS, dishes_of, plan_foods, plan_scenes
from culture_conflict.benchmarks.culture_mix.recipes import Amounts
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.editors.local_dishes.editor import LocalDishes
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.attempts import ATTEMPTS
from culture_conflict.tables.mix_decisions import ATTEMPT_DECISIONS
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.benchmarks_culture_mix.kitchen import SETTINGS, kitchen


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "pictures")


@pytest.fixture
def made(store: PictureStore) -> Kitchen:
    return kitchen(store)


def _foods(made: Kitchen, store: PictureStore) -> pl.DataFrame:
    dishes = dishes_of(made.items, made.single_food)
    return beside(plan_foods(dishes, made.food_pairs, SETTINGS, "composed"), store).rows


def _pixels(store: PictureStore, sha: str) -> np.ndarray:
    return np.asarray(Image.open(io.BytesIO(store.get(sha))).convert("RGB"), dtype=np.int16)


def test_a_built_source_has_every_subtask_and_valid_variants(
    made: Kitchen, store: PictureStore
) -> None:
    dishes = dishes_of(made.items, made.single_food)
    how = (SETTINGS, Amounts(mfb_most=1), "local")
    planned = list(plan_scenes(dishes, made.food_pairs, made.backgrounds, *how))
    tried = make_attempts(planned, ATTEMPT_DECISIONS.empty(), [LocalDishes()], store)
    placed = before_places(planned, tried)
    parts = (alone(dishes, made.single_food), _foods(made, store), placed.rows)
    table = mixed_table(parts)
    assert placed.failed == ()
    own = table.filter(pl.col("control").is_null())
    counted = dict(own.group_by("subtask").len().rows())
    pairs = made.food_pairs.height
    assert counted == {"sf": 5 * 4, "mf": pairs, "sfb": 5 * 4, "mfb": pairs}
    assert set(own.select("subtask", "editor").unique().rows()) == {
        ("sf", "none"),
        ("mf", "composed"),
        ("sfb", "local"),
        ("mfb", "local"),
    }
    variants = VARIANTS.validate(mixed_variants(made.items, table))
    assert variants["variant_id"].n_unique() == variants["external_id"].n_unique() == table.height
    assert variants.select("group_id", "variant").n_unique() == table.height
    controls = set(variants.filter(group_id=table["item_id"][0])["variant"].str.split("/").list[-1])
    assert controls >= {"flip", "0.6", "1.7"}
    alone_ones = table.filter(subtask="sf", augmentation=0)
    assert set(variants["reference_variant"].drop_nulls()) == set(alone_ones["variant_id"])


def test_the_target_is_left_the_other_right(made: Kitchen, store: PictureStore) -> None:
    rows = _foods(made, store).filter(pl.col("control").is_null())
    one = rows.row(0, named=True)
    joined = _pixels(store, one["picture"])
    single = dict(
        made.single_food.filter("chosen", augmentation="none").select("item_id", "picture").rows()
    )
    left, right = joined[:, :96], joined[:, 96:]
    other = made.items.filter(external_id=one["food2_id"])["item_id"][0]
    assert np.abs(left - _pixels(store, single[one["item_id"]])).mean() < 2
    assert np.abs(right - _pixels(store, single[other])).mean() < 2
    assert (one["target_side"], one["size_ratio"]) == ("left", 1.0)


def test_controls_show_a_thing_a_mirror_and_two_sizes(made: Kitchen, store: PictureStore) -> None:
    rows = _foods(made, store)
    item = rows["item_id"][0]
    mine = rows.filter(item_id=item)
    by_id = {row["variant_id"]: row for row in mine.iter_rows(named=True)}
    (thing,) = mine.filter(control="agnostic").rows(named=True)
    assert thing["object"] in OBJECTS
    assert thing["food2_name"] is thing["food2_country"] is thing["food_distance"] is None
    (flip,) = mine.filter(control="flip").rows(named=True)
    plain = by_id[flip["control_of"]]
    mirrored = _pixels(store, plain["picture"])[:, ::-1]
    assert np.abs(mirrored - _pixels(store, flip["picture"])).mean() < 2
    assert flip["target_side"] == "right"
    sizes = mine.filter(control="size_ratio").sort("size_ratio")
    assert [round(ratio, 2) for ratio in sizes["size_ratio"]] == [0.6, 1.67]
    dark = [(_pixels(store, sha) < 250).any(axis=2) for sha in sizes["picture"]]
    assert dark[0][:, :96].sum() < 0.5 * dark[1][:, :96].sum()
    assert dark[0][:, 96:].sum() > 2 * dark[1][:, 96:].sum()
    assert set(sizes["control_of"]) <= set(by_id)


def test_ids_hash_what_is_shown_and_no_pixels(made: Kitchen, store: PictureStore) -> None:
    dishes = dishes_of(made.items, made.single_food)
    how = (made.food_pairs, made.backgrounds, SETTINGS, Amounts(), "local")
    first = [one.variant_id for one in plan_scenes(dishes, *how)]
    elsewhere = made.single_food.with_columns(cutout=pl.lit("0" * 64), picture=pl.lit("1" * 64))
    again = [one.variant_id for one in plan_scenes(dishes_of(made.items, elsewhere), *how)]
    assert first == again
    moved = made.backgrounds.with_columns(picture=pl.lit("2" * 64))
    other = plan_scenes(dishes, made.food_pairs, moved, SETTINGS, Amounts(), "local")
    assert not set(first) & {one.variant_id for one in other}


def test_fifty_places_a_food_and_ten_a_pair_are_the_papers_amounts(made: Kitchen) -> None:
    dishes = dishes_of(made.items, made.single_food)
    row = made.backgrounds.row(0, named=True)
    many = [
        row | {"background_id": f"{region}{kind}{n}", "region": region, "kind": kind, "number": n}
        for region in ("Africa", "Asia", "Europe", "North America", "South America")
        for kind in ("landmark", "street")
        for n in range(1, 7)
    ]
    places = pl.DataFrame(many, schema=made.backgrounds.schema)
    planned = list(plan_scenes(dishes, made.food_pairs, places, SETTINGS, Amounts(), "local"))
    scenes = [one for one in planned if one.subtask == "sfb"]
    assert len(scenes) == 50 * len(dishes)
    assert len(planned) - len(scenes) == 10 * made.food_pairs.height
    beside_pair = [one.background for one in planned if one.subtask == "mfb"][:10]
    assert len({(row["region"], row["kind"]) for row in beside_pair}) == 10


def test_a_picture_that_was_not_tried_is_told(made: Kitchen, store: PictureStore) -> None:
    dishes = dishes_of(made.items, made.single_food)
    how = (SETTINGS, Amounts(), "local")
    planned = list(plan_scenes(dishes, made.food_pairs, made.backgrounds, *how))
    found = before_places(planned, ATTEMPTS.empty())
    assert found.rows.equals(MIXED_IMAGES.empty())
    assert {reason for _, reason in found.failed} == {"not_tried"}
    assert len(found.failed) == len(planned)


def test_a_lost_cutout_stops_no_other_picture(made: Kitchen, store: PictureStore) -> None:
    dishes = dishes_of(made.items, made.single_food)
    item = next(iter(dishes))
    broken = replace(dishes[item], single={**dishes[item].single, "cutout": "0" * 64})
    plan = plan_foods(dishes | {item: broken}, made.food_pairs, SETTINGS, "composed")
    found = beside(plan, store)
    assert {reason for _, reason in found.failed} == {"missing"}
    assert found.rows.filter(item_id=item).is_empty()
    assert found.rows.height > len(found.failed)
