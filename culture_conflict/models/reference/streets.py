"""How reference models answer prompts about a street scene: each field that the prompt names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from culture_conflict.models.protocol import Request

__all__ = ["FIXED", "Spot", "street_fields"]

_KEY = re.compile(r'"(\w+)"\s*:')
_PLACE = ("latitude", "longitude")
# Own prompts may name them otherwise.
_SHORT = {"lat": "latitude", "lon": "longitude", "lng": "longitude", "long": "longitude"}
_ASKED = frozenset((*_PLACE, *_SHORT, "agree", "conflict", "language", "by_scene", "by_text"))


@dataclass(frozen=True)
class Spot:
    """A place with its name, its country's name, and degrees."""

    name: str
    country: str
    latitude: float
    longitude: float


# Of the gazetteer's cities of a million people the one with the least mean distance to all others.
FIXED = Spot("Budapest", "Hungary", 47.4984, 19.0404)


def street_fields(
    request: Request, spot: Spot, *, trusts: Literal["scene", "text"], language: str = "unknown"
) -> dict[str, str | float] | None:
    """The prompt's fields filled in for one place; None where it asks about no street scene.

    The fields are those of the last object that the prompt shows. Scene and writing are said to
    agree, since a reference model looks at no more than one of them.
    """
    keys = _KEY.findall(request.prompt[max(0, request.prompt.rfind("{")) :])
    if not keys and all(name in request.prompt.casefold() for name in _PLACE):
        keys = list(_PLACE)
    if "name" in keys or not _ASKED & set(keys):
        return None
    wide = "country" in keys
    place = spot.country if wide else f"{spot.name}, {spot.country}"
    values: Mapping[str, str | float] = {
        "latitude": spot.latitude,
        "longitude": spot.longitude,
        "country": spot.country,
        "by_scene": place if trusts == "scene" else "unknown",
        "by_text": place if trusts == "text" else "unknown",
        "agree": "yes",
        "conflict": "no",
        "trusts": trusts,
        "language": language,
    }
    return {key: values.get(_SHORT.get(key, key), "none") for key in keys}
