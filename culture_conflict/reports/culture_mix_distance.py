"""How accuracy and entropy change with the distance between a target and its distractor."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.culture_mix_words import DISTANCES, measured, subtask_words
from culture_conflict.reports.model import Chart, Column, Kind, Panel, Table
from culture_conflict.reports.numbers import show, show_interval
from culture_conflict.reports.specs import Json, nominal, quantity, tooltip
from culture_conflict.reports.views import View

__all__ = ["mix_distance"]

_HEAD = (
    Column("model", "model"),
    Column("target", "question"),
    Column("subtask", "pictures"),
    Column("cue", "distractor"),
    Column("distance", "distance"),
)
_ACCURACY = (
    *_HEAD,
    Column("accuracy", "right (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_correct", "right", "count"),
    Column("n", "n", "count"),
    Column("coverage", "coverage (%)", "rate"),
)
_ENTROPY = (
    Column("origin", "origin"),
    *_HEAD,
    Column("bits", "bits", "number"),
    Column("", "95 %", "number_ends"),
    Column("nats", "nats", "number"),
    Column("normalised", "H / log n", "number"),
    Column("n_foods", "foods", "count"),
    Column("n", "n", "count"),
    Column("n_food_max", "most answers of a food", "count"),
    Column("coverage", "coverage (%)", "rate"),
)
_ABOUT = (
    "Whether the distractor's country is the target's, on its continent, or on another. Entropy is "
    "that of a dish's labels, the mean over dishes in bits: it grows with the number of answers, "
    "so that only cells with like counts can be compared; H / log n stands in the table. Printed "
    "entropies (Tables 2 and 8) name no unit: bits and nats of theirs are inferred."
)


def mix_distance(distance: pl.DataFrame, entropy: pl.DataFrame, view: View) -> Panel:
    """Curves of both over distance for the question for the country, guarded."""
    rows = measured(distance, view)
    guarded = rows.filter(rule="guarded")
    mine = measured(entropy, view)
    printed = entropy.filter(pl.col("origin") == "published")
    n = int(guarded["n"].sum())
    placed = mine.filter(pl.col("cue") != "all")
    return Panel(
        name="mix-distance",
        title="Distance between target and distractor",
        about=_ABOUT,
        scope=view.scope(f"n per point in the tables, {show(n, 'count')} answers in all"),
        charts=[
            _curves(guarded, "accuracy", "right (%)", "Accuracy by distance", 100),
            _curves(placed, "bits", "bits", "Entropy by distance", 1),
        ]
        if n
        else [],
        tables=[
            Table(
                "culture_mix_distance",
                "Accuracy, rule guarded",
                _ACCURACY,
                guarded,
                folded="Accuracy, all cells",
            ),
            Table(
                "culture_mix_distance",
                "Accuracy, rule as_published",
                _ACCURACY,
                rows.filter(rule="as_published"),
                folded="The same as published",
            ),
            Table(
                "culture_mix_entropy",
                "Entropy",
                _ENTROPY,
                pl.concat([mine, printed]),
                folded="Entropy, all cells, and Tables 2 and 8",
            ),
        ],
        missing=None if n else "No picture with a distractor was answered in this setting.",
    )


def _curves(rows: pl.DataFrame, value: str, title: str, heading: str, scale: int) -> Chart:
    kind: Kind = "rate" if value == "accuracy" else "number"
    known = rows.filter(pl.col(value).is_not_null(), target="country")
    values: list[Json] = [
        {
            "model": row["model"],
            "distance": DISTANCES[row["distance"]],
            "panel": f"{subtask_words(row['subtask'])}: {row['cue']}",
            "value": scale * row[value],
            "low": None if row["ci_low"] is None else scale * row["ci_low"],
            "high": None if row["ci_high"] is None else scale * row["ci_high"],
            "shown": show(row[value], kind),
            "interval": show_interval(row["ci_low"], row["ci_high"], kind),
            "n": show(row["n"], "count"),
        }
        for row in known.iter_rows(named=True)
    ]
    x = nominal("distance", None, scale={"domain": [*DISTANCES.values()]}, axis={"labelAngle": -20})
    x["sort"] = [*DISTANCES.values()]
    spec: Json = {
        "data": {"values": values},
        "columns": 2,
        "facet": {"field": "panel", "type": "nominal", "title": None, "sort": None},
        "spec": {
            "width": 300,
            "height": 170,
            "encoding": {
                "x": x,
                "color": nominal(
                    "model", None, legend={"orient": "bottom", "columns": 1, "labelLimit": 280}
                ),
            },
            "layer": [
                {
                    "mark": {"type": "line"},
                    "encoding": {"y": quantity("value", title), "order": {"value": 0}},
                },
                {
                    "transform": [{"filter": "isValid(datum.low)"}],
                    "mark": {"type": "rule", "opacity": 0.6},
                    "encoding": {"y": quantity("low", title), "y2": {"field": "high"}},
                },
                {
                    "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
                    "encoding": {
                        "y": quantity("value", title),
                        "tooltip": tooltip(
                            model="model",
                            panel="pictures",
                            distance="distance",
                            shown=title,
                            interval="95 %",
                            n="n",
                        ),
                    },
                },
            ],
        },
        "autosize": "pad",
    }
    alt = f"{heading}: one curve per model, a field per kind of picture and distractor."
    return Chart(heading, alt, spec, min_width=720)
