"""The one table of countries: codes, names, regions and centroids (rulings 2 and 12)."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from culture_conflict.errors import CultureConflictError

__all__ = [
    "Country",
    "UnknownCountryError",
    "countries",
    "countries_csv",
    "country",
    "foreign_names",
]


class UnknownCountryError(CultureConflictError):
    """A code is not in the table of countries."""


@dataclass(frozen=True)
class Country:
    """One country or territory of ISO 3166-1 (and Kosovo, XKX).

    `aliases` are other English, official, former and own names; `sub_region` is one of the eleven
    of ConfusedTourist, table 2, empty where nobody lives; the centroid is in degrees.
    """

    iso3: str
    iso2: str
    name: str
    aliases: tuple[str, ...]
    demonyms: tuple[str, ...]
    continent: str
    sub_region: str
    latitude: float
    longitude: float


def countries_csv() -> Path:
    """The table as a file, for SQL. Read every column as text: Namibia's iso2 is `NA`."""
    return Path(__file__).with_name("countries.csv")


@cache
def countries() -> Mapping[str, Country]:
    """Every country by its ISO 3166-1 alpha-3 code."""
    return MappingProxyType({row["iso3"]: _country(row) for row in _rows(countries_csv())})


def country(iso3: str) -> Country:
    """The country of a code.

    Raises:
        UnknownCountryError: no country has this code.
    """
    try:
        return countries()[iso3]
    except KeyError:
        raise UnknownCountryError(
            f"country {iso3!r} is unknown. Expected an ISO 3166-1 alpha-3 code in capitals, "
            f"such as PER; names are turned into codes by resolve_country."
        ) from None


@cache
def foreign_names() -> Mapping[str, tuple[str, ...]]:
    """What other languages call each country, by alpha-3 code; never a name of two countries."""
    path = Path(__file__).with_name("names.csv")
    return MappingProxyType({row["iso3"]: _several(row["names"]) for row in _rows(path)})


def _rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _several(text: str) -> tuple[str, ...]:
    return tuple(text.split("|")) if text else ()


def _country(row: dict[str, str]) -> Country:
    return Country(
        iso3=row["iso3"],
        iso2=row["iso2"],
        name=row["name"],
        aliases=_several(row["aliases"]),
        demonyms=_several(row["demonyms"]),
        continent=row["continent"],
        sub_region=row["sub_region"],
        latitude=float(row["latitude"]),
        longitude=float(row["longitude"]),
    )
