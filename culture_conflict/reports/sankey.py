"""A small Sankey diagram as SVG: what was right and wrong before, and what it is after."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

__all__ = ["COLOURS", "Flow", "sankey_svg"]

# As in the paper's Figure 17: kept right, lost, gained, kept wrong.
COLOURS: Mapping[tuple[bool, bool], str] = {
    (True, True): "#2e9e63",
    (True, False): "#d1483c",
    (False, True): "#3b7dd8",
    (False, False): "#8a8f98",
}
_WIDTH, _HEIGHT = 320, 190
_LEFT, _RIGHT, _BAR = 62, 258, 9
_TOP, _ROOM, _GAP = 24, 150, 8


@dataclass(frozen=True)
class Flow:
    """How many answers went from right or wrong to right or wrong."""

    before: bool
    after: bool
    n: int


def sankey_svg(flows: list[Flow], before: str, after: str) -> str:
    """Bands as thick as their counts; the two sides are headed by the words given."""
    total = sum(flow.n for flow in flows)
    scale = (_ROOM - _GAP) / total if total else 0.0
    left = _starts(flows, scale, side="before")
    right = _starts(flows, scale, side="after")
    bands = [
        _band(flow, left[flow.before, flow.after], right[flow.before, flow.after], scale)
        for flow in flows
        if flow.n
    ]
    words = [
        _text((_LEFT + _BAR) / 2 + 8, 12, before),
        _text(_RIGHT + 8, 12, after),
        *_labels(flows, left, scale, total, side="before"),
        *_labels(flows, right, scale, total, side="after"),
    ]
    return (
        f'<svg viewBox="0 0 {_WIDTH} {_HEIGHT}" xmlns="http://www.w3.org/2000/svg" '
        f'aria-hidden="true">{"".join(bands)}{"".join(words)}</svg>'
    )


_Starts = dict[tuple[bool, bool], float]


def _starts(flows: list[Flow], scale: float, side: str) -> _Starts:
    """The upper edge of each band on one side, right answers above wrong ones."""
    order = sorted(flows, key=lambda f: (not getattr(f, side), not f.before, not f.after))
    places: _Starts = {}
    at, gapped = float(_TOP), False
    for flow in order:
        if not getattr(flow, side) and not gapped:
            at, gapped = at + _GAP, True
        places[flow.before, flow.after] = at
        at += flow.n * scale
    return places


def _band(flow: Flow, left: float, right: float, scale: float) -> str:
    thick, middle = flow.n * scale, (_LEFT + _RIGHT) / 2
    colour = COLOURS[flow.before, flow.after]
    path = (
        f"M{_LEFT},{left:.2f} C{middle},{left:.2f} {middle},{right:.2f} {_RIGHT},{right:.2f} "
        f"V{right + thick:.2f} C{middle},{right + thick:.2f} {middle},{left + thick:.2f} "
        f"{_LEFT},{left + thick:.2f} Z"
    )
    ends = "".join(
        f'<rect x="{x}" y="{y:.2f}" width="{_BAR}" height="{thick:.2f}" fill="{colour}"/>'
        for x, y in ((_LEFT - _BAR, left), (_RIGHT, right))
    )
    return f'<path d="{path}" fill="{colour}" fill-opacity="0.55"/>{ends}'


def _labels(flows: list[Flow], starts: _Starts, scale: float, total: int, side: str) -> list[str]:
    made = []
    for state, word in ((True, "right"), (False, "wrong")):
        mine = [flow for flow in flows if getattr(flow, side) is state]
        n = sum(flow.n for flow in mine)
        if not n:
            continue
        top = min(starts[flow.before, flow.after] for flow in mine)
        x = (_LEFT - _BAR) / 2 if side == "before" else _RIGHT + _BAR + (_WIDTH - _RIGHT - _BAR) / 2
        y = top + n * scale / 2
        made += [_text(x, y - 1, word), _text(x, y + 13, f"{100 * n / total:.0f} %")]
    return made


def _text(x: float, y: float, words: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{escape(words)}</text>'
