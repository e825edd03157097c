"""A food cut out of a photograph, or marked in it by a red box (§5)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.pictures.encode import EncodeSettings, encode, fit_within

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["RED", "framed"]

RED = (255, 0, 0)
_LEAST = 16
_OF_SIDE = 0.006

Box = tuple[int, int, int, int]


def framed(image: Image.Image, box: Box, framing: str) -> tuple[bytes, int, int]:
    """JPEG, width and height; `box` is left, top, width, height in pixels of the upright picture.

    Both go through one encoder (no subsampling, so that the red stays pure). The line lies outside
    the box, so that it hides nothing of the food.

    Raises:
        PictureError: `box`: it leaves the picture, or the food is smaller than 16 pixels.
    """
    left, top, width, height = box
    right, low = left + width, top + height
    if right > image.width or low > image.height or min(width, height) < _LEAST:
        raise PictureError(
            "box",
            f"box {box} does not lie in the {image.width} x {image.height} picture with at least "
            f"{_LEAST} pixels each way; give x, y, width and height of the upright picture",
        )
    settings = EncodeSettings()
    if framing == "crop":
        made = image.crop((left, top, right, low))
    else:
        from PIL import ImageDraw

        line = max(3, round(_OF_SIDE * max(image.size)))
        made = image.copy()
        outside = (left - line, top - line, right + line - 1, low + line - 1)
        ImageDraw.Draw(made).rectangle(outside, outline=RED, width=line)
    made = fit_within(made, settings.max_side)
    return encode(made, settings), made.width, made.height
