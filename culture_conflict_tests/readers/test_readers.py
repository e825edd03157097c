"""Readers: shapes of rows, settings that exclude each other, the cache, the real reader."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from culture_conflict.pictures.open import open_picture
from culture_conflict.readers import easy, rapid
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.catalog import make_reader
from culture_conflict.readers.protocol import ReaderError, ReaderSettings, Reading, readings_of
from culture_conflict_tests.benchmarks_signpost.read_in_cases import recorded

SIGNS = Path(__file__).parents[2].parent / "shared" / "data" / "signs"
BOX = [[0, 1], [9, 1], [9, 5], [0, 5]]
QUAD = ((0.0, 1.0), (9.0, 1.0), (9.0, 5.0), (0.0, 5.0))
HAS_RAPIDOCR = all(find_spec(name) for name in ("rapidocr", "onnxruntime"))


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


def test_without_easyocr_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(easy, "find_spec", lambda _: None)
    with pytest.raises(ReaderError, match="reader easyocr-zh: easyocr isn't installed"):
        make_reader("easyocr-zh", ReaderSettings())


def test_easyocr_is_set_as_published(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[dict[str, Any]] = []

    class Engine:
        def readtext(self, pixels: Any, **how: Any) -> list[Any]:
            asked.append(how | {"first": pixels[0, 0].tolist()})
            box = [[0, 0], [9, 0], [9, 9], [0, 9]]
            return [[box, "Main Street"]] if how["paragraph"] else [(box, "Main", 0.25)]

    languages: list[Any] = []
    monkeypatch.setattr(easy, "find_spec", lambda name: name)
    monkeypatch.setattr(easy, "version", lambda _: "1")
    monkeypatch.setattr(easy, "_engine", lambda given: languages.append(given) or Engine())
    english = make_reader("easyocr", ReaderSettings())
    chinese = make_reader("easyocr-zh", ReaderSettings())
    picture = Image.new("RGB", (12, 9), (255, 128, 0))
    assert [one.confidence for one in english.read(picture)] == [None]
    assert [(one.text, one.confidence) for one in chinese.read(picture)] == [("Main", 0.25)]
    assert languages == [("en",), ("ch_sim", "en")]
    assert [one["paragraph"] for one in asked] == [True, False]
    assert asked[0]["first"] == [0, 128, 255]
    assert english.record != chinese.record
    with pytest.raises(ReaderError, match="joins lines"):
        make_reader("easyocr", ReaderSettings(rotations=(90,)))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:'pin_memory' argument is set:UserWarning")
def test_the_real_easyocr_reads_english_and_names_missing_weights(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights = find_spec("easyocr_en_models")
    if find_spec("easyocr") is None or weights is None:
        pytest.skip("easyocr and its English weights aren't installed")
    folder = Path(str(weights.origin)).parent / "models"
    (tmp_path / "model").symlink_to(folder)
    monkeypatch.setenv("EASYOCR_MODULE_PATH", str(tmp_path))
    image = Image.new("RGB", (480, 160), "white")
    font = ImageFont.load_default(size=64)
    ImageDraw.Draw(image).text((40, 40), "Oxford Street", fill="black", font=font)
    found = make_reader("easyocr", ReaderSettings()).read(image)
    assert [one.text for one in found] == ["Oxford Street"]
    with pytest.raises(ReaderError, match="ch_sim, en into the folder `model`"):
        make_reader("easyocr-zh", ReaderSettings()).read(image)


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
