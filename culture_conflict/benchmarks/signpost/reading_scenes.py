"""From items to spans and screenings: every scene of a source is read once (Appendix B)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import polars as pl

from culture_conflict.benchmarks.signpost.given_spans import given_spans
from culture_conflict.benchmarks.signpost.ocr_spans import Rejected, Scene, Spans, ocr_spans
from culture_conflict.pictures.store import PictureStore
from culture_conflict.places.nearest import country_at
from culture_conflict.readers.cache import ReadingCache
from culture_conflict.readers.protocol import Reader, ReaderSettings
from culture_conflict.tables.ocr_spans import OCR_SPANS
from culture_conflict.tables.screenings import SCREENINGS

__all__ = ["ScenesRead", "countries_of", "read_scenes_of", "screenings_of"]


@dataclass(frozen=True)
class ScenesRead:
    """OCR_SPANS and SCREENINGS of a source, and how many pictures were read."""

    spans: pl.DataFrame
    screenings: pl.DataFrame
    n_read: int


def read_scenes_of(
    items: pl.DataFrame,
    given_texts: pl.DataFrame,
    *,
    pictures: PictureStore,
    reader: Reader,
    cache: ReadingCache,
    settings: ReaderSettings,
) -> ScenesRead:
    """Read every picture of SIGNPOST_ITEMS, one in memory at a time; of views, the best is taken.

    Groups whose texts are given with their corners aren't read.

    Raises:
        PictureError: the store lacks a picture that the items name.
    """
    given = given_spans(items, given_texts, countries_of(items))
    unread = items.filter(~pl.col("group_id").is_in(given["group_id"].implode()))
    found = ocr_spans(_scenes(unread, pictures), reader, cache, settings)
    table = OCR_SPANS.validate(pl.concat([given, found.table]))
    everything = Spans(table, found.rejected, found.n_read)
    return ScenesRead(table, screenings_of(items, everything, reader.record), found.n_read)


def screenings_of(items: pl.DataFrame, found: Spans, reader: str) -> pl.DataFrame:
    """One row per group of the items: kept with its tier, or rejected with the reason."""
    spans: dict[str, list[dict[str, object]]] = {}
    for row in found.table.to_dicts():
        spans.setdefault(row["group_id"], []).append(row)
    rejected: dict[str, list[Rejected]] = {}
    for one in found.rejected:
        rejected.setdefault(one.group_id, []).append(one)
    firsts = items.unique("group_id", keep="first", maintain_order=True).to_dicts()
    rows = [
        _screening(item, reader, spans.get(group, []), rejected.get(group, []))
        for item in firsts
        if (group := item["group_id"])
    ]
    return SCREENINGS.validate(SCREENINGS.frame(rows))


def countries_of(items: pl.DataFrame) -> dict[str, str]:
    """The country (alpha-3) of each group: as the source says, else of the city nearest to it."""
    columns = ("group_id", "country", "latitude", "longitude")
    return {
        group: country or country_at(latitude, longitude)
        for group, country, latitude, longitude in items.select(columns).iter_rows()
    }


def _scenes(items: pl.DataFrame, pictures: PictureStore) -> Iterator[Scene]:
    columns = ("source", "group_id", "picture", "heading")
    countries = countries_of(items)
    ordered = items.sort("group_id", "heading", maintain_order=True).select(columns)
    for source, group, picture, heading in ordered.iter_rows():
        yield Scene(source, group, picture, pictures.get(picture), countries[group], heading)


def _screening(
    item: dict[str, object],
    reader: str,
    spans: list[dict[str, object]],
    rejected: list[Rejected],
) -> dict[str, object]:
    kept = sorted((s for s in spans if s["state"] == "kept"), key=lambda s: str(s["text"]))
    first = next((span for span in kept if span["span_rank"] == 1), None)
    taken = first or next(iter(spans), None)
    named = ("benchmark", "source", "group_id", "external_id")
    return {
        **{name: item[name] for name in named},
        "picture": taken["picture"] if taken else rejected[-1].picture,
        "heading": taken["heading"] if taken else item["heading"],
        "reader": taken["reader"] if taken else reader,
        "state": "kept" if first else "rejected",
        "reason": None if first else rejected[-1].reason,
        "detail": _told(rejected),
        "n_kept": len(kept),
        "n_dropped": len(spans) - len(kept),
        "tier": first["tier"] if first else None,
        "tier_rule": first["tier_rule"] if first else None,
        "tier_text": first["text"] if first else None,
    }


def _told(rejected: Iterable[Rejected]) -> str | None:
    return "; ".join(f"{one.reason}: {one.detail}" for one in rejected) or None
