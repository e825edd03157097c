"""The one place that an answer names, as latitude and longitude (ruling 9)."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any, Literal

from culture_conflict.benchmarks.confused_tourist.wording import CORRECTION
from culture_conflict.benchmarks.signpost.components import Component, components
from culture_conflict.benchmarks.signpost.coordinate_text import LATITUDE, LONGITUDE, uniform

__all__ = ["Coordinates", "Void", "read_closed_objects", "read_coordinates"]

Void = Literal["abstained", "unparsed"]

_SAME_DEG = 1e-3
_SPACES = re.compile(r"[^\S\n]{2,}")
_FAR = 120
_GAP = re.compile(r"[\s,;/|()\[\]'\"&\u00b7]*(?:and|y|et|und)?[\s,;/|()\[\]'\"]*")
_FINAL = re.compile(
    r"\b(?:final (?:coordinates|estimate|guess|prediction)|best (?:guess|estimate)|answer)"
    r"(?: is| are|:)?\s?:?",
    re.IGNORECASE,
)
_MEASURED = re.compile(
    r"(?:confidence|probabilit\w+|score|accuracy|likelihood|certainty|radius)\W{0,12}$",
    re.IGNORECASE,
)
_UNIT = re.compile(r"\s?(?:%|km|m|mi|miles?|meters?|metres?|\u00b0[CF]|o)(?!\w)", re.IGNORECASE)
_NOTHING = re.compile(
    r"""["']?\s?[:=]\s?["']?(?:null|none|n/?a|unknown|undetermined|not (?:sure|known))\b""",
    re.IGNORECASE,
)


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


def read_coordinates(text: str) -> Coordinates | Void | None:
    """The point that a text settles on.

    What follows the last `Final answer` or correction stands above the rest, an object above
    labelled values and directions, those above bare pairs. Two different points of the same
    standing are `unparsed`; `abstained` where latitude and longitude are said to be unknown; None
    where no point is offered.
    """
    text = _SPACES.sub(" ", text)
    marks = [*CORRECTION.finditer(text), *_FINAL.finditer(text)]
    if marks and (tail := text[max(mark.end() for mark in marks) :]):
        point = _settled(tail, first=True)
        if isinstance(point, Coordinates):
            return point
    return _settled(text, first=False)


def read_closed_objects(text: str) -> Coordinates | None:
    """The point of the whole objects in a text that was cut off."""
    points = [point for point in map(_of_object, _objects(text)) if isinstance(point, Coordinates)]
    return points[0] if points and all(map(points[0].same, points)) else None


def _settled(text: str, *, first: bool) -> Coordinates | Void | None:
    said = [point for value in _objects(text) if (point := _of_object(value)) is not None]
    points = [point for point in said if isinstance(point, Coordinates)]
    if said and not points:
        return "unparsed" if "unparsed" in said else "abstained"
    return _agreed(points, first=first) if points else _spoken(uniform(text), first=first)


def _spoken(even: str, *, first: bool) -> Coordinates | Void | None:
    found = components(even)
    for level in (_named(found, even), _bare(found, even)):
        if level:
            return _agreed(level, first=first)
    blank = [_NOTHING.match(even, at.end()) for at in re.finditer(f"[{LATITUDE}{LONGITUDE}]", even)]
    return "abstained" if sum(map(bool, blank)) >= 2 else None


def _agreed(points: list[Coordinates], *, first: bool) -> Coordinates | Void:
    return points[0] if first or all(map(points[0].same, points)) else "unparsed"


def _named(found: list[Component], text: str) -> list[Coordinates]:
    """Pairs of which at least one angle has a label or a direction, or that a label introduces."""
    known = [each for each in found if each.axis is not None]
    points = [
        _point(one, two)
        for one, two in pairwise(known)
        if one.axis != two.axis and two.start - one.end <= _FAR
    ]
    if not points:
        points = [
            _point(*run)
            for run in _runs(found, text)
            if any(each.axis for each in run) or all(each.named for each in run)
        ]
    return [point for point in points if point is not None]


def _bare(found: list[Component], text: str) -> list[Coordinates]:
    """Two numbers beside each other; outside a bare pair alone, only such as have decimals."""
    points = []
    for one, two in _runs(found, text):
        around = text[: one.start] + text[two.end :]
        between = text[one.end : two.start]
        alone = not re.search(r"\w", around) and (between.strip() or one.formed)
        if re.search(r"\d,\d", text[one.start : two.end]) and not (one.formed and two.formed):
            continue
        spoken = one.formed and two.formed and re.search(r"[,;\n/|]", between)
        if (alone or spoken) and not _measures(text, one, two):
            points.append(_point(one, two))
    return [point for point in points if point is not None]


def _runs(found: list[Component], text: str) -> list[tuple[Component, Component]]:
    """Neighbours that have no third number beside them."""
    tied = [
        bool(_GAP.fullmatch(text, one.end, two.start)) and two.start > one.end
        for one, two in pairwise(found)
    ]
    return [
        (found[at], found[at + 1])
        for at, is_tied in enumerate(tied)
        if is_tied and not any(tied[max(at - 1, 0) : at]) and not any(tied[at + 1 : at + 2])
    ]


def _measures(text: str, one: Component, two: Component) -> bool:
    return bool(
        _MEASURED.search(text[max(0, one.start - 40) : one.start])
        or _UNIT.match(text, one.end)
        or _UNIT.match(text, two.end)
    )


def _point(one: Component, two: Component) -> Coordinates | None:
    if one.broken or two.broken or (one.axis is not None and one.axis == two.axis):
        return None
    turned = one.axis == "longitude" or two.axis == "latitude"
    latitude, longitude = (two, one) if turned else (one, two)
    return Coordinates(latitude.value, longitude.value)


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
        return _of_values(named[LATITUDE], named[LONGITUDE])
    for it in named.values():
        if isinstance(it, list) and len(it) == 2 and all(map(_is_number, it)):
            return _of_values(*(it[::-1] if value.get("type") == "Point" else it))
    return None


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
        return float(value) if math.isfinite(value) else None
    if not isinstance(value, str):
        return None
    found = components(f"{mark}: {uniform(value)}")
    return found[0].value if len(found) == 1 and not found[0].broken else None


def _says_nothing(value: object) -> bool:
    return value is None or (isinstance(value, str) and not re.search(r"\d", value))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
