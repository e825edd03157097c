"""CultureMix's charts as small PNGs, for places that show pictures and run no script."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from culture_conflict.reports.culture_mix_confidence import mix_confidence
from culture_conflict.reports.culture_mix_distance import mix_distance
from culture_conflict.reports.culture_mix_maps import mix_confusion
from culture_conflict.reports.culture_mix_moves import mix_moves
from culture_conflict.reports.model import Drawing, Panel
from culture_conflict.reports.plot import fitted, smallest_png
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.views import View, views

__all__ = ["mix_plots", "plots_of"]

_WIDTH = 420
_FONT = 'width="640" height="380" font-family="sans-serif" font-size="12"'
_PAPER = '<rect width="100%" height="100%" fill="white"/>'


def mix_plots(frames: Frames) -> Mapping[str, bytes]:
    """Of the first setting about CultureMix, real sources before the sample; by title."""
    mine = (view for view in views(frames) if view.benchmark == "culture_mix")
    view = next(mine, None)
    return {} if view is None else plots_of(frames, view)


def plots_of(frames: Frames, view: View) -> Mapping[str, bytes]:
    """Sankey, heat maps, curves over distance, entropy against shift; what has no rows is left out.

    Charts of one model at a time show the first. Each PNG has at most 140 KB; a larger one is left
    out.
    """
    found: dict[str, bytes | None] = {}
    for panel in _panels(frames, view):
        found |= {one.title: _drawn(one) for one in panel.drawings[:1]}
        found |= {one.title: smallest_png(_sized(one.spec)) for one in panel.charts}
    return {title: png for title, png in found.items() if png is not None}


def _panels(frames: Frames, view: View) -> Iterator[Panel]:
    held = frames.get
    transitions, shift = held("culture_mix_transitions"), held("culture_mix_label_shift")
    if transitions is not None and shift is not None:
        yield mix_moves(transitions, shift, view)
    if (confusion := held("culture_mix_confusion")) is not None:
        yield mix_confusion(confusion, view)
    distance, entropy = held("culture_mix_distance"), held("culture_mix_entropy")
    if distance is not None and entropy is not None:
        yield mix_distance(distance, entropy, view)
    foods, confidence = held("mix_foods"), held("culture_mix_confidence")
    if foods is not None and confidence is not None:
        yield mix_confidence(foods, confidence, view)


def _sized(spec: Mapping[str, Any]) -> dict[str, Any]:
    """A width in pixels where the page gives its own."""
    return {**spec, "width": _WIDTH} if spec.get("width") == "container" else dict(spec)


def _drawn(drawing: Drawing) -> bytes | None:
    import vl_convert

    head, _, body = drawing.svg.replace("<svg ", f"<svg {_FONT} ", 1).partition(">")
    svg = f"{head}>{_PAPER}{body}"

    def draw(scale: float) -> bytes:
        made: bytes = vl_convert.svg_to_png(svg, scale=scale)
        return made

    return fitted(draw)
