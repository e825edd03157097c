"""How far answers about street scenes lie off, by kind of picture."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_rows import by_editor, in_order, named, span, titled
from culture_conflict.reports.signpost_views import measured, sorted_models
from culture_conflict.reports.specs import Json, lines_high, nominal, quantity, tooltip
from culture_conflict.reports.views import View

__all__ = ["errors"]

_BAR = ["model", "variant", "editor"]
_CLASSES = {
    "up to 25 km": "#2f6fc4",
    "up to 200 km": "#6f9fdc",
    "up to 750 km": "#b9cfe9",
    "up to 2,500 km": "#f0c9a4",
    "farther": "#d1611c",
    "no place": "#8a8f98",
}


def errors(frames: Frames, view: View) -> Panel:
    """The distribution of errors by kind of picture, one bar each; every editor's on its own."""
    rows = measured(frames, "signpost_errors", view)
    totals = rows.group_by(_BAR).agg(pl.col("n").sum().alias("of"))
    shares = rows.join(totals, on=_BAR).with_columns(share=pl.col("n") / pl.col("of"))
    wide = in_order(
        shares.group_by(*_BAR, "of").agg(
            *(
                pl.col("share").filter(pl.col("class") == name).sum().alias(name)
                for name in _CLASSES
            )
        )
    )
    columns = (
        Column("model", "model"),
        Column("variant", "pictures"),
        Column("editor", "editor"),
        *(Column(name, f"{name} (%)", "rate") for name in _CLASSES),
        Column("of", "n", "count"),
    )
    place = {name: number for number, name in enumerate(_CLASSES)}
    values = [
        {
            "model": row["model"],
            "variant": row["variant"],
            "who": f"{named(row)['who']}, {titled(row['variant'])}",
            "class": row["class"],
            "order": place[row["class"]],
            "value": percent(row["share"]),
            "shown": show(row["share"], "rate"),
            "n": show(row["of"], "count"),
        }
        for row in by_editor(sorted_models(in_order(shares)))
    ]
    scale = {"domain": list(_CLASSES), "range": list(_CLASSES.values())}
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": lines_high(values, "who", 18),
        "mark": {"type": "bar"},
        "encoding": {
            "y": nominal("who", None, axis={"labelLimit": 260}),
            "x": quantity("value", "answers (%)", scale={"domain": [0, 100]}),
            "color": nominal("class", None, scale=scale, legend={"orient": "top", "columns": 3}),
            "order": {"field": "order", "type": "quantitative"},
            "tooltip": tooltip(
                model="model", variant="pictures", **{"class": "distance"}, shown="%", n="n"
            ),
        },
    }  # fmt: skip
    alt = "Stacked bars of answers by distance from the scene, one per kind of picture and model."
    return Panel(
        "signpost-errors",
        "How far off",
        "Each bar is all answers to one kind of picture, by their distance from the scene.",
        view.scope(f"n per bar: {span(totals['of'])}"),
        charts=[Chart("Distances from the scene", alt, spec, min_width=420)],
        tables=[
            Table("int_signpost_answers", "Answers by distance", columns, sorted_models(wide),
                  folded="The shares as a table")
        ],
    )  # fmt: skip
