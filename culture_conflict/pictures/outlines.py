"""Pictures with quadrilaterals drawn around parts of them, small, for the eye only."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence

from culture_conflict.pictures.open import open_picture

__all__ = ["outlined"]

Outline = Sequence[float]

_COLOURS = ((255, 0, 128), (0, 190, 255), (255, 150, 0))


def outlined(data: bytes, outlines: Sequence[Outline], *, side: int = 480) -> bytes:
    """A JPEG at most `side` pixels wide and high, each outline (x, y of its corners) drawn.

    The first three outlines have colours of their own, the others that of the third.

    Raises:
        PictureError: the picture can't be opened.
    """
    from PIL import Image, ImageDraw

    image = open_picture(data).image
    scale = min(1.0, side / max(image.size))
    size = max(1, round(image.width * scale)), max(1, round(image.height * scale))
    small = image.resize(size, Image.Resampling.LANCZOS)
    pen = ImageDraw.Draw(small)
    width = max(2, side // 80)
    for number, outline in enumerate(outlines):
        colour = _COLOURS[min(number, len(_COLOURS) - 1)]
        pen.polygon(_around(outline, scale, width), outline=colour, width=width)
    made = io.BytesIO()
    small.save(made, "JPEG", quality=85)
    return made.getvalue()


def _around(outline: Outline, scale: float, by: int) -> list[tuple[float, float]]:
    """The scaled corners, `by` pixels outwards, so that the line covers nothing inside."""
    corners = [(x * scale, y * scale) for x, y in zip(outline[::2], outline[1::2], strict=True)]
    middle_x, middle_y = (sum(side) / len(corners) for side in zip(*corners, strict=True))
    return [
        (x + math.copysign(by, x - middle_x), y + math.copysign(by, y - middle_y))
        for x, y in corners
    ]
