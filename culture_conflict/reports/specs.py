"""Pieces of Vega-Lite that several panels share. Values are in per cent."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

__all__ = [
    "BLUE",
    "DIVERGING",
    "DOTS",
    "GREY",
    "ORANGE",
    "choose",
    "heat_map",
    "lines_high",
    "names_of_dots",
    "nominal",
    "quantity",
    "tooltip",
]

BLUE, ORANGE, GREY = "#3b7dd8", "#e0752d", "#8a8f98"
# Open marks of several shapes, so that two in one place are both seen.
DOTS = {"type": "point", "size": 80, "strokeWidth": 2}
DIVERGING = ("#2f6fc4", "#f3ead6", "#d1611c")
_STEP = 26
Json = dict[str, Any]


def lines_high(values: Sequence[Json], field: str, step: int = _STEP) -> int:
    """Pixels for a chart with one line per value of a field."""
    return max(1, len({value[field] for value in values})) * step


def nominal(field: str, title: str | None, **more: Any) -> Json:
    """A channel of names, in the order of the rows unless `sort` says otherwise."""
    return {"field": field, "type": "nominal", "title": title, "sort": None} | more


def names_of_dots(most: int) -> Json:
    """An axis of names, at most so many pixels long, that a mark at 0 does not touch."""
    return {"labelLimit": most, "labelPadding": 10}


def quantity(field: str, title: str | None, **more: Any) -> Json:
    """A channel of numbers."""
    return {"field": field, "type": "quantitative", "title": title} | more


def tooltip(**titles: str) -> list[Json]:
    """Field by field what a mark says; names of fields are those of the values."""
    return [{"field": field, "title": title, "type": "nominal"} for field, title in titles.items()]


def choose(field: str, options: Sequence[str]) -> tuple[Json, Json]:
    """A list to choose one model from, and the filter that follows it."""
    bind = {"input": "select", "options": list(options), "name": f"{field} "}
    param = {"name": f"chosen_{field}", "value": options[0] if options else "", "bind": bind}
    return param, {"filter": f"datum.{field} === chosen_{field}"}


def heat_map(
    values: list[Json],
    *,
    x: Json,
    y: Json,
    colour: Json,
    text: str,
    says: list[Json],
    light_above: float | None = None,
) -> Json:
    """Cells with their number inside, `text` being the field that holds it as written."""
    rows = {value[y["field"]] for value in values}
    dark = {"condition": {"test": f"datum.value > {light_above}", "value": "white"}}
    ink = {"value": "#14181f"} | (dark if light_above is not None else {})
    return {
        "data": {"values": values},
        "width": "container",
        "height": max(1, len(rows)) * _STEP,
        "encoding": {"x": x, "y": y, "tooltip": says},
        "layer": [
            {"mark": {"type": "rect", "cornerRadius": 2}, "encoding": {"color": colour}},
            {
                "mark": {"type": "text", "fontSize": 11},
                "encoding": {"text": {"field": text, "type": "nominal"}, "color": ink},
            },
        ],
    }
