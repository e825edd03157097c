"""Sky, far ground and street of a drawn scene, by its light."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from culture_conflict.sources.streets.rows import Light

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

__all__ = [
    "GROUND",
    "HEIGHT",
    "SCALE",
    "WIDTH",
    "Colour",
    "Palette",
    "backdrop",
    "palette",
    "shade",
]

WIDTH, HEIGHT = 768, 512
GROUND = 408  # where walls meet the pavement
SCALE = 2  # drawn twice as large, then made smaller, so that edges are smooth

Colour = tuple[int, int, int]


class Palette(NamedTuple):
    """Colours of one light; `dim` darkens walls, `lit` is the share of windows with light."""

    high: Colour
    low: Colour
    hills: Colour
    road: Colour
    pavement: Colour
    dim: float
    lit: float


_PALETTES: dict[Light, Palette] = {
    "day": Palette(
        (92, 158, 222), (206, 229, 245), (138, 170, 150), (92, 94, 99), (190, 187, 180), 1.0, 0.0
    ),
    "morning": Palette(
        (140, 178, 214), (253, 224, 190), (158, 158, 160), (100, 98, 98), (200, 190, 176), 1.0, 0.1
    ),
    "grey": Palette(
        (158, 168, 178), (214, 218, 221), (140, 150, 150), (88, 90, 94), (172, 172, 170), 0.93, 0.2
    ),
    "dusk": Palette(
        (62, 70, 122), (246, 168, 122), (92, 82, 110), (70, 68, 78), (146, 136, 138), 0.84, 0.5
    ),
    "night": Palette(
        (18, 24, 52), (62, 66, 112), (36, 40, 66), (46, 46, 56), (96, 94, 104), 0.66, 0.7
    ),
}


def palette(light: Light) -> Palette:
    return _PALETTES[light]


def shade(colour: Colour, factor: float) -> Colour:
    """Darker below 1, lighter above."""
    red, green, blue = (min(255, max(0, round(part * factor))) for part in colour)
    return red, green, blue


def backdrop(light: Light, draw: random.Random) -> Image.Image:
    """Sky with clouds, hills, pavement and road, at `SCALE` times the final size."""
    from PIL import Image, ImageDraw

    colours = palette(light)
    image = Image.new("RGB", (WIDTH * SCALE, HEIGHT * SCALE))
    pen = ImageDraw.Draw(image)
    for row in range(GROUND * SCALE):
        part = row / (GROUND * SCALE)
        mixed = tuple(
            round(a + (b - a) * part) for a, b in zip(colours.high, colours.low, strict=True)
        )
        pen.line((0, row, WIDTH * SCALE, row), fill=mixed)
    _clouds(image, colours, draw)
    _hills(pen, colours, draw)
    _street(pen, colours)
    return image


def _clouds(image: Image.Image, colours: Palette, draw: random.Random) -> None:
    from PIL import Image, ImageDraw, ImageFilter

    mask = Image.new("L", image.size)
    pen = ImageDraw.Draw(mask)
    for _ in range(draw.randint(2, 4)):
        x, y = draw.uniform(0, WIDTH), draw.uniform(24, 130)
        for _ in range(6):
            wide, high = draw.uniform(24, 62), draw.uniform(8, 18)
            left, top = x + draw.uniform(-56, 56), y + draw.uniform(-9, 9)
            box = (left - wide, top - high, left + wide, top + high)
            pen.ellipse([side * SCALE for side in box], fill=150)
    soft = mask.filter(ImageFilter.GaussianBlur(9 * SCALE))
    image.paste(shade(colours.low, 1.12), (0, 0), soft)


def _hills(pen: ImageDraw.ImageDraw, colours: Palette, draw: random.Random) -> None:
    for depth in (1.18, 1.0):
        left = -draw.uniform(0, 150)
        while left < WIDTH:
            wide, high = draw.uniform(190, 330), draw.uniform(50, 96) * (1.5 - depth / 2)
            box = (left, GROUND - high, left + wide, GROUND + high)
            pen.ellipse([side * SCALE for side in box], fill=shade(colours.hills, depth))
            left += wide * 0.55


def _street(pen: ImageDraw.ImageDraw, colours: Palette) -> None:
    kerb = GROUND + 34
    rows = (
        (GROUND, kerb, colours.pavement),
        (kerb, kerb + 6, shade(colours.pavement, 0.72)),
        (kerb + 6, HEIGHT, colours.road),
    )
    for top, bottom, colour in rows:
        pen.rectangle((0, top * SCALE, WIDTH * SCALE, bottom * SCALE), fill=colour)
    for left in range(0, WIDTH, 48):  # slabs, then the dashes of the lane
        low = shade(colours.pavement, 0.92)
        pen.line([x * SCALE for x in (left, GROUND, left - 14, kerb)], fill=low, width=SCALE)
    for left in range(10, WIDTH, 120):
        box = (left, 478, left + 62, 483)
        pen.rectangle([side * SCALE for side in box], fill=shade(colours.pavement, 1.12))
