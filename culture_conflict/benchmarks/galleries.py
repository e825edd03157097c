"""What reference models know beforehand: half of the sample, and who reads writing for them."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from culture_conflict.models.providers import Example, Texts

if TYPE_CHECKING:
    from culture_conflict.home import Home
    from culture_conflict.readers.protocol import Quad

__all__ = ["known_half", "texts_of"]

_READER = "rapidocr"


def known_half(draw: Callable[[str, str], bytes], category: str | None = None) -> list[Example]:
    """The training half of the sample's items, of one category or of all.

    `draw` makes an item's picture of its code and external_id.
    """
    from culture_conflict.places.countries import country
    from culture_conflict.sources.sample.read import sample_items, training_half

    items = sample_items()
    seen = set(training_half(items))
    return [
        Example(row["name"], country(row["country"]).name, draw(row["code"], row["external_id"]))
        for row in items.iter_rows(named=True)
        if row["external_id"] in seen and category in (None, row["category"])
    ]


def texts_of(home: Home) -> Texts:
    """The default reader with the home's cache: usable texts (ruling 23), the largest first.

    Raises:
        ReaderError: the reader isn't installed.
    """
    from culture_conflict.benchmarks.signpost.ocr_filter import screen
    from culture_conflict.pictures.open import open_picture
    from culture_conflict.readers.cache import ReadingCache
    from culture_conflict.readers.catalog import make_reader
    from culture_conflict.readers.protocol import ReaderSettings

    settings = ReaderSettings()
    reader, cache = make_reader(_READER, settings), ReadingCache(home.readings)

    def read(picture: bytes) -> Sequence[str]:
        sha = hashlib.sha256(picture).hexdigest()
        readings = cache.get(sha, reader.record)
        if readings is None:
            readings = list(reader.read(open_picture(picture).image))
            cache.put(sha, reader.record, readings)
        kept = screen(readings, min_confidence=settings.min_confidence).kept
        return [each.text for each in sorted(kept, key=lambda each: -_height(each.quad))]

    return Texts(f"{reader.record}, largest first", read)


def _height(quad: Quad | None) -> float:
    """The text's own height in pixels: the mean of its two sides."""
    if not quad:
        return 0.0
    sides = ((quad[0], quad[3]), (quad[1], quad[2]))
    return sum(math.hypot(x1 - x2, y1 - y2) for (x1, y1), (x2, y2) in sides) / 2
