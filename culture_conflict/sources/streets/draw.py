"""A drawn street scene: sky, a landmark, houses, signs and what stands in a street."""

from __future__ import annotations

import io
import random
import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from culture_conflict.pictures.svg import render_svg, trim_transparent
from culture_conflict.sources.sample.draw import svg_of
from culture_conflict.sources.streets.houses import House, draw_house, plan_houses
from culture_conflict.sources.streets.light import GROUND, HEIGHT, SCALE, WIDTH, backdrop, palette
from culture_conflict.sources.streets.rows import REVISION, DrawnScene
from culture_conflict.sources.streets.signs import draw_board, draw_plate, draw_shop_sign

if TYPE_CHECKING:
    from PIL import Image, ImageDraw

__all__ = ["draw_scene"]

_TREE, _PINE = "1f333", "1f332"
_RIDES = ("1f697", "1f695", "1f68c", "1f6b2", "1f699", "1f6f5")
# Some emoji stand on a rounded square, with stars on it: only what stands on it is wanted here.
_TILE = re.compile(r'<path fill="#\w+" d="M36 32c0 2\.209[^"]*"/>')
_STARS = re.compile(r'<g fill="#FFF">.*?</g>', re.DOTALL)
_PEOPLE = ("1f6b6", "1f9cd", "1f6b6-200d-2640-fe0f")


def draw_scene(scene: DrawnScene) -> bytes:
    """A PNG of the scene, 768x512; the same packages give the same bytes.

    Raises:
        PictureError: `missing`: the emoji package has no such drawing.
    """
    from PIL import Image, ImageDraw

    draw = random.Random(f"{REVISION}/{scene.external_id}")  # noqa: S311 - a picture, no secret
    image = backdrop(scene.light, draw)
    gap = _gap(scene, draw)
    if scene.landmark:
        _stand(image, scene.landmark, (gap[0] + gap[1]) / 2, GROUND + 4, 250)
    else:
        for x in (gap[0] + 22, gap[1] - 22):
            _stand(image, draw.choice((_TREE, _PINE)), x, GROUND + 6, draw.randint(110, 150))
    houses = plan_houses(scene.style, _spans(gap, draw), draw)
    pen = ImageDraw.Draw(image)
    for house in houses:
        draw_house(pen, house, scene.style, palette(scene.light), draw)
    _furniture(image, draw)
    _signs(pen, scene, houses, gap, draw)
    small = image.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS)
    made = io.BytesIO()
    small.save(made, "PNG", compress_level=6)
    return made.getvalue()


def _gap(scene: DrawnScene, draw: random.Random) -> tuple[int, int]:
    """Where there are no houses: room for the landmark, or a small green."""
    wide = 250 if scene.landmark else 110
    left = draw.choice((0, WIDTH - wide)) if not scene.landmark else draw.randint(250, 300)
    return left, left + wide


def _spans(gap: tuple[int, int], draw: random.Random) -> list[tuple[int, int]]:
    spans: list[tuple[int, int]] = []
    for left, right in ((0, gap[0]), (gap[1], WIDTH)):
        count = max(1, round((right - left) / 232)) if right - left > 60 else 0
        edges = [left + (right - left) * n // max(1, count) for n in range(count + 1)]
        for n in range(1, count):
            edges[n] += draw.randint(-18, 18)
        spans += list(pairwise(edges))
    return spans


def _signs(
    pen: ImageDraw.ImageDraw,
    scene: DrawnScene,
    houses: list[House],
    gap: tuple[int, int],
    draw: random.Random,
) -> None:
    fronts = sorted(houses, key=lambda house: -house.width)
    post = gap[0] - 12 if gap[0] > WIDTH / 3 else gap[1] + 12
    for sign in scene.signs:
        if sign.kind == "shop":
            draw_shop_sign(pen, fronts.pop(0), sign.text, scene.country, draw)
        elif sign.kind == "board":
            draw_board(pen, (gap[0] + gap[1]) / 2, sign.text, scene.country)
        else:
            draw_plate(pen, post, sign, scene.country, draw)


def _furniture(image: Image.Image, draw: random.Random) -> None:
    """People on the pavement, something on wheels on the road."""
    for _ in range(draw.randint(1, 3)):
        _stand(image, draw.choice(_PEOPLE), draw.uniform(60, WIDTH - 60), GROUND + 30, 62)
    ride = draw.choice(_RIDES)
    _stand(image, ride, draw.uniform(120, WIDTH - 120), HEIGHT - 6, 74)


def _stand(image: Image.Image, code: str, x: float, bottom: float, height: float) -> None:
    """An emoji that stands on `bottom` with its middle at `x` (final pixels)."""
    from PIL import Image

    cue = Image.open(io.BytesIO(_emoji(code)))
    size = round(cue.width * height / cue.height * SCALE), round(height * SCALE)
    shown = cue.resize(size, Image.Resampling.LANCZOS)
    image.paste(shown, (round(x * SCALE - size[0] / 2), round(bottom * SCALE) - size[1]), shown)


@cache
def _emoji(code: str) -> bytes:
    """A PNG of the emoji cut to its own shape, without the tile it may stand on."""
    svg, tiles = _TILE.subn("", svg_of(code), count=1)
    return trim_transparent(render_svg(_STARS.sub("", svg) if tiles else svg, width=512))
