"""How often models are right about a dish alone, beside another, before a place, and both."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.culture_mix_words import SUBTASKS, measured, subtask_words
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import BLUE, ORANGE, Json, nominal, quantity, tooltip
from culture_conflict.reports.views import View

__all__ = ["mix_accuracy"]

_COLUMNS = (
    Column("origin", "origin"),
    Column("model", "model"),
    Column("target", "question"),
    Column("subtask", "pictures"),
    Column("background_kind", "place"),
    Column("accuracy", "right (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_correct", "right", "count"),
    Column("n", "n", "count"),
    Column("coverage", "coverage (%)", "rate"),
)
_ABOUT = (
    "The dish's name and its country, micro over pictures: the dish alone (with its augmented "
    "copies), beside another dish, before a place, and both. Printed figures of Tables 6 and 7 "
    "stand in the folded table, under the paper's rule."
)


def mix_accuracy(mart: pl.DataFrame, view: View) -> Panel:
    """Dots with intervals under `guarded`; `as_published` and the paper's figures are folded."""
    rows = measured(mart, view)
    guarded = rows.filter(rule="guarded")
    whole = guarded.filter(background_kind="all")
    printed = mart.filter(pl.col("origin") == "published")
    literal = pl.concat([rows.filter(rule="as_published"), printed])
    name, n = "culture_mix_accuracy", int(whole["n"].sum())
    return Panel(
        name="mix-accuracy",
        title="Accuracy alone and mixed",
        about=_ABOUT,
        scope=view.scope(f"n = {show(n, 'count')} answers to two questions, all models"),
        charts=[_dots(whole, target) for target in ("country", "name")] if n else [],
        tables=[
            Table(name, "Accuracy, rule guarded", _COLUMNS, guarded, folded="All cells"),
            Table(
                name,
                "Accuracy as published, and Tables 2, 6 and 7",
                _COLUMNS,
                literal,
                folded="The same as published, beside the printed figures",
            ),
        ],
        missing=None if n else "No answer has a score in this setting yet.",
    )


def _dots(rows: pl.DataFrame, target: str) -> Chart:
    shown = rows.filter(pl.col("target") == target, pl.col("accuracy").is_not_null())
    values: list[Json] = [
        {
            "model": row["model"],
            "pictures": subtask_words(row["subtask"]),
            "value": percent(row["accuracy"]),
            "low": percent(row["ci_low"]),
            "high": percent(row["ci_high"]),
            "shown": show(row["accuracy"], "rate"),
            "interval": show_interval(row["ci_low"], row["ci_high"]),
            "n": f"{show(row['n_correct'], 'count')} of {show(row['n'], 'count')}",
        }
        for row in shown.iter_rows(named=True)
    ]
    kinds = [SUBTASKS[name] for name in ("sf", "mf", "sfb", "mfb")]
    colour = nominal(
        "pictures",
        None,
        scale={"domain": kinds, "range": ["#8a8f98", BLUE, ORANGE, "#7a5cc0"]},
        legend={"orient": "top", "columns": 2},
    )
    y = nominal("model", None, axis={"labelLimit": 220})
    offset = nominal("pictures", None, scale={"domain": kinds})
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": 64 * max(1, shown["model"].n_unique()),
        "encoding": {"y": y, "yOffset": offset, "color": colour},
        "layer": [
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": quantity("low", None), "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 70, "opacity": 1},
                "encoding": {
                    "x": quantity("value", "right (%)", scale={"domain": [0, 100]}),
                    "tooltip": tooltip(
                        model="model", pictures="pictures", shown="%", interval="95 %", n="right"
                    ),
                },
            },
        ],
    }
    asked = "country" if target == "country" else "name of the dish"
    alt = f"Right answers to the question for the {asked} by kind of picture; see the table."
    return Chart(f"Right {asked}", alt, spec, min_width=420)
