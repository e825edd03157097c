"""The sample: honest rows, the same pictures every time, room for cues in the corners."""

from __future__ import annotations

import io
import re
import time
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from PIL import Image

from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import open_cue, open_picture
from culture_conflict.pictures.store import PictureStore
from culture_conflict.places.countries import countries
from culture_conflict.sources.sample.draw import (
    draw_cue,
    draw_item,
    flag_code,
    has_drawing,
    scene,
)
from culture_conflict.sources.sample.read import read_sample
from culture_conflict.sources.sample.rows import (
    sample_items,
    sample_landmarks,
    sample_version,
    training_half,
)
from culture_conflict.tables._columns import CATEGORIES
from culture_conflict.tables.cues import CUES
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.items import ITEMS

_MOST_SECONDS = 10  # about 3 on one core alone; other work may share it


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> PictureStore:
    return PictureStore(tmp_path_factory.mktemp("pictures"))


@pytest.fixture(scope="module")
def tables(store: PictureStore) -> tuple[pl.DataFrame, pl.DataFrame]:
    begun = time.process_time()
    made = read_sample("confused_tourist", store)
    assert time.process_time() - begun < _MOST_SECONDS
    return made


def test_the_tables_are_valid_and_every_picture_is_there(
    tables: tuple[pl.DataFrame, pl.DataFrame], store: PictureStore
) -> None:
    items, cues = tables
    ITEMS.validate(items)
    CUES.validate(cues)
    for sha256 in set(items["picture"]) | set(cues["picture"]):
        assert open_cue(store.get(sha256)).notes == ()


def test_there_is_enough_of_everything() -> None:
    items = sample_items()
    assert items.height >= 36
    assert items["country"].n_unique() >= 16
    assert set(items["category"]) == set(CATEGORIES)
    for category in CATEGORIES:
        part = items.filter(category=category)
        assert part.height >= 4
        assert part["country"].n_unique() >= 3


def test_no_drawing_stands_for_two_items_and_no_name_is_used_twice() -> None:
    items = sample_items()
    for column in ("external_id", "code", "name"):
        assert items[column].is_unique().all()
    names = [(row["category"], n.casefold()) for row in items.to_dicts() for n in _names(row)]
    assert len(names) == len(set(names))
    assert all(has_drawing(code) for code in [*items["code"], *sample_landmarks()["code"]])


def _names(row: dict[str, object]) -> list[str]:
    aliases = row["aliases"]
    assert isinstance(aliases, list)
    return [str(row["name"]), *aliases]


def test_descriptions_do_not_give_the_country_away() -> None:
    telling = {
        word
        for country in countries().values()
        for word in (country.name, *country.aliases, *country.demonyms)
        if len(word) > 3 or word.isupper()
    }
    any_of_them = re.compile(rf"\b(?:{'|'.join(map(re.escape, telling))})\b")
    for text in sample_items()["description"]:
        assert any_of_them.findall(text) == []
        assert 40 <= len(text) <= 200


def test_ids_and_credits_are_those_of_the_schema(
    tables: tuple[pl.DataFrame, pl.DataFrame],
) -> None:
    items, cues = tables
    sushi = items.row(by_predicate=pl.col("external_id") == "sushi", named=True)
    assert sushi["item_id"] == stable_id("confused_tourist", "sample", "sushi")
    assert sushi["source_version"] == sample_version()
    for frame in (items, cues):
        assert set(frame["medium"]) == {"illustration"}
        assert set(frame["licence"]) == {"CC-BY-4.0"}
        assert frame["author"].str.contains("Twemoji").all()
        assert frame["url"].null_count() == frame.height


def test_every_country_has_its_flag(tables: tuple[pl.DataFrame, pl.DataFrame]) -> None:
    flags = tables[1].filter(kind="flag")
    known = set(countries())
    assert set(flags["country"]) == known
    assert flags["country"].is_unique().all()
    assert set(sample_items()["country"]) <= known
    assert set(sample_landmarks()["country"]) <= known
    japan = flags.row(by_predicate=pl.col("country") == "JPN", named=True)
    assert japan["name"] == "Flag of Japan"
    assert japan["cue_id"] == stable_id(
        "confused_tourist", "sample", "flag", "JPN", "Flag of Japan"
    )


