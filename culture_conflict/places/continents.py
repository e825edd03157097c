"""How far two countries are apart: cultural distance by geography (§2.3, ruling 27)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import polars as pl

from culture_conflict.places.countries import countries, country

__all__ = ["DISTANCES", "continent_of", "cultural_distance", "region_of"]

DISTANCES = ("same_country", "same_continent", "other_continent")


def cultural_distance(one: str, other: str) -> str:
    """One of `DISTANCES` for two ISO 3166-1 alpha-3 codes, by the package's continents.

    Raises:
        UnknownCountryError: no country has this code.
    """
    if one == other:
        return DISTANCES[0]
    return DISTANCES[1] if country(one).continent == country(other).continent else DISTANCES[2]


def region_of(iso3: str) -> str:
    """The country's continent as backgrounds are counted (§2.2): South America is one of its own.

    Raises:
        UnknownCountryError: no country has this code.
    """
    found = country(iso3)
    if found.continent != "Americas":
        return found.continent
    return "South America" if found.sub_region == "South America" else "North America"


def continent_of(column: str) -> pl.Expr:
    """The continent of a column of alpha-3 codes; null for null and for codes nobody has."""
    return pl.col(column).replace_strict(dict(_continents()), default=None, return_dtype=pl.String)


@cache
def _continents() -> Mapping[str, str]:
    return {iso3: row.continent for iso3, row in countries().items()}
