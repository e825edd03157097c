"""Places for the sample's dishes to stand before: skies, landmarks and streets, drawn by rule."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from culture_conflict.pictures.svg import render_svg
from culture_conflict.sources.sample.draw import drawing_shapes

__all__ = ["SCENERY_REVISION", "Place", "draw_place"]

SCENERY_REVISION = 1
_WIDTH, _HEIGHT = 960, 640
_HORIZON = 470


@dataclass(frozen=True)
class Place:
    """A background as the sample's table describes it; colours as `#rrggbb`, codes of emoji."""

    name: str
    style: str
    sky: tuple[str, str]
    ground: str
    colours: tuple[str, ...]
    codes: tuple[str, ...]


def draw_place(place: Place) -> bytes:
    """A PNG of 960 x 640 pixels, the same for the same place.

    Raises:
        PictureError: `missing`: the emoji package lacks a drawing.
    """
    rng = random.Random(f"{SCENERY_REVISION}/{place.name}")  # noqa: S311 - a drawing's seed
    parts = [_sky(place, rng), _ground(place), *_STYLES[place.style](place, rng)]
    body = "".join(parts)
    return render_svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}">{body}</svg>',
        width=_WIDTH,
    )


def _sky(place: Place, rng: random.Random) -> str:
    top, low = place.sky
    clouds = "".join(
        f'<ellipse cx="{rng.randrange(_WIDTH)}" cy="{rng.randrange(40, 190)}" '
        f'rx="{rng.randrange(60, 130)}" ry="{rng.randrange(10, 22)}" fill="#fff" opacity="0.55"/>'
        for _ in range(6)
    )
    return (
        f'<defs><linearGradient id="s" x1="0" y1="0" x2="0" y2="1"><stop offset="0" '
        f'stop-color="{top}"/><stop offset="0.75" stop-color="{low}"/></linearGradient></defs>'
        f'<rect width="{_WIDTH}" height="{_HEIGHT}" fill="url(#s)"/>{clouds}'
    )


def _ground(place: Place) -> str:
    return (
        f'<rect y="{_HORIZON}" width="{_WIDTH}" height="{_HEIGHT}" fill="{place.ground}"/>'
        f'<rect y="{_HORIZON}" width="{_WIDTH}" height="14" fill="#000" opacity="0.12"/>'
    )


def _emoji(code: str, x: float, foot: float, side: float) -> str:
    """The drawing centred at `x`, standing on the line `foot`."""
    return (
        f'<svg x="{x - side / 2:.0f}" y="{foot - side:.0f}" width="{side:.0f}" '
        f'height="{side:.0f}" viewBox="0 0 36 36">{drawing_shapes(code)}</svg>'
    )


def _hills(colours: Sequence[str], rng: random.Random, top: int) -> Iterator[str]:
    for n, colour in enumerate(colours):
        peaks = [f"{x},{top + 40 * n + rng.randrange(70)}" for x in range(-60, _WIDTH + 121, 120)]
        line = " ".join(peaks)
        yield f'<polygon points="-60,{_HORIZON} {line} 1080,{_HORIZON}" fill="{colour}"/>'


def _tower(place: Place, rng: random.Random) -> Iterator[str]:
    yield from _hills(place.colours, rng, 340)
    for x in range(40, _WIDTH, 105):
        yield _emoji("1f333", x + rng.randrange(30), _HORIZON + 14, rng.randrange(70, 100))
    yield f'<ellipse cx="480" cy="{_HORIZON + 18}" rx="230" ry="20" fill="#000" opacity="0.16"/>'
    yield _emoji(place.codes[0], 480, _HORIZON + 22, 430)


def _moai(place: Place, rng: random.Random) -> Iterator[str]:
    yield from _hills(place.colours, rng, 380)
    for x, side in ((150, 210), (330, 250), (530, 290), (740, 250), (890, 200)):
        yield f'<ellipse cx="{x}" cy="{_HORIZON + 30}" rx="{side // 3}" ry="12" opacity="0.2"/>'
        yield _emoji(place.codes[0], x, _HORIZON + 34, side)


def _pyramids(place: Place, _: random.Random) -> Iterator[str]:
    light, dark = place.colours
    for x, side in ((230, 300), (760, 250), (500, 400)):
        foot, top = _HORIZON + 20, _HORIZON + 20 - side * 0.78
        yield f'<polygon points="{x - side},{foot} {x},{top} {x + 60},{foot}" fill="{light}"/>'
        yield f'<polygon points="{x},{top} {x + side},{foot} {x + 60},{foot}" fill="{dark}"/>'
    yield _emoji(place.codes[0], 300, _HORIZON + 80, 130)
    yield _emoji(place.codes[1], 850, _HORIZON + 60, 210)
    yield _emoji(place.codes[1], 90, _HORIZON + 50, 180)


def _row(
    place: Place, rng: random.Random, heights: tuple[int, int], roof: Callable[..., str]
) -> Iterator[str]:
    """Houses side by side with windows and doors, each under its roof."""
    x, n = -30, 0
    while x < _WIDTH:
        width, height = rng.randrange(110, 165), rng.randrange(*heights)
        colour, top = place.colours[n % len(place.colours)], _HORIZON + 10 - height
        yield f'<rect x="{x}" y="{top}" width="{width}" height="{height}" fill="{colour}"/>'
        yield from _windows(x, top, width, height)
        yield f'<rect x="{x + width - 12}" y="{top}" width="12" height="{height}" opacity="0.14"/>'
        yield roof(x, top, width, colour)
        x, n = x + width, n + 1


