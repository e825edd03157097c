"""A small drawn picture and a mask."""

from __future__ import annotations

from PIL import Image, ImageDraw

__all__ = ["picture", "window"]

_SIZE = (150, 100)


def picture(size: tuple[int, int] = _SIZE, tone: int = 200) -> Image.Image:
    """A bright disc before stripes."""
    image = Image.new("RGB", size, (tone, 120, 40))
    draw = ImageDraw.Draw(image)
    width, height = size
    for left in range(0, width, 10):
        draw.line((left, 0, left, height), fill=(40, 60, 80))
    draw.ellipse((width // 4, height // 4, 3 * width // 4, 3 * height // 4), fill=(250, 240, 200))
    return image


def window() -> Image.Image:
    """The right half may change."""
    mask = Image.new("L", _SIZE, 0)
    mask.paste(255, (75, 0, 150, 100))
    return mask
