"""Where a picture's file says that it was taken (EXIF); read for the truth, never shown."""

from __future__ import annotations

import io
import math
from collections.abc import Mapping
from typing import Any

from culture_conflict.pictures.faults import BROKEN
from culture_conflict.pictures.quiet import QUIET

__all__ = ["exif_coordinates"]

_GPS = 0x8825
_SIGNS = {"N": 1, "S": -1, "E": 1, "W": -1}


def exif_coordinates(data: bytes) -> tuple[float, float] | None:
    """Degrees north and east of the GPS part of a file's EXIF.

    None where there is none, where it can't be read or is off the globe, and for 0, 0, which is
    what cameras without a fix write.
    """
    from PIL import Image

    try:
        with QUIET, Image.open(io.BytesIO(data)) as image:
            gps = image.getexif().get_ifd(_GPS)
        north, east = _angle(gps, 1, 2), _angle(gps, 3, 4)
    except (*BROKEN, Image.DecompressionBombError):
        return None
    on_globe = abs(north) <= 90 and abs(east) <= 180
    return (north, east) if on_globe and (north, east) != (0, 0) else None


def _angle(gps: Mapping[int, Any], side: int, parts: int) -> float:
    """Degrees, minutes and seconds with their side; a broken one is a ValueError."""
    degrees, minutes, seconds = (*map(float, gps[parts]), 0.0, 0.0)[:3]
    turn = _SIGNS[str(gps[side]).strip("\0 ").upper()]
    value = turn * (degrees + minutes / 60 + seconds / 3600)
    if not math.isfinite(value) or not (0 <= minutes < 60 and 0 <= seconds < 60):
        raise ValueError("no angle")
    return value