def _windows(x: int, top: int, width: int, height: int) -> Iterator[str]:
    for y in range(top + 26, top + height - 75, 62):
        for at in (0.16, 0.58):
            yield (
                f'<rect x="{x + width * at:.0f}" y="{y}" width="{width * 0.24:.0f}" height="36" '
                'fill="#f5e9c8" stroke="#3a3430" stroke-width="4" opacity="0.9"/>'
            )
    yield (
        f'<rect x="{x + width * 0.36:.0f}" y="{top + height - 62}" width="{width * 0.26:.0f}" '
        'height="62" fill="#4a372a"/>'
    )


def _gable_roof(x: int, top: int, width: int, _: str) -> str:
    chimney = f'<rect x="{x + width - 42}" y="{top - 66}" width="20" height="52" fill="#6b3a30"/>'
    points = f"{x - 4},{top} {x + width / 2},{top - 62} {x + width + 4},{top}"
    return f'{chimney}<polygon points="{points}" fill="#4b4a4f"/>'


def _curved_roof(x: int, top: int, width: int, _: str) -> str:
    return (
        f'<path d="M{x - 22},{top - 24} Q{x + 20},{top - 6} {x + width * 0.3},{top - 46} '
        f"H{x + width * 0.7} Q{x + width - 20},{top - 6} {x + width + 22},{top - 24} "
        f"Q{x + width},{top + 14} {x + width - 20},{top + 14} H{x + 20} Q{x},{top + 14} "
        f'{x - 22},{top - 24}Z" fill="#2f3b3a"/>'
    )


def _flat_roof(x: int, top: int, width: int, colour: str) -> str:
    return "".join(
        f'<rect x="{at}" y="{top - 14}" width="14" height="15" fill="{colour}"/>'
        for at in range(x, x + width - 10, 28)
    )


def _no_roof(x: int, top: int, width: int, _: str) -> str:
    return f'<rect x="{x + 14}" y="{top - 22}" width="{width - 28}" height="24" fill="#3d444d"/>'


def _street(
    heights: tuple[int, int], roof: Callable[..., str], side: float
) -> Callable[[Place, random.Random], Iterator[str]]:
    def draw(place: Place, rng: random.Random) -> Iterator[str]:
        if place.style == "hill":
            yield from _hills(("#8e98a6", "#a4aa98"), rng, 110)
        yield from _row(place, rng, heights, roof)
        for n, x in enumerate(range(120, _WIDTH, 240)):
            yield _emoji(place.codes[n % len(place.codes)], x, _HORIZON + 66, side)

    return draw


def _lanterns(place: Place, rng: random.Random) -> Iterator[str]:
    yield from _row(place, rng, (210, 300), _curved_roof)
    hung = ((90, 180), (250, 205), (420, 195), (590, 205), (750, 190), (890, 170))
    cord = " ".join(f"{x},{y}" for x, y in ((-20, 150), *hung, (980, 150)))
    yield f'<polyline points="{cord}" stroke="#3a2a22" stroke-width="3" fill="none"/>'
    for x, y in hung:
        yield _emoji(place.codes[0], x, y + 103, 105)


def _bridge(place: Place, rng: random.Random) -> Iterator[str]:
    yield from _hills(place.colours[1:], rng, 340)
    red, deck = place.colours[0], _HORIZON - 50
    for x in (270, 690):
        yield f'<rect x="{x - 34}" y="110" width="16" height="390" fill="{red}"/>'
        yield f'<rect x="{x + 18}" y="110" width="16" height="390" fill="{red}"/>'
        for y in (116, 200, 290):
            yield f'<rect x="{x - 34}" y="{y}" width="68" height="18" fill="{red}"/>'
    for line in (f"M-40,{deck} Q150,330 270,118", f"M690,118 Q810,330 1000,{deck}"):
        yield f'<path d="{line}" stroke="{red}" stroke-width="8" fill="none"/>'
    yield f'<path d="M270,118 Q480,690 690,118" stroke="{red}" stroke-width="8" fill="none"/>'
    for x in range(290, 690, 25):
        yield f'<path d="M{x},{_cable(x):.0f} V{deck}" stroke="{red}" stroke-width="3"/>'
    yield f'<rect y="{deck}" width="{_WIDTH}" height="16" fill="{red}"/>'


def _cable(x: int) -> float:
    """Height of the main cable over the middle span: a parabola between the towers' tops."""
    return 404 - 286 * ((x - 480) / 210) ** 2


_STYLES: Mapping[str, Callable[[Place, random.Random], Iterator[str]]] = {
    "tower": _tower,
    "moai": _moai,
    "pyramids": _pyramids,
    "bridge": _bridge,
    "lanterns": _lanterns,
    "flat": _street((150, 260), _flat_roof, 190),
    "gable": _street((190, 250), _gable_roof, 150),
    "tall": _street((260, 430), _no_roof, 140),
    "hill": _street((130, 210), _gable_roof, 170),
}
