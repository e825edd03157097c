"""A leaderboard as dots: a line per model, a colour per number."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

from culture_conflict.reports.model import Spec
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import (
    BLUE,
    GREY,
    ORANGE,
    Json,
    names_of_dots,
    nominal,
    quantity,
    tooltip,
)

__all__ = ["board_spec"]

_COLOURS = (BLUE, ORANGE, GREY)
_JOINED: Json = {"mark": {"type": "line", "color": GREY, "strokeWidth": 2, "opacity": 0.5}}


def board_spec(rows: pl.DataFrame, series: Mapping[str, str], title: str) -> Spec:
    """A point per model and number (fractions) of `series`, which maps columns to words.

    Where intervals (`<column>_ci_low`, `_ci_high`) are known, numbers stand apart with whiskers;
    else a line joins those of a model.
    """
    rows = rows.with_columns(_label=_label(rows))
    names = rows["_label"].unique(maintain_order=True).to_list()
    domain = list(series.values())
    scale = {"domain": domain, "range": list(_COLOURS[: len(domain)])}
    colour = nominal("pictures", None, scale=scale, legend={"orient": "top", "labelLimit": 300})
    x = quantity("value", title, scale={"domain": [0, 100]})
    values = _values(rows, series)
    drawn = any(value["low"] is not None for value in values)
    place = nominal("pictures", None, sort=domain, scale={"paddingOuter": 0.6})
    apart = {"yOffset": place} if drawn else {}
    says = tooltip(model="model", pictures="pictures", shown="%", interval="95 %")
    return {
        "data": {"values": values},
        "width": "container",
        "height": (26 if len(domain) < 3 else 40) * len(names),
        "encoding": {"y": nominal("model", None, sort=names, axis=names_of_dots(190))},
        "layer": [
            *([] if drawn else [_JOINED | {"encoding": {"x": x, "detail": {"field": "model"}}}]),
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": quantity("low", None), "x2": {"field": "high"}, "color": colour}
                | apart,
            },
            {
                "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
                "encoding": {
                    "x": x,
                    "color": colour,
                    "shape": nominal("pictures", None, scale={"domain": domain}),
                    "tooltip": says,
                }
                | apart,
            },
        ],
    }


def _label(rows: pl.DataFrame) -> pl.Expr:
    """The model, and who made the pictures where that differs."""
    if rows["editor"].n_unique() > 1:
        return pl.format("{} · {}", pl.col("model"), pl.col("editor"))
    return pl.col("model")


def _values(rows: pl.DataFrame, series: Mapping[str, str]) -> list[dict[str, object]]:
    return [
        {
            "model": row["_label"],
            "pictures": pictures,
            "value": percent(row[name]),
            "low": percent(row[f"{name}_ci_low"]),
            "high": percent(row[f"{name}_ci_high"]),
            "shown": show(row[name], "rate"),
            "interval": show_interval(row[f"{name}_ci_low"], row[f"{name}_ci_high"]),
        }
        for row in rows.iter_rows(named=True)
        for name, pictures in series.items()
        if row[name] is not None
    ]
