"""The country a point most likely lies in: that of the nearest city of the gazetteer."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.places.distance import haversine_km
from culture_conflict.places.gazetteer import cities_parquet

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

__all__ = ["country_at"]


@lru_cache(maxsize=65_536)
def country_at(latitude: float, longitude: float) -> str:
    """ISO 3166-1 alpha-3 of the city (15,000 people and more) nearest to a point in degrees.

    Right but near borders, where the nearest city may lie on the other side.
    """
    latitudes, longitudes, countries = _cities()
    return countries[int(haversine_km(latitude, longitude, latitudes, longitudes).argmin())]


@cache
def _cities() -> tuple[NDArray[np.float64], NDArray[np.float64], tuple[str, ...]]:
    table = pl.read_parquet(cities_parquet(), columns=["latitude", "longitude", "country"])
    return table["latitude"].to_numpy(), table["longitude"].to_numpy(), tuple(table["country"])
