"""How the sample's dishes are drawn: an emoji on a plate, seen from the side of a table."""

from __future__ import annotations

import hashlib
import io
from typing import TYPE_CHECKING

from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.svg import render_svg, trim_transparent
from culture_conflict.sources.sample.draw import drawing_shapes

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["DISH_REVISION", "draw_dish", "draw_thing"]

DISH_REVISION = 1
_SIDE, _FOOD, _FOOT = 512, 310, 430
_RIMS = ("#f4f1ea", "#e9eef2", "#efe3d2", "#dfe7df")
_RINGS = ("#3b6ea5", "#a8412f", "#4c7f5a", "#b98a2f", "#6b4a7f", "#5b5b5b")


def draw_dish(code: str, seed: str) -> bytes:
    """A PNG of the emoji `code` on a plate, transparent around it, about 500 pixels wide.

    Raises:
        PictureError: `missing`: the emoji package has no such drawing.
    """
    from PIL import Image

    digest = hashlib.sha256(f"{DISH_REVISION}/{seed}".encode()).digest()
    food = _shown(draw_thing(code))
    food.thumbnail((_FOOD, _FOOD), Image.Resampling.LANCZOS)
    plate = _plate(_RIMS[digest[0] % len(_RIMS)], _RINGS[digest[1] % len(_RINGS)], food.width)
    made = _shown(render_svg(plate, width=_SIDE))
    made.alpha_composite(food, ((_SIDE - food.width) // 2, _FOOT - food.height))
    box = made.getchannel("A").getbbox()
    kept = io.BytesIO()
    made.crop(box).save(kept, "PNG", compress_level=3)
    return kept.getvalue()


def draw_thing(code: str) -> bytes:
    """A PNG of the emoji alone, transparent around it (a control: no food, of no country).

    Raises:
        PictureError: `missing`: the emoji package has no such drawing.
    """
    canvas = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 36 36">{drawing_shapes(code)}</svg>'
    )
    return trim_transparent(render_svg(canvas, width=_SIDE))


def _shown(png: bytes) -> Image:
    return open_cue(png).image


def _plate(rim: str, ring: str, food: int) -> str:
    """A plate in perspective: foot, rim, coloured ring, well, and the food's shadow in it."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_SIDE} {_SIDE}">'
        '<ellipse cx="256" cy="410" rx="244" ry="94" fill="#b9b2a6"/>'
        f'<ellipse cx="256" cy="400" rx="250" ry="94" fill="{rim}"/>'
        f'<ellipse cx="256" cy="400" rx="234" ry="86" fill="none" stroke="{ring}" '
        'stroke-width="7"/>'
        '<ellipse cx="256" cy="404" rx="190" ry="64" fill="#cfc8bb"/>'
        f'<ellipse cx="256" cy="408" rx="186" ry="60" fill="{rim}"/>'
        f'<ellipse cx="262" cy="422" rx="{food * 0.46:.0f}" ry="20" fill="#3a2f25" opacity="0.3"/>'
        "</svg>"
    )
