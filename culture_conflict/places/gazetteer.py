"""Cities of the world by any of their names, offline (GeoNames, 15,000 people and more)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Literal

import polars as pl

from culture_conflict.places.countries import country
from culture_conflict.places.normalize import resolve_country
from culture_conflict.places.scripts import script_of

__all__ = [
    "ATTRIBUTION",
    "Place",
    "all_names",
    "cities_in",
    "cities_parquet",
    "continent_of",
    "name_key",
    "named_places",
    "names_in",
    "places_in_text",
]

ATTRIBUTION = "Places: GeoNames (geonames.org), CC BY 4.0."

Kind = Literal["city", "country"]

_MARKS = re.compile("[\u0300-\u036f\u0591-\u05c7\u064b-\u065f]")
_BREAK = re.compile(r"[\s\-\u2010-\u2015'\u2018\u2019.,·・・/=\u30a0\uff1d]+")
_LETTERS = str.maketrans(
    {"đ": "d", "ø": "o", "ł": "l", "\u0131": "i", "æ": "ae", "œ": "oe", "臺": "台"}
)
_SPACELESS = frozenset(("Han", "Kana", "Thai", "Khmer", "Lao", "Myanmar"))
_LONGEST = 5
_SHORTEST = 4


@dataclass(frozen=True)
class Place:
    """One place; degrees, ISO 3166-1 alpha-3, and 0 where the population isn't known.

    `geoname_id` is null for a country, whose point is its centroid (ruling 12).
    """

    geoname_id: int | None
    name: str
    country: str
    latitude: float
    longitude: float
    population: int
    kind: Kind = "city"


def cities_parquet() -> Path:
    """The table as a file: geoname_id, name, country, latitude, longitude, population, names."""
    return Path(__file__).with_name("cities.parquet")


@lru_cache(maxsize=65_536)
def named_places(text: str) -> tuple[Place, ...]:
    """The places whose name the whole text is, cities by population, then a country.

    Any name counts, in any script, without regard to case, accents and hyphens: Tokyo, 東京,
    MÜNCHEN. `City, Country` keeps the cities of that country. Empty where nothing has this name.
    """
    first, _, rest = text.rpartition(",")
    if first.strip() and (within := resolve_country(rest)):
        return tuple(city for city in _cities_named(first) if city.country == within)
    found = _cities_named(text)
    iso3 = resolve_country(text)
    return (*found, _as_place(iso3)) if iso3 else found


def places_in_text(text: str, *, min_population: int = 100_000) -> tuple[Place, ...]:
    """The largest city of every name inside the text, as whole words, in order.

    The longest name wins; names under four letters don't count, in Han under two. In scripts
    without spaces a text is searched character by character.
    """
    found, words, start = [], _words(text), 0
    while start < len(words):
        for length in range(min(_LONGEST, len(words) - start), 0, -1):
            place = _largest("".join(words[start : start + length]), min_population)
            if place:
                found.append(place)
                start += length - 1
                break
        start += 1
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=512)
def cities_in(iso3: str) -> tuple[Place, ...]:
    """The cities of a country, the largest first; a Place's other names come from `names_in`."""
    frame = _table().filter(pl.col("country") == iso3)
    return tuple(_places()[row] for row in frame["row"])


def names_in(place: Place, script: str) -> tuple[str, ...]:
    """The place's names in this script, as GeoNames orders them; its main name comes first."""
    return tuple(dict.fromkeys(name for name in all_names(place) if script_of(name) == script))


def all_names(place: Place) -> tuple[str, ...]:
    """The place's names in every script, its main name first."""
    return (place.name, *_other_names().get(place.geoname_id or 0, ()))


def continent_of(place: Place) -> str:
    """The continent by the one table of countries."""
    return country(place.country).continent


def name_key(text: str) -> str:
    """What names are compared by: no case, accents, vowel points, hyphens or punctuation."""
    text = text.casefold()
    if not text.isascii():
        text = unicodedata.normalize("NFKD", text).casefold()
        text = _MARKS.sub("", text).translate(_LETTERS)
    return _BREAK.sub(" ", text).strip()


def _cities_named(text: str) -> tuple[Place, ...]:
    key = name_key(text)
    return tuple(_places()[row] for row in _index().get(key, ())) if key else ()


def _words(text: str) -> list[str]:
    """Words with their following space, or single characters where a script has no spaces."""
    if script_of(text) in _SPACELESS:
        return [c for c in text if not c.isspace()]
    return [f"{word} " for word in _BREAK.split(text) if word]


def _largest(name: str, min_population: int) -> Place | None:
    enough = 2 if script_of(name) == "Han" else _SHORTEST
    if len(name.strip()) < enough:
        return None
    found = _cities_named(name)
    return found[0] if found and found[0].population >= min_population else None


def _as_place(iso3: str) -> Place:
    row = country(iso3)
    return Place(None, row.name, iso3, row.latitude, row.longitude, 0, "country")


@cache
def _table() -> pl.DataFrame:
    return pl.read_parquet(cities_parquet()).with_row_index("row")


@cache
def _places() -> tuple[Place, ...]:
    columns = ("geoname_id", "name", "country", "latitude", "longitude", "population")
    return tuple(Place(*row) for row in _table().select(columns).iter_rows())


@cache
def _other_names() -> Mapping[int, tuple[str, ...]]:
    rows = _table().select("geoname_id", "names").iter_rows()
    return MappingProxyType({place: tuple(names) for place, names in rows})


@cache
def _index() -> Mapping[str, tuple[int, ...]]:
    """Rows by key of every name, the largest city first."""
    long = (
        _table()
        .select("row", "population", pl.concat_list("name", "names").alias("name"))
        .explode("name")
    )
    rows: dict[str, list[int]] = {}
    for row, name in (
        long.sort("population", descending=True, maintain_order=True)
        .select("row", "name")
        .iter_rows()
    ):
        same = rows.setdefault(name_key(name), [])
        if row not in same:
            same.append(row)
    return MappingProxyType({key: tuple(same) for key, same in rows.items()})