def test_at_most_three_landmarks_a_country() -> None:
    assert sample_landmarks()["country"].value_counts()["count"].max() <= 3


@pytest.mark.parametrize(("iso2", "shape"), [("JP", 36 / 26), ("CH", 1.0), ("NP", 28 / 36)])
def test_flags_have_their_own_shape_and_clear_corners(iso2: str, shape: float) -> None:
    image = open_cue(draw_cue(flag_code(iso2))).image
    assert abs(image.width / image.height - shape) < 0.06
    assert image.getchannel("A").getbbox() == (0, 0, *image.size)
    assert image.getpixel((image.width - 1, 0))[3] == 0
    assert image.getpixel((image.width // 3, image.height // 2))[3] == 255


def test_flag_codes_are_regional_indicators() -> None:
    assert flag_code("JP") == flag_code("jp") == "1f1ef-1f1f5"


def test_pictures_differ_in_size_place_and_ground_but_not_from_time_to_time() -> None:
    items = sample_items()
    scenes = [scene(external_id) for external_id in items["external_id"]]
    assert len({(s.width, s.height) for s in scenes}) >= 4
    assert len({s.ground for s in scenes}) > 0.9 * len(scenes)
    assert len({round(s.side / min(s.width, s.height), 2) for s in scenes}) >= 8
    assert draw_item("1f363", "sushi") == draw_item("1f363", "sushi")
    assert draw_item("1f363", "sushi") != draw_item("1f363", "other")


def test_grounds_are_soft_and_never_white() -> None:
    for n in range(300):
        ground = scene(f"any {n}").ground
        assert min(ground) > 150
        assert max(ground) < 250
        assert max(ground) - min(ground) > 4


@pytest.mark.parametrize("external_id", ["sushi", "bento", "cowboy-hat", "post-horn", "piano"])
def test_the_corners_where_cues_are_put_are_never_filled(external_id: str) -> None:
    row = sample_items().row(by_predicate=pl.col("external_id") == external_id, named=True)
    where = scene(external_id)
    pixels = np.asarray(open_picture(draw_item(row["code"], external_id)).image).astype(int)
    assert pixels.shape[:2] == (where.height, where.width)
    drawn = (np.abs(pixels - where.ground) > 3).any(axis=2)
    w, h = round(0.22 * where.width), round(0.22 * where.height)
    assert drawn[:h, -w:].mean() < 0.3
    assert drawn[-h:, :w].mean() < 0.3
    assert drawn.mean() > 0.08


def test_scenes_keep_the_drawing_inside_and_near_the_middle() -> None:
    for n in range(300):
        s = scene(f"any {n}")
        assert 0.05 * s.width < s.left
        assert s.left + s.side < 0.95 * s.width
        assert 0.05 * s.height < s.top
        assert s.top + s.side < 0.95 * s.height


def test_the_training_half_is_half_of_each_category(
    tables: tuple[pl.DataFrame, pl.DataFrame],
) -> None:
    items = sample_items()
    half = training_half(items)
    assert half == training_half(items.sample(fraction=1, shuffle=True, seed=3))
    assert half == training_half(tables[0])
    for category in CATEGORIES:
        ids = sorted(items.filter(category=category)["external_id"])
        assert [external_id for external_id in ids if external_id in half] == ids[::2]


def test_a_drawing_that_is_absent_says_what_to_do() -> None:
    with pytest.raises(PictureError, match="requirements") as caught:
        draw_cue("1f363-1f363")
    assert caught.value.reason == "missing"


def test_pictures_carry_no_metadata(tmp_path: Path) -> None:
    for data in (draw_item("1f363", "sushi"), draw_cue("1f5fc")):
        assert Image.open(io.BytesIO(data)).info == {}
