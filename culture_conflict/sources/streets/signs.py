"""Signs of a drawn street: shop fronts, plates on posts, boards over the street."""

from __future__ import annotations

import random
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from culture_conflict.places.scripts import script_of
from culture_conflict.sources.streets.houses import SHOP_HEIGHT, House
from culture_conflict.sources.streets.light import GROUND, SCALE, WIDTH, Colour
from culture_conflict.sources.streets.rows import Sign

if TYPE_CHECKING:
    from PIL import ImageDraw
    from PIL.ImageFont import FreeTypeFont

__all__ = ["draw_board", "draw_plate", "draw_shop_sign"]

Box = tuple[float, float, float, float]

_FRONTS: tuple[tuple[Colour, Colour], ...] = (
    ((124, 28, 36), (255, 238, 200)),
    ((24, 62, 92), (250, 250, 244)),
    ((28, 84, 62), (248, 240, 214)),
    ((244, 236, 214), (92, 32, 28)),
    ((48, 44, 46), (250, 206, 92)),
    ((226, 148, 44), (60, 28, 16)),
    ((92, 42, 92), (252, 240, 250)),
)
_PLATES: dict[str, tuple[Colour, Colour]] = {
    "USA": ((12, 104, 70), (255, 255, 255)),
    "AUS": ((250, 250, 248), (24, 24, 26)),
    "DEU": ((250, 250, 248), (24, 24, 26)),
    "MEX": ((20, 92, 64), (255, 255, 255)),
    "ESP": ((244, 240, 226), (36, 52, 108)),
    "ARG": ((28, 30, 34), (255, 255, 255)),
    "TUR": ((172, 26, 34), (255, 255, 255)),
    "IND": ((250, 206, 60), (22, 22, 22)),
    "JPN": ((250, 250, 248), (20, 40, 96)),
}
_BLUE: tuple[Colour, Colour] = ((22, 66, 148), (255, 255, 255))
_NOTICE: tuple[Colour, Colour] = ((250, 250, 248), (186, 22, 30))
_GREY: Colour = (112, 116, 120)
# Which face of the collection writes a country's Han characters as they are written there.
_FACES = {"JPN": 0, "CHN": 2, "TWN": 3, "HKG": 4}


def draw_shop_sign(
    pen: ImageDraw.ImageDraw, house: House, text: str, country: str, draw: random.Random
) -> None:
    """A front over the shop's panes with the text in its middle, and an awning below it."""
    ground, ink = draw.choice(_FRONTS)
    top = GROUND - SHOP_HEIGHT
    box = (house.left + 6, top - 6, house.right - 6, top + 36)
    _plate(pen, box, ground, ink, radius=3)
    _write(pen, box, text, country, ink)
    stripe = 14
    for n, left in enumerate(range(house.left + 6, house.right - 6, stripe)):
        right = min(left + stripe, house.right - 6)
        colour = ground if n % 2 else (244, 242, 236)
        pen.polygon(
            _scaled((left, top + 37, right, top + 37, right - 3, top + 54, left - 3, top + 54)),
            fill=colour,
        )


def draw_plate(
    pen: ImageDraw.ImageDraw, x: float, sign: Sign, country: str, draw: random.Random
) -> None:
    """A street's name, or a notice, on a post that stands at `x` on the pavement."""
    ground, ink = _NOTICE if sign.kind == "notice" else _PLATES.get(country, _BLUE)
    wide = min(240.0, 34 + _length(sign.text, country, 26))
    middle = min(max(x, wide / 2 + 10), WIDTH - wide / 2 - 10)
    top = 196 + draw.randint(-10, 12)
    pen.rectangle(_scaled((middle - 4, top - 8, middle + 4, GROUND + 30)), fill=_GREY)
    pen.rectangle(_scaled((middle + 1, top - 8, middle + 4, GROUND + 30)), fill=(86, 90, 94))
    box = (middle - wide / 2, top, middle + wide / 2, top + 44)
    _plate(pen, box, ground, ink, radius=5)
    _write(pen, box, sign.text, country, ink)


def draw_board(pen: ImageDraw.ImageDraw, x: float, text: str, country: str) -> None:
    """A large board on two posts whose middle is at `x`."""
    ground, ink = ((20, 98, 70), (255, 255, 255)) if country in ("BRA", "JPN") else _BLUE
    wide = min(320.0, 56 + _length(text, country, 38))
    middle = min(max(x, wide / 2 + 12), WIDTH - wide / 2 - 12)
    for post in (middle - wide / 3, middle + wide / 3):
        pen.rectangle(_scaled((post - 5, 100, post + 5, GROUND + 30)), fill=_GREY)
        pen.rectangle(_scaled((post + 1, 100, post + 5, GROUND + 30)), fill=(86, 90, 94))
    box = (middle - wide / 2, 92, middle + wide / 2, 160)
    _plate(pen, box, ground, ink, radius=8)
    _write(pen, box, text, country, ink)


def _plate(pen: ImageDraw.ImageDraw, box: Box, ground: Colour, ink: Colour, radius: int) -> None:
    left, top, right, bottom = box
    shadow = (left + 2, top + 3, right + 2, bottom + 3)
    pen.rounded_rectangle(_scaled(shadow), radius * SCALE, fill=(44, 44, 48))
    pen.rounded_rectangle(_scaled(box), radius * SCALE, fill=ground)
    inner = (left + 3, top + 3, right - 3, bottom - 3)
    pen.rounded_rectangle(_scaled(inner), radius * SCALE, outline=ink, width=SCALE)


def _write(pen: ImageDraw.ImageDraw, box: Box, text: str, country: str, ink: Colour) -> None:
    """The text as large as fits, in the middle of the box."""
    left, top, right, bottom = box
    size = (bottom - top) * 0.62
    size *= min(1.0, (right - left - 22) / _length(text, country, size))
    font = _font(text, country, round(size * SCALE))
    middle = (left + right) / 2 * SCALE, (top + bottom) / 2 * SCALE
    pen.text(middle, text, font=font, fill=ink, anchor="mm")


def _length(text: str, country: str, size: float) -> float:
    return _font(text, country, round(size * SCALE)).getlength(text) / SCALE


@cache
def _opened(package: str, name: str, face: int, size: int) -> FreeTypeFont:
    from PIL import ImageFont

    font = ImageFont.truetype(str(files(package) / name), size, index=face)
    font.set_variation_by_axes([700])
    return font


def _font(text: str, country: str, size: int) -> FreeTypeFont:
    """Bold Noto Sans of the text's script."""
    if {script_of(character) for character in text} & {"Han", "Kana"}:
        package, name = "manimgx_fonts_cjk", "NotoSansCJK-VF.otf.ttc"
        return _opened(package, name, _FACES.get(country, 2), max(8, size))
    return _opened("manimgx_fonts", "NotoSans[wght].ttf", 0, max(8, size))


def _scaled(sides: tuple[float, ...]) -> list[float]:
    return [side * SCALE for side in sides]
