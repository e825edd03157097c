"""Spans: what is usable, panorama views, one bad picture among many, the cache, real readings."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from culture_conflict.benchmarks.signpost.ocr_filter import Screened, best_view, fault, screen
from culture_conflict.benchmarks.signpost.ocr_spans import Scene, ocr_spans
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.protocol import Reading
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict_tests.benchmarks_signpost.read_in_cases import (
    RECORD,
    FailsOn,
    png,
    recorded,
    scene,
)


@pytest.mark.parametrize(
    ("text", "confidence", "reason"),
    [
        ("HARBOR STREET", None, None),
        ("中山", 0.3, None),
        ("OK", 0.99, None),
        (" \u200b", 0.9, "empty"),
        (" A ", 0.9, "single_character"),
        ("穴", 0.9, "single_character"),
        ("HARBOR", 0.29, "low_confidence"),
        ("www.example.org", None, "url"),
        ("Shop-24.co.uk/signs", None, "url"),
        ("mail@example.org", None, "url"),
        ("frites.be", None, "url"),
        ("booking.nl/a", None, "url"),
        ("Google", None, "watermark"),
        ("© 2019 Google", None, "watermark"),
        ("Image capture: May 2019", None, "watermark"),
        ("百度全景", None, "watermark"),
        ("alamy stock photo", None, "watermark"),
        ("Copyright 2010 Jane Doe", None, "watermark"),
        ("(c) 2010 Jane", None, "watermark"),
        ("Photo by Jane", None, "watermark"),
        ("IMG_1234", None, "watermark"),
        ("Photo Bythesea", None, None),
        ("12/05/2019", None, "date"),
        ("2021年5月3日", None, "date"),
        ("Mon 12 May 2019", None, "date"),
        ("12 May", None, "date"),
        ("5月12日", None, "date"),
        ("令和3年", None, "date"),
        ("2019년 5월", None, "date"),
        ("Mayfair 24", None, None),
        ("12 Market", None, None),
        ("May Street", None, None),
        ("42", None, "number"),
        ("$ 4.99", None, "number"),
        ("205Km", None, "number"),
        ("3.5 t", None, "number"),
        ("24 HOURS", None, None),
        ("7 Main", None, None),
        ("--- . ---", None, "noise"),
        ("IIII", None, "noise"),
        ("St. Denis", None, None),
        ("M25", None, None),
    ],
)
def test_only_scene_text_is_kept(text: str, confidence: float | None, reason: str | None) -> None:
    assert fault(Reading(text, None, confidence)) == reason


@pytest.mark.parametrize(
    ("text", "confidence", "country", "reason"),
    [
        ("品印", 0.6, "KOR", "foreign_script"),  # what a reader without Hangul makes of 평양
        ("品印", 0.95, "KOR", None),
        ("品印", None, "KOR", None),
        ("品印", 0.6, "CHN", None),
        ("品印", 0.6, None, None),
        ("Seoul", 0.6, "KOR", None),
        ("テスト", 0.5, "RUS", "foreign_script"),
    ],
)
def test_a_script_that_is_hardly_read_where_another_is_written_is_noise(
    text: str, confidence: float | None, country: str | None, reason: str | None
) -> None:
    assert fault(Reading(text, None, confidence), country=country) == reason


def test_a_kept_text_is_stripped_and_the_dropped_are_counted() -> None:
    found = screen([Reading(" Via\nRoma "), Reading("7"), Reading("9"), Reading("2020-01-01")])
    assert [each.text for each in found.kept] == ["Via Roma"]
    assert found.counts == {"single_character": 2, "date": 1}
    assert (screen([]).reason, screen([Reading("7")]).reason, found.reason) == (
        "no_text",
        "no_valid_text",
        None,
    )


def _view(*confidences: float | None) -> Screened:
    return screen([Reading(f"text {n}", None, each) for n, each in enumerate(confidences)])


@pytest.mark.parametrize(
    ("views", "heading"),
    [
        ({0: _view(0.9), 90: _view(0.4, 0.4), 180: _view()}, 90),
        ({0: _view(0.5, 0.5), 90: _view(0.9, 0.4)}, 90),
        ({270: _view(0.5), 90: _view(0.5), 180: _view(0.5)}, 90),
        ({0: _view(0.9, 0.1, 0.1), 90: _view(0.5, 0.5)}, 90),
        ({180: _view(), 90: _view()}, 90),
        ({180: _view(None), 0: _view()}, 180),
    ],
)
def test_the_best_view_has_the_most_texts_then_confidence_then_the_lower_heading(
    views: dict[int, Screened], heading: int
) -> None:
    assert best_view(views) == heading


def test_a_panorama_gives_the_spans_of_one_view_and_a_bad_view_is_named(tmp_path: Path) -> None:
    kept = ReadingCache(tmp_path)
    views = [scene(png(50 + at), "pano", heading=at) for at in (0, 90, 180)]
    kept.put(views[0].picture, "fails", [Reading("Lonely", None, 0.9)])
    kept.put(views[1].picture, "fails", [Reading("Via Roma"), Reading("Bar Sport"), Reading("7")])
    found = ocr_spans(views, FailsOn(50 + 180), kept)
    assert set(found.table["heading"]) == {90}
    assert found.table["state"].to_list() == ["kept", "kept", "dropped"]
    assert [(each.picture, each.reason) for each in found.rejected] == [
        (views[2].picture, "ocr_error")
    ]


def test_a_second_view_of_one_heading_is_named_and_replaces_none(tmp_path: Path) -> None:
    views = [replace(scene(png(shade), "p"), heading=90) for shade in (40, 50)]
    kept = ReadingCache(tmp_path)
    for view, text in zip(views, ("Via Roma", "Via Pisa"), strict=True):
        kept.put(view.picture, "fails", [Reading(text, None, 0.9)])
    found = ocr_spans(views, FailsOn(1), kept)
    assert found.table["text"].to_list() == ["Via Roma"]
    assert [(each.picture, each.reason) for each in found.rejected] == [
        (views[1].picture, "duplicate_view")
    ]


def test_a_picture_is_read_once_but_a_failure_is_tried_again(tmp_path: Path) -> None:
    reader = FailsOn(30)
    scenes = [scene(png(width), str(width)) for width in (30, 40)]
    first = ocr_spans(scenes, reader, ReadingCache(tmp_path))
    again = ocr_spans(scenes, reader, ReadingCache(tmp_path))
    assert reader.asked == 3
    assert again.table.equals(first.table)
    assert [each.reason for each in again.rejected] == ["ocr_error"]


def test_a_file_that_is_no_picture_is_rejected_and_the_others_go_on(tmp_path: Path) -> None:
    scenes = [scene(b"no picture", "a"), scene(png(40), "b")]
    found = ocr_spans(scenes, FailsOn(1), ReadingCache(tmp_path))
    assert [(each.group_id, each.reason) for each in found.rejected] == [("a", "not_an_image")]
    assert found.table["group_id"].to_list() == ["b"]


def test_the_most_telling_text_ranks_first_and_equal_ones_stand_once(tmp_path: Path) -> None:
    kept = ReadingCache(tmp_path)
    one = scene(png(40))
    big = ((0, 0), (90, 0), (90, 30), (0, 30))
    small = ((0, 50), (9, 50), (9, 55), (0, 55))
    readings = [
        Reading("STOP", small, 0.9),
        Reading("Via Roma", small, 0.9),
        Reading("Via Pisa", big, 0.9),
        Reading("Via Roma", small, 0.9),
        Reading("panificio", small, 0.9),
    ]
    kept.put(one.picture, "fails", readings)
    table = OCR_SPANS.validate(ocr_spans([one], FailsOn(1), kept).table)
    assert table.select("span_rank", "text", "tier").rows() == [
        (1, "Via Pisa", "T3"),
        (2, "Via Roma", "T3"),
        (3, "panificio", "T2"),
        (4, "STOP", "T1"),
    ]
    assert table["quad"][0].to_list() == [0, 0, 90, 0, 90, 30, 0, 30]


def test_what_was_read_on_real_signs_becomes_spans_with_tier_script_and_language(
    tmp_path: Path,
) -> None:
    kept = ReadingCache(tmp_path)
    names = ("chinese.jpg", "french.jpg", "japanese.jpg")
    scenes = [Scene("signs", name, f"{n:064d}", b"") for n, name in enumerate(names)]
    for each in scenes:
        kept.put(each.picture, RECORD, recorded()[each.group_id])

    class Recorded(FailsOn):
        record = RECORD

    table = OCR_SPANS.validate(ocr_spans(scenes, Recorded(1), kept).table)
    rows = {row["text"]: row for row in table.to_dicts()}
    assert (rows["愚园路"]["tier"], rows["愚园路"]["script"], rows["愚园路"]["language"]) == (
        "T3",
        "Han",
        "zh",
    )
    assert (rows["Yuyuan Rd."]["span_rank"], rows["愚园路"]["span_rank"]) == (1, 2)
    assert rows["清潔できれいな港区を"]["language"] == "ja"
    assert rows["Musée du LOUVRE"]["tier"] == "T3"
    assert rows["NO LITTER"]["tier"] == "T1"
    assert {rows["309"]["reason"], rows["西"]["reason"]} == {"number", "single_character"}
    assert table.filter(table["text"] == "穴").height == 3
