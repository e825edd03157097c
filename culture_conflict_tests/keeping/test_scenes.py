"""A street scene goes with the pictures that were edited from it."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.signpost.ocr_spans import Rejected, Spans
from culture_conflict.benchmarks.signpost.reading_scenes import screenings_of
from culture_conflict.home import Home
from culture_conflict.keeping.forgetting import forget, look_up
from culture_conflict.keeping.tracing import Trace, trace
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.sources.scenes.read import read_scenes
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict.tables.screenings import SCREENINGS
from culture_conflict.tables.signpost_items import SIGNPOST_ITEMS
from culture_conflict_tests.sources_scenes.kit import folder_of, picture
from culture_conflict_tests.warehouse.signpost_rows import golden_tables

NAME = "signpost_variants"


def test_an_original_takes_its_group_along_and_an_edit_goes_alone(home: Home) -> None:
    scenes, _ = golden_tables()
    source = scenes["source"][0]
    mine = scenes.filter(source=source).with_row_index("n")
    mine = mine.with_columns(picture=pl.format("{}", "n").str.pad_start(64, "0")).drop("n")
    home.tables.write(TABLES[NAME], mine, "signpost", source)
    group = mine.filter(group_id=mine["group_id"][0])
    original = group.filter(variant="original")
    edit = group.filter(variant="blank")
    known = Trace(pictures=set(original["picture"]))
    assert trace(home, known)[NAME] == group.height == 5
    assert known.pictures == set(group["picture"])
    alone = Trace(pictures=set(edit["picture"]))
    assert trace(home, alone)[NAME] == 1
    assert alone.variants == set(edit["variant_id"])


def test_a_view_takes_its_scene_along_and_what_was_read_in_it(home: Home) -> None:
    pictures = {"a.jpg": picture(1), "b.jpg": picture(2)}
    rows = ["picture,latitude,longitude", "a.jpg,1,2", "b.jpg,1,3"]
    source = folder_of(home.sources_folder / "sample", pictures, rows)
    scenes = read_scenes(source, home.pictures).items
    mine = scenes["group_id"][0]
    home.tables.write(SIGNPOST_ITEMS, scenes, "signpost", "sample")
    unread = Spans(OCR_SPANS.empty(), tuple(map(_empty, scenes.to_dicts())), 2)
    screened = screenings_of(scenes, unread, "r")
    home.tables.write(SCREENINGS, screened, "signpost", "sample")
    cache = ReadingCache(home.readings)
    for sha256 in scenes["picture"]:
        cache.put(sha256, "r", [])
    known = Trace(pictures={scenes["picture"][0]})
    rows = trace(home, known)
    assert known.items == {mine}
    assert (rows["signpost_items"], rows["screenings"]) == (1, 1)
    found = look_up(home, scenes["picture"][0])
    assert cache.path(scenes["picture"][0], "r") in found.files
    forget(home, found, lambda _: None)
    assert home.tables.read(SIGNPOST_ITEMS, "signpost", "sample")["group_id"].to_list() != [mine]
    assert home.tables.read(SCREENINGS, "signpost", "sample").height == 1
    assert [cache.path(sha, "r").exists() for sha in scenes["picture"]] == [False, True]


def _empty(item: dict[str, str]) -> Rejected:
    return Rejected(item["group_id"], item["picture"], "no_text", "nothing was read")
