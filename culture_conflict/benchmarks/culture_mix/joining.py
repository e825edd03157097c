"""Joining pictures as §2.2 does before any editing: foods side by side, a place above the food."""

from __future__ import annotations

from typing import TYPE_CHECKING

from culture_conflict.pictures.cutout import flat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL import Image

__all__ = ["SPLIT", "above", "shrunk", "side_by_side", "upper_size"]

SPLIT = 0.6  # of the height belongs to the background


def side_by_side(left: Image.Image, right: Image.Image) -> Image.Image:
    """Two square cut-outs (RGBA) of one size as one RGB picture on white, twice as wide."""
    from PIL import Image as Pillow

    side = left.height
    joined = Pillow.new("RGB", (left.width + right.width, side), (255, 255, 255))
    joined.paste(left, (0, 0), left)
    joined.paste(right, (left.width, 0), right)
    return joined


def shrunk(dish: Image.Image, share: float) -> Image.Image:
    """The cut-out at `share` of its size in the middle of the same square."""
    from PIL import Image as Pillow

    side = max(1, round(dish.width * share))
    square = Pillow.new("RGBA", dish.size, (255, 255, 255, 0))
    at = (dish.width - side) // 2
    square.paste(dish.resize((side, side), Pillow.Resampling.LANCZOS), (at, at))
    return square


def above(place: Image.Image, dishes: Sequence[Image.Image], side: int) -> Image.Image:
    """A square RGB picture of `side` pixels: the place above, the dishes on white below.

    `place` has the size of the upper part, `upper_size(side)`.
    """
    from PIL import Image as Pillow

    _, upper = upper_size(side)
    joined = Pillow.new("RGB", (side, side), (255, 255, 255))
    joined.paste(place, (0, 0))
    room = min(side - upper, side // len(dishes))
    for number, dish in enumerate(dishes):
        small = flat(dish.resize((room, room), Pillow.Resampling.LANCZOS, reducing_gap=2.0))
        left = round((number + 0.5) * side / len(dishes) - room / 2)
        joined.paste(small, (left, upper + (side - upper - room) // 2))
    return joined


def upper_size(side: int) -> tuple[int, int]:
    """Width and height in pixels that the place takes of a square picture of `side`."""
    return side, round(SPLIT * side)
