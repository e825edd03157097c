"""A place that dishes can stand before, as a row of BACKGROUNDS."""

from __future__ import annotations

from collections.abc import Mapping

from culture_conflict.places.continents import region_of
from culture_conflict.sources.source import Source
from culture_conflict.tables.ids import stable_id

__all__ = ["background_row"]


def background_row(
    source: Source, medium: str, values: Mapping[str, str | None], picture: str, number: int
) -> dict[str, object]:
    """`values` has kind, country (alpha-3), name, url, licence and author.

    `number` counts its country's places of this kind, from 1.
    """
    kind, country, name = (str(values[key]) for key in ("kind", "country", "name"))
    return {
        "background_id": stable_id(source.benchmark, source.name, kind, country, name),
        "benchmark": source.benchmark,
        "source": source.name,
        "kind": kind,
        "country": country,
        "region": region_of(country),
        "number": number,
        "name": name,
        "picture": picture,
        **{key: values[key] for key in ("url", "licence", "author")},
        "medium": medium,
    }
