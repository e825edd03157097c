"""Houses of a drawn street: walls, windows, roofs, and a shop on the ground floor."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.sources.streets.light import GROUND, SCALE, Colour, Palette, shade
from culture_conflict.sources.streets.rows import Style

if TYPE_CHECKING:
    from PIL import ImageDraw

__all__ = ["SHOP_HEIGHT", "House", "draw_house", "plan_houses"]

SHOP_HEIGHT = 104
_LIT: Colour = (255, 226, 150)
_GLASS: Colour = (120, 148, 168)
_WALLS: dict[Style, tuple[Colour, ...]] = {
    "modern": ((198, 204, 208), (170, 182, 190), (214, 206, 194), (150, 164, 172)),
    "brick": ((168, 92, 72), (146, 84, 70), (186, 122, 92), (128, 88, 78)),
    "classic": ((226, 212, 184), (214, 200, 176), (232, 222, 202), (206, 190, 166)),
    "timber": ((240, 230, 208), (222, 204, 170), (206, 178, 140), (232, 218, 194)),
    "bright": ((232, 156, 96), (96, 160, 178), (226, 196, 92), (208, 116, 110), (140, 176, 118)),
}
_TALL: dict[Style, tuple[int, int]] = {
    "modern": (236, 332),
    "brick": (210, 290),
    "classic": (226, 286),
    "timber": (186, 226),
    "bright": (190, 250),
}
_ROOF: dict[Style, Colour] = {
    "modern": (104, 110, 116),
    "brick": (84, 72, 70),
    "classic": (104, 112, 124),
    "timber": (122, 74, 56),
    "bright": (150, 88, 70),
}


@dataclass(frozen=True)
class House:
    """A house from `left` to `right` with its wall's top, in final pixels."""

    left: int
    right: int
    top: int
    wall: Colour

    @property
    def width(self) -> int:
        return self.right - self.left


def plan_houses(style: Style, spans: list[tuple[int, int]], draw: random.Random) -> list[House]:
    """One house per span of the street, no neighbours of one colour."""
    houses: list[House] = []
    for left, right in spans:
        before = houses[-1].wall if houses else None
        wall = draw.choice([each for each in _WALLS[style] if each != before])
        houses.append(House(left, right, GROUND - draw.randint(*_TALL[style]), wall))
    return houses


def draw_house(
    pen: ImageDraw.ImageDraw, house: House, style: Style, colours: Palette, draw: random.Random
) -> None:
    """Wall, roof, windows, and the ground floor's door and panes; signs come later."""
    wall = shade(house.wall, colours.dim)
    _box(pen, (house.left, house.top, house.right, GROUND), wall)
    _box(pen, (house.right - 7, house.top, house.right, GROUND), shade(wall, 0.86))
    _roof(pen, house, style, colours)
    _windows(pen, house, style, colours, draw)
    _shop(pen, house, colours)


def _roof(pen: ImageDraw.ImageDraw, house: House, style: Style, colours: Palette) -> None:
    roof = shade(_ROOF[style], colours.dim)
    left, right, top = house.left, house.right, house.top
    if style == "timber":
        peak = (left + right) / 2
        _shape(pen, [(left - 12, top + 2), (peak, top - 62), (right + 12, top + 2)], roof)
    elif style == "classic":
        _shape(
            pen, [(left, top), (left + 13, top - 38), (right - 13, top - 38), (right, top)], roof
        )
        for x in range(left + 30, right - 40, 46):
            _box(pen, (x, top - 26, x + 16, top - 6), shade(_GLASS, colours.dim * 0.8))
    else:
        _box(pen, (left - 4, top - 8, right + 4, top + 4), roof)
    if style in ("classic", "brick"):
        _box(pen, (left - 4, top, right + 4, top + 7), shade(house.wall, 1.1 * colours.dim))


def _windows(
    pen: ImageDraw.ImageDraw,
    house: House,
    style: Style,
    colours: Palette,
    draw: random.Random,
) -> None:
    wide, high, step_x, step_y = (34, 24, 44, 40) if style == "modern" else (22, 34, 42, 56)
    columns = max(1, (house.width - 20) // step_x)
    first = house.left + (house.width - (columns - 1) * step_x - wide) // 2
    frame = shade(house.wall, (0.74 if style != "timber" else 0.5) * colours.dim)
    for top in range(house.top + 18, GROUND - SHOP_HEIGHT - high - 8, step_y):
        for x in range(first, first + columns * step_x, step_x):
            lit = draw.random() < colours.lit
            pane = _LIT if lit else shade(_GLASS, colours.dim)
            _box(pen, (x - 3, top - 3, x + wide + 3, top + high + 3), frame)
            _box(pen, (x, top, x + wide, top + high), pane)
            if not lit:
                shine = [
                    (x, top + high),
                    (x, top + high * 0.4),
                    (x + wide * 0.6, top),
                    (x + wide, top),
                ]
                _shape(pen, shine, shade(pane, 1.14))
            _box(pen, (x + wide // 2 - 1, top, x + wide // 2 + 1, top + high), frame)
            _box(
                pen, (x - 5, top + high + 3, x + wide + 5, top + high + 6), shade(house.wall, 1.08)
            )


def _shop(pen: ImageDraw.ImageDraw, house: House, colours: Palette) -> None:
    top = GROUND - SHOP_HEIGHT
    _box(pen, (house.left, top, house.right, GROUND), shade(house.wall, 0.62 * colours.dim))
    pane = _LIT if colours.lit >= 0.5 else shade(_GLASS, 0.9 * colours.dim)
    door = house.left + house.width // 2
    for left, right in ((house.left + 12, door - 20), (door + 20, house.right - 12)):
        _box(pen, (left, top + 48, right, GROUND - 12), pane)
        shine = [
            (left, GROUND - 40),
            (left, top + 70),
            (left + 26, top + 48),
            (left + 58, top + 48),
        ]
        if right - left > 60:
            _shape(pen, shine, shade(pane, 1.1))
        _box(
            pen,
            ((left + right) // 2 - 1, top + 48, (left + right) // 2 + 1, GROUND - 12),
            (70, 64, 60),
        )
    _box(pen, (door - 16, top + 50, door + 16, GROUND), shade((96, 62, 44), colours.dim))
    _box(pen, (door - 11, top + 56, door + 11, GROUND - 30), pane)
    _box(pen, (door + 9, GROUND - 24, door + 12, GROUND - 20), (222, 196, 120))


def _box(pen: ImageDraw.ImageDraw, sides: tuple[float, float, float, float], fill: Colour) -> None:
    left, top, right, bottom = (round(side * SCALE) for side in sides)
    if right > left and bottom > top:
        pen.rectangle((left, top, right - 1, bottom - 1), fill=fill)


def _shape(pen: ImageDraw.ImageDraw, corners: Sequence[tuple[float, float]], fill: Colour) -> None:
    pen.polygon([(x * SCALE, y * SCALE) for x, y in corners], fill=fill)
