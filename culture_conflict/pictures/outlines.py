"""Pictures with quadrilaterals drawn around parts of them, small, for the eye only."""

from __future__ import annotations

import io
from collections.abc import Sequence

from culture_conflict.pictures.open import open_picture

__all__ = ["outlined"]

Outline = Sequence[float]

_COLOURS = ((255, 0, 128), (0, 150, 255), (255, 150, 0))


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
    for number, outline in enumerate(outlines):
        corners = [(x * scale, y * scale) for x, y in zip(outline[::2], outline[1::2], strict=True)]
        colour = _COLOURS[min(number, len(_COLOURS) - 1)]
        pen.polygon(corners, outline=colour, width=2)
    made = io.BytesIO()
    small.save(made, "JPEG", quality=85)
    return made.getvalue()
