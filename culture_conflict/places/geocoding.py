"""From a text to a point: a hit, no result, or an error, which is never taken for no result."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Literal, Protocol

from culture_conflict.places.countries import countries, country
from culture_conflict.places.distance import haversine_km
from culture_conflict.places.gazetteer import named_places

__all__ = ["Geocode", "Geocoder", "Hit", "OfflineGeocoder", "Status"]

Status = Literal["hit", "no_result", "error"]

_APART_KM = 50.0


@dataclass(frozen=True)
class Hit:
    """One place a geocoder offers; degrees; `country_code` is alpha-2 in small letters.

    `type` is the geocoder's word (city, administrative ...), `importance` its own rank from 0 to 1.
    """

    latitude: float
    longitude: float
    display_name: str
    type: str | None = None
    importance: float | None = None
    country_code: str | None = None

    @property
    def country(self) -> str | None:
        """ISO 3166-1 alpha-3 of the hit's country, where it is known."""
        code = (self.country_code or "").upper()
        return next((iso3 for iso3, row in countries().items() if row.iso2 == code), None)


@dataclass(frozen=True)
class Geocode:
    """What a geocoder said to one text: its hits, the best first, and when (UTC, ISO 8601)."""

    query: str
    status: Status
    hits: tuple[Hit, ...]
    retrieved_at: str
    detail: str | None = None
    attempts: int = 0

    @property
    def ambiguous(self) -> bool:
        """Whether another hit lies more than 50 km, the trap radius, from the first."""
        if not self.hits:
            return False
        best = self.hits[0]
        return any(
            haversine_km(best.latitude, best.longitude, hit.latitude, hit.longitude) > _APART_KM
            for hit in self.hits[1:]
        )


class Geocoder(Protocol):
    """Whoever turns a text into points; a block of the whole service is raised."""

    @property
    def record(self) -> str:
        """The geocoder and its data, as they are stored with every target."""
        ...

    def geocode(self, text: str) -> Geocode: ...


class OfflineGeocoder:
    """The packaged gazetteer: a text is a hit only where the whole of it is a place's name."""

    record = "gazetteer geonames-cities15000"

    def geocode(self, text: str) -> Geocode:
        """Cities by population, then the country of that name; `City, Country` is understood."""
        hits = tuple(
            Hit(
                place.latitude,
                place.longitude,
                f"{place.name}, {country(place.country).name}",
                place.kind,
                None,
                country(place.country).iso2.lower(),
            )
            for place in named_places(text)
        )
        now = datetime.now(UTC).isoformat(timespec="seconds")
        return Geocode(text, "hit" if hits else "no_result", hits, now)
