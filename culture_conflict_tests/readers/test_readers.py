"""Readers: shapes of rows, settings that exclude each other, the cache, the real reader."""

from __future__ import annotations

import hashlib
import importlib.util
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from culture_conflict.benchmarks.galleries import texts_of
from culture_conflict.benchmarks.signpost.ocr_spans import Scene, read_scene
from culture_conflict.home import Home
from culture_conflict.pictures.open import open_picture
from culture_conflict.readers import rapid
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.catalog import make_reader
from culture_conflict.readers.protocol import ReaderError, ReaderSettings, Reading, readings_of
from culture_conflict_tests.benchmarks_signpost.read_in_cases import png, recorded
from culture_conflict_tests.editors.drawn_signs import sign

SIGNS = Path(__file__).parents[2].parent / "shared" / "data" / "signs"
BOX = [[0, 1], [9, 1], [9, 5], [0, 5]]
QUAD = ((0.0, 1.0), (9.0, 1.0), (9.0, 5.0), (0.0, 5.0))
HAS_RAPIDOCR = all(importlib.util.find_spec(name) for name in ("rapidocr", "onnxruntime"))


@pytest.mark.parametrize(
    ("rows", "readings"),
    [
        (None, []),
        ([], []),
        ((None, None), []),
        (["HARBOR", "STREET"], [Reading("HARBOR"), Reading("STREET")]),
        ([["box", "HARBOR"]], [Reading("HARBOR")]),
        ([[BOX, "HARBOR"]], [Reading("HARBOR", QUAD)]),
        ([(BOX, "HARBOR", 0.5)], [Reading("HARBOR", QUAD, 0.5)]),
        ([(BOX, "HARBOR", float("nan"))], [Reading("HARBOR", QUAD, None)]),
        ([(BOX, "HARBOR", 1.0000002)], [Reading("HARBOR", QUAD, 1.0)]),
        ([(None, "HARBOR", None)], [Reading("HARBOR")]),
    ],
)
def test_rows_of_every_shape_become_readings(rows: Any, readings: list[Reading]) -> None:
    assert readings_of(rows) == readings


def test_an_empty_array_is_no_text() -> None:
    import numpy as np

    assert readings_of(np.array([])) == []


@pytest.mark.parametrize(
    "settings",
    [
        {"paragraph": True, "rotations": (90,)},
        {"rotations": (45,)},
        {"min_confidence": 30},
        {"min_confidence": float("nan")},
    ],
)
def test_settings_that_make_no_sense_are_refused_when_made(settings: dict[str, Any]) -> None:
    with pytest.raises(ReaderError):
        ReaderSettings(**settings)


def test_the_cache_knows_picture_and_reader_and_survives_a_broken_file(tmp_path: Path) -> None:
    kept, readings = ReadingCache(tmp_path), [Reading("東京", QUAD, 0.5), Reading("x")]
    kept.put("a" * 64, "one", readings)
    assert kept.get("a" * 64, "one") == readings
    assert kept.get("a" * 64, "two") is None
    assert kept.get("b" * 64, "one") is None
    kept.path("a" * 64, "one").write_text('{"readings": [')
    assert kept.get("a" * 64, "one") is None


def test_an_unknown_reader_is_named_with_the_known() -> None:
    with pytest.raises(ReaderError, match="rapidocr"):
        make_reader("tesseract", ReaderSettings())


def test_without_rapidocr_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rapid, "find_spec", lambda name: None if name == "onnxruntime" else name)
    with pytest.raises(ReaderError, match="pip install rapidocr onnxruntime"):
        make_reader("rapidocr", ReaderSettings())
    with pytest.raises(ReaderError, match="paragraph and rotations out"):
        make_reader("rapidocr", ReaderSettings(paragraph=True))


@pytest.mark.slow
@pytest.mark.skipif(not HAS_RAPIDOCR, reason="rapidocr and onnxruntime aren't installed")
@pytest.mark.skipif(not SIGNS.exists(), reason="the sign photos lie outside the project")
def test_the_real_reader_reads_real_signs_as_recorded() -> None:
    reader = make_reader("rapidocr", ReaderSettings())
    for name in ("chinese.jpg", "french.jpg"):
        found = reader.read(open_picture((SIGNS / name).read_bytes()).image)
        sure = {each.text for each in recorded()[name] if (each.confidence or 0) > 0.95}
        assert sure <= {each.text for each in found}
        assert all(each.quad and each.confidence for each in found)


@pytest.mark.slow
@pytest.mark.skipif(not HAS_RAPIDOCR, reason="rapidocr and onnxruntime aren't installed")
def test_what_is_read_depends_neither_on_threads_nor_on_what_was_read_before() -> None:
    signs = [sign(text) for text in ("HARBOUR", "Rue de Lyon", "中山路")]
    signs.append(signs[0].resize((700, 400)))
    alone = [make_reader("rapidocr", ReaderSettings()).read(each) for each in signs]
    assert {found.text for found in alone[1]} == {"Rue de Lyon"}
    shared = make_reader("rapidocr", ReaderSettings())
    with ThreadPoolExecutor(3) as pool:
        assert [*pool.map(shared.read, [*signs, *signs[::-1]])] == [*alone, *alone[::-1]]


@pytest.mark.skipif(not HAS_RAPIDOCR, reason="rapidocr and onnxruntime aren't installed")
def test_the_text_reader_takes_what_was_read_for_the_spans(tmp_path: Path) -> None:
    data, home = png(64), Home(tmp_path)
    texts = texts_of(home)
    reader = make_reader("rapidocr", ReaderSettings())
    scene = Scene("s", "g", hashlib.sha256(data).hexdigest(), data)
    cache = ReadingCache(home.readings)
    cache.put(scene.picture, reader.record, [Reading("HARBOUR", QUAD, 0.9)])
    assert [each.text for each in read_scene(scene, reader, cache, ReaderSettings()).kept] == [
        "HARBOUR"
    ]
    assert texts.read(data) == ["HARBOUR"]
