"""A geocoder by name, made when it is first needed."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from culture_conflict.places.geocoding import Geocoder, OfflineGeocoder

__all__ = ["GEOCODERS", "choose_geocoder"]

GEOCODERS = ("gazetteer", "nominatim")


def choose_geocoder(chosen: Mapping[str, Any], cache: Path) -> Geocoder:
    """The geocoder that `chosen["geocoder"]` names.

    For `nominatim`, `user_agent`, `domain`, `scheme` and `gap_s` (seconds) of NominatimSettings
    are read too.

    Raises:
        GeocodingError: there is none of this name, or its settings can't be used.
    """
    from culture_conflict.places.nominatim import GeocodingError, Nominatim, NominatimSettings

    name = chosen["geocoder"]
    if name == "gazetteer":
        return OfflineGeocoder()
    if name == "nominatim":
        names = ("user_agent", "domain", "scheme", "gap_s")
        return Nominatim(NominatimSettings(cache=cache, **{key: chosen[key] for key in names}))
    raise GeocodingError(f"geocoder {name!r} is unknown. Known are {', '.join(GEOCODERS)}.")
