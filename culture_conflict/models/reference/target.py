"""Where in a picture the thing is that a prompt asks about: by its words and the pixels."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from culture_conflict.models.reference.layout import colour_layout

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["PLACE_SHARE", "Look", "shows_place", "target_part"]

Look = Literal["middle", "target"]

PLACE_SHARE = 0.6
"""Share of the height, from the top, that a place takes up where one is shown (CultureMix §2.2)."""

_SIDE = re.compile(r"\b(left|right) side\b", re.IGNORECASE)
_BOX = re.compile(r"\bred box\b", re.IGNORECASE)
_WHITE = 0.97
# Dishes that editors set on a table stand out above its far edge by up to this share of the height.
_ABOVE_TABLE = 0.15
_LEAST = 8


def shows_place(image: Image.Image) -> bool:
    """Whether the upper edge of an RGB picture is anything but white."""
    width, height = image.size
    edge = image.crop((0, 0, width, max(1, height // 16)))
    return bool(colour_layout(edge, (8, 1)).min() < _WHITE)


def target_part(image: Image.Image, prompt: str) -> Image.Image:
    """What is inside a red box, else what may hold a dish on the side that the prompt names.

    Before a place that is the table and as much above its edge as a dish may reach.
    """
    if _BOX.search(prompt) and (box := _red_box(image)):
        return image.crop(box)
    width, height = image.size
    top = round((PLACE_SHARE - _ABOVE_TABLE) * height) if shows_place(image) else 0
    side = _SIDE.search(prompt)
    across = width if side is None else max(1, width // 2)
    left = width - across if side and side[1].casefold() == "right" else 0
    return image.crop((left, top, left + across, height))


def _red_box(image: Image.Image) -> tuple[int, int, int, int] | None:
    """Inside the extent of all pure red pixels, where it is large enough to hold anything."""
    import numpy as np

    values = np.asarray(image, dtype=np.int16)
    red = (values[..., 0] > 200) & (values[..., 1:].max(axis=2) < 60)
    rows, columns = np.flatnonzero(red.any(axis=1)), np.flatnonzero(red.any(axis=0))
    if not len(rows) or min(np.ptp(rows), np.ptp(columns)) < _LEAST:
        return None
    return int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1
