"""From pictures to the table of their texts, picture by picture (§4, Appendix B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import polars as pl

from culture_conflict.benchmarks.signpost.ocr_filter import Screened, best_view, screen
from culture_conflict.benchmarks.signpost.tiers import Tier, classify
from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import open_picture
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.places.scripts import guess_language, script_of
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.protocol import Quad, Reader, ReaderSettings, Reading
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.ocr_spans import OCR_SPANS

__all__ = ["Rejected", "Scene", "Spans", "ocr_spans", "read_scene"]


@dataclass(frozen=True)
class Scene:
    """A picture to read: its group, bytes and sha256; `heading` (degrees) of a panorama's view."""

    source: str
    group_id: str
    picture: str
    data: bytes
    country: str | None = None
    heading: int | None = None


@dataclass(frozen=True)
class Rejected:
    """A group without usable text (`no_text`, `no_valid_text`), or a picture that can't be read."""

    group_id: str
    picture: str
    reason: str
    detail: str


@dataclass(frozen=True)
class Spans:
    """The table `ocr_spans`, what was rejected and why, and how many pictures were read."""

    table: pl.DataFrame
    rejected: tuple[Rejected, ...]
    n_read: int


def ocr_spans(
    scenes: Iterable[Scene],
    reader: Reader,
    cache: ReadingCache,
    settings: ReaderSettings | None = None,
    *,
    workers: int | None = None,
) -> Spans:
    """Read every scene; views of one panorama (same group, one after the other) yield one.

    `workers` threads read (default: one per core), at most two pictures each in memory.

    A picture that can't be opened or read is rejected with its reason and the others go on; it is
    not cached, so the next run tries again. So is a second view of one heading
    (`duplicate_view`). Dropped readings stay in the table with their reason.
    """
    rows: list[dict[str, object]] = []
    rejected: list[Rejected] = []
    n_read = 0

    def look(scene: Scene) -> Screened | PictureError:
        try:
            return read_scene(scene, reader, cache, settings or ReaderSettings())
        except PictureError as error:
            return error

    read = in_threads(lambda scene: (scene, look(scene)), scenes, workers or usable_cores())
    for group in _groups(read):
        views: dict[int, tuple[Scene, Screened]] = {}
        for scene, found in group:
            if (scene.heading or 0) in views:
                why = f"another view of this group has the heading {scene.heading or 0}"
                rejected.append(Rejected(scene.group_id, scene.picture, "duplicate_view", why))
            elif isinstance(found, PictureError):
                fault = Rejected(scene.group_id, scene.picture, found.reason, str(found))
                rejected.append(fault)
            else:
                n_read += 1
                views[scene.heading or 0] = (scene, found)
        if views:
            scene, taken = views[best_view({at: seen for at, (_, seen) in views.items()})]
            rows += _rows(scene, taken, reader.record)
            if taken.reason:
                why = f"{dict(taken.counts)} dropped" if taken.counts else "nothing was read"
                rejected.append(Rejected(scene.group_id, scene.picture, taken.reason, why))
    return Spans(OCR_SPANS.frame(rows), tuple(rejected), n_read)


def read_scene(
    scene: Scene, reader: Reader, cache: ReadingCache, settings: ReaderSettings
) -> Screened:
    """One picture's usable and dropped texts, from the cache where it was read before.

    Raises:
        PictureError: the picture can't be opened, or the reader failed on it (`ocr_error`).
    """
    readings = cache.get(scene.picture, reader.record)
    if readings is None:
        readings = list(reader.read(open_picture(scene.data).image))
        cache.put(scene.picture, reader.record, readings)
    return screen(readings, min_confidence=settings.min_confidence, country=scene.country)


_Looked = tuple[Scene, Screened | PictureError]


def _groups(looked: Iterable[_Looked]) -> Iterator[list[_Looked]]:
    for _, group in groupby(looked, key=lambda one: one[0].group_id):
        yield list(group)


def _rows(scene: Scene, found: Screened, record: str) -> Iterator[dict[str, object]]:
    """Kept texts ranked, the dropped ones behind them; equal texts in one place stand once."""
    judged = [(classify(each.text, scene.country), each) for each in found.kept]
    ranked = sorted(enumerate(judged), key=lambda pair: (*_telling(*pair[1]), pair[0]))
    seen: set[object] = set()
    rank = 0
    for _, (tier, reading) in ranked:
        row = _row(scene, reading, record)
        if row["span_id"] not in seen:
            seen.add(row["span_id"])
            rank += 1
            yield {**row, "span_rank": rank, **_known(reading, tier)}
    for dropped in found.dropped:
        row = _row(scene, dropped.reading, record)
        if row["span_id"] not in seen:
            seen.add(row["span_id"])
            yield {**row, "state": "dropped", "reason": dropped.reason}


def _telling(tier: Tier, reading: Reading) -> tuple[int, int, float]:
    """Best first: the higher tier, the longer text, the larger quadrilateral."""
    return -int(tier.tier[1]), -len(reading.text), -_area(reading.quad)


def _area(quad: Quad | None) -> float:
    if not quad:
        return 0.0
    pairs = zip(quad, (*quad[1:], quad[0]), strict=True)
    return abs(sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs)) / 2


def _row(scene: Scene, reading: Reading, record: str) -> dict[str, object]:
    corners = [float(side) for corner in reading.quad or () for side in corner]
    return {
        **dict.fromkeys(OCR_SPANS.schema),
        "span_id": stable_id(scene.group_id, scene.picture, record, reading.text, str(corners)),
        "benchmark": "signpost",
        "source": scene.source,
        "group_id": scene.group_id,
        "picture": scene.picture,
        "heading": scene.heading,
        "reader": record,
        "text": reading.text,
        "confidence": reading.confidence,
        "quad": corners or None,
        "state": "kept",
    }


def _known(reading: Reading, tier: Tier) -> dict[str, object]:
    text = reading.text
    known: Sequence[tuple[str, object]] = (
        ("script", script_of(text)),
        ("language", guess_language(text)),
        ("tier", tier.tier),
        ("tier_rule", tier.rule),
    )
    return dict(known)
