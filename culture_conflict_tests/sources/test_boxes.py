"""Photographs with boxes: what is cut out and marked, from CSV and from COCO, and what is not."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from PIL import Image, ImageChops

from culture_conflict.errors import RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.mix.boxes import BOX_COLUMNS
from culture_conflict.sources.mix.read import MixTables, read_mix
from culture_conflict.sources.source import Source
from culture_conflict_tests.models.drawing import ground

Row = dict[str, Any]
SETTINGS = """\
kind: mix
title: Tables
medium: photograph
boxes: {boxes}
defaults: {{licence: CC0-1.0}}
"""
ROWS: list[tuple[Any, ...]] = [
    ("table.jpg", 20, 30, 100, 80, "Kimchi", "South Korea"),
    ("table.jpg", 200, 40, 120, 90, "Sushi", "Japan"),
    ("table.jpg", 20, 150, 90, 80, "Pizza", "Italy"),
    ("korean.jpg", 20, 30, 100, 80, "Kimchi", "South Korea"),
    ("korean.jpg", 200, 40, 120, 90, "Bibimbap", "South Korea"),
    ("one.jpg", 20, 30, 100, 80, "Tacos", "Mexico"),
]


def folder(root: Path, rows: list[tuple[Any, ...]], *, coco: bool = False) -> Path:
    place = root / ("coco" if coco else "plain")
    place.mkdir()
    for n, name in enumerate(("table.jpg", "korean.jpg", "one.jpg")):
        ground((400, 260), "cells", n).save(place / name, quality=95)
    boxes = "boxes.json" if coco else "boxes.csv"
    (place / "source.yaml").write_text(SETTINGS.format(boxes=boxes))
    if coco:
        names = list(dict.fromkeys(row[0] for row in rows))
        foods = list(dict.fromkeys((row[5], row[6]) for row in rows))
        content = {
            "images": [{"id": n, "file_name": name} for n, name in enumerate(names)],
            "categories": [
                {"id": n, "name": name, "supercategory": country}
                for n, (name, country) in enumerate(foods)
            ],
            "annotations": [
                {"image_id": names.index(row[0]), "bbox": row[1:5]}
                | {"category_id": foods.index((row[5], row[6]))}
                for row in rows
            ],
        }
        (place / boxes).write_text(json.dumps(content))
    else:
        with (place / boxes).open("w", newline="") as file:
            csv.writer(file).writerows([BOX_COLUMNS, *rows])
    return place


def read(place: Path, store: PictureStore) -> MixTables:
    source = Source("culture_mix", "photos", "mix", "Tables", "photograph", place)
    return read_mix(source, place, store)


@pytest.fixture
def store(tmp_path: Path) -> PictureStore:
    return PictureStore(tmp_path / "store")


def test_each_food_is_cut_out_and_marked(tmp_path: Path, store: PictureStore) -> None:
    made = read(folder(tmp_path, ROWS), store)
    assert made.items.height == 6
    counts = dict(made.mixed_images.group_by("framing").len().rows())
    assert counts == {"crop": 6, "box": 5}
    rows = {row["external_id"]: row for row in made.mixed_images.to_dicts()}
    cut, marked = rows["table.jpg#1/crop"], rows["table.jpg#1/box"]
    assert (cut["subtask"], cut["width"], cut["height"]) == ("sf", 100, 80)
    assert (marked["subtask"], marked["width"], marked["height"]) == ("mf", 400, 260)
    assert cut["item_id"] == marked["item_id"]
    assert (marked["food2_name"], marked["food_distance"]) == ("Pizza", "other_continent")
    assert rows["korean.jpg#1/box"]["food_distance"] == "same_country"
    assert "one.jpg#1/box" not in rows
    assert made.rejects.is_empty()


def test_the_line_is_red_and_hides_nothing(tmp_path: Path, store: PictureStore) -> None:
    place = folder(tmp_path, ROWS)
    rows = {row["external_id"]: row for row in read(place, store).mixed_images.to_dicts()}
    before = Image.open(place / "table.jpg").convert("RGB")
    after = Image.open(io.BytesIO(store.get(rows["table.jpg#2/box"]["picture"])))
    red, green, blue = after.getpixel((260, 38))
    assert red > 200
    assert max(green, blue) < 60
    inside = (210, 50, 310, 120)
    differences = ImageChops.difference(before.crop(inside), after.crop(inside))
    assert max(high for _, high in differences.getextrema()) < 40


def test_coco_gives_the_same(tmp_path: Path, store: PictureStore) -> None:
    plain, coco = (read(folder(tmp_path, ROWS, coco=kind), store) for kind in (False, True))
    names = ["external_id", "picture", "food2_name", "food_distance", "framing", "variant_id"]
    frames = [made.mixed_images.select(names).sort("external_id") for made in (plain, coco)]
    assert frames[0].equals(frames[1])


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        (("table.jpg", 350, 30, 100, 80, "Kimchi", "South Korea"), "box"),
        (("table.jpg", 20, 30, 4, 80, "Kimchi", "South Korea"), "box"),
        (("table.jpg", -5, 30, 100, 80, "Kimchi", "South Korea"), "unknown_value"),
        (("table.jpg", "left", 30, 100, 80, "Kimchi", "South Korea"), "unknown_value"),
        (("table.jpg", 20, 30, "nan", 80, "Kimchi", "South Korea"), "unknown_value"),
        (("table.jpg", 20, 30, 100, 80, "Kimchi", "Atlantis"), "unknown_country"),
        (("table.jpg", 20, 30, 100, 80, "", "Japan"), "empty"),
        (("../table.jpg", 20, 30, 100, 80, "Kimchi", "Japan"), "path_escape"),
        (("gone.jpg", 20, 30, 100, 80, "Kimchi", "Japan"), "missing"),
    ],
)
def test_a_bad_box_is_listed_and_stops_nothing(
    row: tuple[Any, ...], reason: str, tmp_path: Path, store: PictureStore
) -> None:
    made = read(folder(tmp_path, [*ROWS[3:], row]), store)
    assert made.mixed_images.height == 5
    assert set(made.rejects["reason"]) == {reason}
    assert set(made.rejects["row"]) == {5}


def test_a_food_whose_box_is_bad_still_stands_beside_the_others(
    tmp_path: Path, store: PictureStore
) -> None:
    bad = ("korean.jpg", 350, 30, 100, 80, "Pizza", "Italy")
    made = read(folder(tmp_path, [bad, *ROWS[3:5]]), store)
    rows = {row["external_id"]: row for row in made.mixed_images.to_dicts()}
    assert set(rows) == {f"korean.jpg#{n}/{how}" for n in (2, 3) for how in ("crop", "box")}
    assert rows["korean.jpg#2/box"]["food2_name"] == "Pizza"
    assert rows["korean.jpg#2/box"]["food_distance"] == "other_continent"


def test_nothing_is_marked_beside_an_unknown_food(tmp_path: Path, store: PictureStore) -> None:
    bad = ("korean.jpg", 20, 150, 90, 80, "Pizza", "Atlantis")
    made = read(folder(tmp_path, [*ROWS[3:5], bad]), store)
    names = set(made.mixed_images["external_id"])
    assert names == {"korean.jpg#1/crop", "korean.jpg#2/crop"}
    found = made.rejects.select("row", "reason").rows()
    assert sorted(found) == [(2, "unknown_beside"), (3, "unknown_beside"), (4, "unknown_country")]


def test_what_is_no_coco_is_refused(tmp_path: Path, store: PictureStore) -> None:
    place = folder(tmp_path, ROWS, coco=True)
    for text in ("[]", "{}", '{"images": [], "annotations": {}, "categories": []}'):
        (place / "boxes.json").write_text(text)
        with pytest.raises(RegistryError, match=r"COCO's images .* no list `\w+`"):
            read(place, store)
    (place / "boxes.json").write_text("[" * 100_000)
    with pytest.raises(RegistryError, match="expected COCO JSON"):
        read(place, store)


def test_foods_of_one_photograph_are_groups_of_their_own(
    tmp_path: Path, store: PictureStore
) -> None:
    made = read(folder(tmp_path, ROWS), store)
    kimchi = made.items.filter(name="Kimchi")
    assert kimchi["item_id"].n_unique() == 2
    assert set(made.mixed_images["item_id"]) == set(made.items["item_id"])
    assert made.mixed_images.filter(pl.col("augmentation") != 0).is_empty()


@pytest.mark.parametrize("shown", ["table.jpg", "gone.jpg"])
def test_a_row_that_stands_for_two_pictures_is_one_entry_of_the_rejects(
    shown: str, tmp_path: Path, store: PictureStore
) -> None:
    rows = [(shown, *row[1:]) for row in ROWS[:2]]
    rows[0] = (shown, 350, 30, 100, 80, "Kimchi", "South Korea")
    made = read(folder(tmp_path, [*rows, *ROWS[3:]]), store)
    bad = {"table.jpg": [2], "gone.jpg": [2, 3]}[shown]
    assert made.rejects["row"].to_list() == bad
    assert made.rejects["external_id"].to_list() == [f"{shown}#{row - 1}/crop" for row in bad]
    assert made.mixed_images.height == {"table.jpg": 7, "gone.jpg": 5}[shown]


def test_a_forgotten_crop_is_one_entry_of_the_rejects(tmp_path: Path, store: PictureStore) -> None:
    place = folder(tmp_path, ROWS)
    rows = {row["external_id"]: row for row in read(place, store).mixed_images.to_dicts()}
    tombstone = store.tombstone(rows["table.jpg#1/crop"]["picture"])
    tombstone.parent.mkdir(parents=True, exist_ok=True)
    tombstone.touch()
    made = read(place, store)
    assert made.rejects.select("row", "reason").rows() == [(2, "forgotten")]
    assert made.mixed_images.height == len(rows) - 2


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (None, "not_json"),
        (7, "not_json"),
        ({"bbox": None}, "box"),
        ({"bbox": [1, 2, 3]}, "box"),
        ({"bbox": {"x": 1}}, "box"),
        ({"bbox": [None, 30, 100, 80]}, "unknown_value"),
        ({"category_id": 99}, "empty"),
        ({"category_id": [0]}, "empty"),
        ({"category_id": 5}, "empty"),
        ({"image_id": None}, "empty"),
        ({"image_id": 8}, "contradiction"),
    ],
)
def test_a_bad_annotation_is_listed_and_stops_nothing(
    change: Any, reason: str, tmp_path: Path, store: PictureStore
) -> None:
    place = folder(tmp_path, ROWS[3:], coco=True)
    content = json.loads((place / "boxes.json").read_text())
    base = content["annotations"][2] | {"image_id": 9}
    last = {**base, **change} if isinstance(change, dict) else change
    content["annotations"].append(last)
    content["images"] += [{"id": 8, "file_name": name} for name in ("one.jpg", "table.jpg")]
    content["images"] += [
        {"id": 9, "file_name": "table.jpg"},
        None,
        {"file_name": "one.jpg"},
        content["images"][0],
    ]
    content["categories"] += [5, {"id": 5}, {"id": [0]}]
    (place / "boxes.json").write_text(json.dumps(content))
    made = read(place, store)
    assert made.mixed_images.height == 5
    assert {*made.rejects.select("row", "reason").rows()} == {(4, reason)}


def test_pictures_lie_in_the_source_s_own_folder(tmp_path: Path, store: PictureStore) -> None:
    place = folder(tmp_path, ROWS)
    (tmp_path / "elsewhere").mkdir()
    (place / "pics").symlink_to(tmp_path / "elsewhere")
    (place / "loop").symlink_to("loop")
    settings = SETTINGS.format(boxes="boxes.csv")
    for name, told in (("pics", "leaves the folder"), ("nodir", "no folder"), ("loop", "loop")):
        (place / "source.yaml").write_text(f"{settings}pictures: {name}\n")
        with pytest.raises(RegistryError, match=f"pictures: {name}.*{told}"):
            read(place, store)
