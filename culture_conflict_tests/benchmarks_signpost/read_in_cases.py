"""Readings recorded with rapidocr 3.10.0, a reader that must not be asked, and one that fails."""

from __future__ import annotations

import hashlib
import io
import json
import tempfile
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from PIL import Image

from culture_conflict.benchmarks.signpost.ocr_filter import Screened, screen
from culture_conflict.benchmarks.signpost.ocr_spans import Scene, Spans, ocr_spans
from culture_conflict.errors import PictureError
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.protocol import (
    ReaderError,
    ReaderSettings,
    Reading,
    readings_of,
)

RECORD = "rapidocr 3.10.0 (recorded)"
_FILE = Path(__file__).with_name("recorded_readings.jsonl")


class NeverAsked:
    """Stands for the reader of recorded readings; whatever isn't recorded is a failure."""

    record = RECORD

    def read(self, image: Image.Image) -> Sequence[Reading]:
        raise AssertionError("this picture's readings are not recorded")


class FailsOn:
    """Reads HARBOR everywhere, but fails on pictures of one width, as OpenCV does now and then."""

    record = "fails"

    def __init__(self, width: int) -> None:
        self.width = width
        self.asked = 0

    def read(self, image: Image.Image) -> Sequence[Reading]:
        self.asked += 1
        if image.width == self.width:
            raise PictureError("ocr_error", "cv2.error: bad argument")
        return [Reading("HARBOR", ((0, 0), (9, 0), (9, 9), (0, 9)), 0.9)]


def png(width: int) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", (width, 20), "white").save(file, "PNG")
    return file.getvalue()


def scene(data: bytes, group: str = "g", **named: Any) -> Scene:
    return Scene("src", group, hashlib.sha256(data).hexdigest(), data, **named)


@cache
def recorded() -> Mapping[str, list[Reading]]:
    """What was read in each picture, by sha256 and by file name."""
    rows = [json.loads(line) for line in _FILE.read_text("utf-8").splitlines()]
    by_hash = {row["sha256"]: readings_of(row["rows"]) for row in rows}
    return {**by_hash, **{row["file"]: readings_of(row["rows"]) for row in rows}}


def replayed(scenes: Sequence[Scene]) -> Spans:
    """The spans of pictures whose readings are recorded."""
    with tempfile.TemporaryDirectory() as name:
        kept = ReadingCache(Path(name))
        for each in scenes:
            if each.picture in recorded():
                kept.put(each.picture, RECORD, recorded()[each.picture])
        return ocr_spans(scenes, NeverAsked(), kept)


def screened(given: Mapping[str, Any]) -> Screened:
    rows = given["ocr_rows"] if "ocr_rows" in given else given["texts"]
    return screen(readings_of(rows), min_confidence=given.get("min_conf", 0.3))


def texts(files: Path, name: str) -> list[str]:
    found = replayed([scene((files / name).read_bytes())]).table
    return found.filter(found["state"] == "kept").sort("span_rank")["text"].to_list()


def reason(files: Path, name: str) -> str | None:
    rejected = replayed([scene((files / name).read_bytes())]).rejected
    return rejected[0].reason if rejected else None


def one_of_a_hundred_fails() -> Spans:
    with tempfile.TemporaryDirectory() as name:
        scenes = [scene(png(100 + n), f"g{n}") for n in range(100)]
        return ocr_spans(scenes, FailsOn(142), ReadingCache(Path(name)))


def turned(files: Path, name: str) -> str:
    found = texts(files, name)
    if not found:
        return "no valid text"
    return "SYDNEY found with a rotation setting" if "SYDNEY" in found else str(found)


def vertical(files: Path, name: str) -> str:
    outcome = "found" if texts(files, name) else reason(files, name)
    fine = outcome in ("found", "no_text", "no_valid_text")
    return "found or no_text, logged; no exception" if fine else str(outcome)


def refused_at_load(given: Mapping[str, Any]) -> bool:
    try:
        ReaderSettings(paragraph=given["paragraph"], rotations=tuple(given["rotation_info"]))
    except ReaderError:
        return True
    return False
