"""The points that JSON objects of an answer name, and what a point is (ruling 9)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from culture_conflict.benchmarks.signpost.components import components
from culture_conflict.benchmarks.signpost.coordinate_text import LATITUDE, LONGITUDE, PLACE, uniform

__all__ = ["Coordinates", "Void", "of_objects", "read_closed_objects"]

Void = Literal["abstained", "unparsed"]

_SAME_DEG = 1e-3
# `lat_dir`, `longitudeHemisphere`, `GPSLatitudeRef`: keys that say the side of the other's number.
_SIDE = r"[a-z]*[ _-]?(?:dir(?:ection)?|hemi(?:sphere)?|ref|cardinal)"
_SIDES = {
    LATITUDE: re.compile(rf"(?:gps[ _]?)?lat{_SIDE}", re.IGNORECASE),
    LONGITUDE: re.compile(rf"(?:gps[ _]?)?(?:lon|lng){_SIDE}", re.IGNORECASE),
}
# Keys whose list of two numbers is a point.
_PAIR = re.compile(
    r"(?:[a-z]+[ _-])?(?:coord\w*|gps\w*|location|position|point|place|geo\w*|lat[ _-]?lo?ng?"
    r"|lat(?:itude)?[ _-]long(?:itude)?|answer|prediction|estimate|guess|result|output|response"
    r"|cent(?:er|re))",
    re.IGNORECASE,
)
_TURNED = re.compile(r"(?:[a-z]+[ _-])?lo?ng?(?:itude)?[ _-]?lat(?:itude)?", re.IGNORECASE)
_ONE_COMMA = re.compile(r"([^\d]*\d{1,3}),(\d+[^\d,.]*)")


@dataclass(frozen=True)
class Coordinates:
    """A point in degrees as it was said; it may lie outside \u00b190 and \u00b1180."""

    latitude: float
    longitude: float

    @property
    def in_range(self) -> bool:
        """Whether such a point exists."""
        return abs(self.latitude) <= 90 and abs(self.longitude) <= 180

    def same(self, other: Coordinates) -> bool:
        """Whether two points differ by rounding only (a thousandth of a degree)."""
        apart = (self.latitude - other.latitude, self.longitude - other.longitude)
        return max(map(abs, apart)) <= _SAME_DEG


def of_objects(text: str) -> list[Coordinates | Void]:
    """What each object of a text that has both angles says, in order."""
    return [point for value in _objects(text) if (point := _of_object(value)) is not None]


def read_closed_objects(text: str) -> Coordinates | None:
    """The point of the whole objects in a text that was cut off."""
    points = [point for point in of_objects(text) if isinstance(point, Coordinates)]
    return points[0] if points and all(map(points[0].same, points)) else None


def _objects(text: str) -> Iterator[Mapping[str, Any]]:
    """The valid JSON objects of a text, inner ones of an object that says nothing too."""
    at, decoder = text.find("{"), json.JSONDecoder(strict=False)
    for _ in range(64):
        if at < 0:
            return
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at = text.find("{", at + 1)
            continue
        said = _of_object(value) is not None
        yield value
        at = text.find("{", end if said else at + 1)


def _of_object(value: Mapping[str, Any]) -> Coordinates | Void | None:
    named = {_key(str(key)): it for key, it in value.items()}
    if LATITUDE in named and LONGITUDE in named:
        return _of_values(*(_with_side(mark, named[mark], value) for mark in _SIDES))
    for key, it in value.items():
        if isinstance(it, list) and len(it) == 2 and all(map(_is_number, it)):
            if _TURNED.fullmatch(str(key)[:60]) or value.get("type") == "Point":
                return _of_values(*it[::-1])
            if _key(str(key)) == PLACE or _PAIR.fullmatch(str(key)[:60]):
                return _of_values(*it)
    return None


def _with_side(mark: str, number: Any, value: Mapping[str, Any]) -> Any:
    """The angle with the direction that a key of its own gives it."""
    said = [it for key, it in value.items() if _SIDES[mark].fullmatch(str(key)[:60])]
    sides = [it for it in said if isinstance(it, str)]
    if not sides or isinstance(number, bool) or not isinstance(number, int | float | str):
        return number
    return f"{number} {sides[0][:20]}"


@lru_cache(maxsize=1024)
def _key(text: str) -> str:
    return uniform(text[:60]).strip()


def _of_values(latitude: Any, longitude: Any) -> Coordinates | Void:
    one, two = _angle(LATITUDE, latitude), _angle(LONGITUDE, longitude)
    if one is None and two is None and all(_says_nothing(it) for it in (latitude, longitude)):
        return "abstained"
    if one is None or two is None:
        return "unparsed"
    return Coordinates(one, two)


def _angle(mark: str, value: Any) -> float | None:
    if _is_number(value):
        return _finite(value)
    if not isinstance(value, str):
        return None
    found = components(f"{mark}: {uniform(_with_point(value))}")
    return found[0].value if len(found) == 1 and not found[0].broken else None


def _with_point(value: str) -> str:
    """`48,85` alone has no other reading than a decimal comma."""
    alone = _ONE_COMMA.fullmatch(value)
    return f"{alone[1]}.{alone[2]}" if alone else value


def _finite(value: float) -> float | None:
    try:
        angle = float(value)
    except OverflowError:  # JSON's whole numbers have no bound
        return None
    return angle if math.isfinite(angle) else None


def _says_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and not re.search(r"\d", value))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
