"""Where the names of points stand, so that they don't lie on each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = ["SIDES", "label_layers", "sides"]

SIDES: dict[str, dict[str, Any]] = {
    "right": {"align": "left", "dx": 8},
    "left": {"align": "right", "dx": -8},
    "above": {"align": "center", "dy": -12},
    "below": {"align": "center", "dy": 12},
    "right above": {"align": "left", "dx": -4, "dy": -12},
    "right below": {"align": "left", "dx": -4, "dy": 12},
}
_DOT = 10.0
_LINE = 13.0
_LETTER = 5.8
_Box = tuple[float, float, float, float]


def sides(points: Sequence[tuple[float, float, str]], *, width: float, height: float) -> list[str]:
    """A side (SIDES) for the name of each (x, y, name), in their order.

    `width` and `height` are those of the plot in pixels; its axes are taken to reach from the
    least to the greatest value. A name takes the first side on which it covers no dot and no name
    that has its place, else the right one.
    """
    placed = _scaled(points, width, height)
    taken: list[_Box] = [
        (x - _DOT / 2, y - _DOT / 2, x + _DOT / 2, y + _DOT / 2) for x, y in placed
    ]
    found = []
    for at, (_, _, name) in enumerate(points):
        boxes = {side: _box(placed[at], name, side) for side in SIDES}
        others = [box for number, box in enumerate(taken) if number != at]
        side = next((s for s, b in boxes.items() if _is_free(b, others, width)), "right")
        taken.append(boxes[side])
        found.append(side)
    return found


def label_layers(field: str, colour: str) -> list[dict[str, Any]]:
    """Vega-Lite layers of names (`field`) on the side that each value's `side` says."""
    return [
        {
            "transform": [{"filter": f"datum.side === '{side}'"}],
            "mark": {"type": "text", "baseline": "middle", "fontSize": 10, "color": colour} | how,
            "encoding": {"text": {"field": field, "type": "nominal"}},
        }
        for side, how in SIDES.items()
    ]


def _scaled(
    points: Sequence[tuple[float, float, str]], width: float, height: float
) -> list[tuple[float, float]]:
    xs, ys = [x for x, _, _ in points], [y for _, y, _ in points]
    across = max(max(xs, default=0) - min(xs, default=0), 1e-9)
    up = max(max(ys, default=0) - min(ys, default=0), 1e-9)
    return [
        ((x - min(xs)) / across * width, height - (y - min(ys)) / up * height) for x, y, _ in points
    ]


def _box(at: tuple[float, float], name: str, side: str) -> _Box:
    x, y = at
    long, half = _LETTER * len(name), _LINE / 2
    how = SIDES[side]
    before = {"left": 0.0, "right": long, "center": long / 2}[how["align"]]
    left = x + how.get("dx", 0) - before
    middle = y + how.get("dy", 0)
    return left, middle - half, left + long, middle + half


def _is_free(box: _Box, others: Sequence[_Box], width: float) -> bool:
    inside = box[0] >= 0 and box[2] <= width + _LETTER * 4
    return inside and not any(_overlap(box, other) for other in others)


def _overlap(one: _Box, two: _Box) -> bool:
    return one[0] < two[2] and two[0] < one[2] and one[1] < two[3] and two[1] < one[3]
