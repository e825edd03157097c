"""Chinese map coordinates as WGS 84: GCJ-02 and BD-09, by their known formulas.

Neither was published by its makers. The formulas are those that the open converters (eviltransform,
coordtransform) agree on to the centimetre.
"""

from __future__ import annotations

import math
from typing import Literal, assert_never

__all__ = ["DATUMS", "Datum", "to_wgs84", "wgs84_to_bd09", "wgs84_to_gcj02"]

Datum = Literal["wgs84", "gcj02", "bd09"]
DATUMS: tuple[Datum, ...] = ("wgs84", "gcj02", "bd09")

Point = tuple[float, float]

_AXIS, _FLATNESS = 6_378_245.0, 0.006_693_421_622_965_943_23  # Krasovsky 1940: metres, e squared
_SOUTH, _NORTH, _WEST, _EAST = 0.8293, 55.8271, 72.004, 137.8347  # where GCJ-02 shifts at all
_BAIDU = math.pi * 3000 / 180
_STEPS = 30
_ENOUGH = 1e-11  # degrees: a micrometre


def to_wgs84(latitude: float, longitude: float, datum: Datum) -> Point:
    """Degrees north and east on WGS 84 of a point given on `datum`."""
    match datum:
        case "wgs84":
            return latitude, longitude
        case "gcj02":
            return _inverse((latitude, longitude))
        case "bd09":
            return _inverse(_bd09_to_gcj02(latitude, longitude))
        case _:
            assert_never(datum)


def wgs84_to_gcj02(latitude: float, longitude: float) -> Point:
    """GCJ-02 of a point on WGS 84: shifted by up to 700 m within a rectangle about China."""
    if not (_SOUTH <= latitude <= _NORTH and _WEST <= longitude <= _EAST):
        return latitude, longitude
    north, east = _shift(longitude - 105, latitude - 35)
    phi = math.radians(latitude)
    magic = 1 - _FLATNESS * math.sin(phi) ** 2
    meridian = _AXIS * (1 - _FLATNESS) / magic**1.5
    parallel = _AXIS / math.sqrt(magic) * math.cos(phi)
    return latitude + math.degrees(north / meridian), longitude + math.degrees(east / parallel)


def wgs84_to_bd09(latitude: float, longitude: float) -> Point:
    """BD-09 of a point on WGS 84: GCJ-02, turned and shifted again by Baidu."""
    north, east = wgs84_to_gcj02(latitude, longitude)
    far = math.hypot(north, east) + 0.00002 * math.sin(north * _BAIDU)
    angle = math.atan2(north, east) + 0.000003 * math.cos(east * _BAIDU)
    return far * math.sin(angle) + 0.006, far * math.cos(angle) + 0.0065


def _bd09_to_gcj02(latitude: float, longitude: float) -> Point:
    north, east = latitude - 0.006, longitude - 0.0065
    far = math.hypot(north, east) - 0.00002 * math.sin(north * _BAIDU)
    angle = math.atan2(north, east) - 0.000003 * math.cos(east * _BAIDU)
    return far * math.sin(angle), far * math.cos(angle)


def _inverse(shifted: Point) -> Point:
    """The point that GCJ-02 shifts to `shifted`; each step's error is a hundredth of the last."""
    north, east = shifted
    for _ in range(_STEPS):
        there = wgs84_to_gcj02(north, east)
        off = shifted[0] - there[0], shifted[1] - there[1]
        north, east = north + off[0], east + off[1]
        if max(map(abs, off)) < _ENOUGH:
            break
    return north, east


def _shift(x: float, y: float) -> Point:
    """Metres to the north and east, of degrees east of 105 (`x`) and north of 35 (`y`)."""

    def waves(over: float, *sizes: tuple[float, float]) -> float:
        return sum(size * math.sin(over * math.pi / every) for size, every in sizes)

    both = 0.1 * x * y + waves(x, (20, 1 / 6), (20, 1 / 2)) * 2 / 3
    root = math.sqrt(abs(x))
    north = -100 + 2 * x + 3 * y + 0.2 * y * y + 0.2 * root + both
    north += waves(y, (20, 1), (40, 3), (160, 12), (320, 30)) * 2 / 3
    east = 300 + x + 2 * y + 0.1 * x * x + 0.1 * root + both
    east += waves(x, (20, 1), (40, 3), (150, 12), (300, 30)) * 2 / 3
    return north, east
