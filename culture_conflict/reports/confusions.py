"""Which country is taken for which, and which countries a model falls back on."""

from __future__ import annotations

from collections import Counter

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import BLUE, ORANGE, Json, choose, heat_map, nominal, quantity
from culture_conflict.reports.specs import tooltip as says
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["confusions", "fallback"]

_SHOWN = 12
_CONFUSED = (
    Column("model", "model"),
    Column("truth_name", "right country"),
    Column("answer_name", "answered country"),
    Column("n", "answers", "count"),
    Column("n_distracted", "of these, the cue's country", "count"),
)
_FALLBACK = (
    Column("model", "model"),
    Column("perturb_method", "pictures"),
    Column("rank", "#", "count"),
    Column("country_name", "answered country"),
    Column("share", "share (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_answers", "answers", "count"),
    Column("n", "n", "count"),
)
_NOTHING = "No wrong country answer in this setting."


def confusions(counted: pl.DataFrame, view: View) -> Panel:
    """The most frequent pairs of right and answered country, per model."""
    rows = of_view(counted, view)
    shown = in_order_of(_first(rows), view)
    about = (
        "Wrong country answers to pictures with a foreign cue, rule guarded, counted by the right "
        f"and the answered country: the {_SHOWN} most frequent pairs of each model. The last "
        "column says how many of them name the country of the cue."
    )
    wrong = int(rows["n"].sum())
    return Panel(
        name="confusions",
        title="What is taken for what",
        about=about,
        scope=view.scope(f"n = {show(wrong, 'count')} wrong answers of all models"),
        charts=[_grid(shown)] if wrong else [],
        tables=[_confused(rows, shown)] if wrong else [],
        missing=None if wrong else _NOTHING,
    )


def fallback(mart: pl.DataFrame, view: View) -> Panel:
    """The countries that wrong answers name where they don't follow the cue."""
    cells = of_view(mart, view).sort("perturb_method", "rank", "country_name")
    rows = in_order_of(cells, view)
    guarded = rows.filter(pl.col("rule") == "guarded")
    empty = guarded.is_empty()
    about = (
        "Wrong country answers that do not follow the cue, by the country they name: what a model "
        "says when it does not know. Shares are of those answers, for each kind of picture."
    )
    return Panel(
        name="fallback",
        title="Fallback countries",
        about=about,
        scope=view.scope("n per model and kind of picture in the table"),
        charts=[] if empty else [_bars(guarded.filter(pl.col("rank") <= _SHOWN))],
        tables=[] if empty else [_ranked(rows, rule) for rule in ("guarded", "as_published")],
        missing=_NOTHING if empty else None,
    )


def _first(rows: pl.DataFrame) -> pl.DataFrame:
    order = ["model", "n", "truth_name", "answer_name"]
    ordered = rows.sort(order, descending=[False, True, False, False])
    return ordered.group_by("model", maintain_order=True).head(_SHOWN)


def _confused(rows: pl.DataFrame, shown: pl.DataFrame) -> Table:
    return Table(
        "int_answers",
        "Confusions, rule guarded",
        _CONFUSED,
        shown,
        folded="The numbers",
        left_out=rows.height - shown.height,
    )


def _ranked(rows: pl.DataFrame, rule: str) -> Table:
    ruled = rows.filter(pl.col("rule") == rule)
    shown = ruled.filter(pl.col("rank") <= _SHOWN)
    return Table(
        "confused_tourist_fallback",
        f"Fallback countries, rule {rule}",
        _FALLBACK,
        shown,
        folded="The numbers" if rule == "guarded" else "The same as published",
        left_out=ruled.height - shown.height,
    )


def _tallest(values: list[Json], name: str) -> int:
    """The most rows that one model needs."""
    pairs = {(value["model"], value[name]) for value in values}
    return max(Counter(model for model, _ in pairs).values())


def _grid(rows: pl.DataFrame) -> Chart:
    param, chosen = choose("model", rows["model"].unique(maintain_order=True).to_list())
    values: list[Json] = [
        {
            "model": row["model"],
            "truth": row["truth_name"] or row["truth_country"],
            "answer": row["answer_name"],
            "value": row["n"],
            "shown": show(row["n"], "count"),
            "followed": show(row["n_distracted"], "count"),
        }
        for row in rows.iter_rows(named=True)
    ]
    most = max(value["value"] for value in values)
    spec = heat_map(
        values,
        x=nominal("answer", "answered", axis={"labelAngle": -40, "labelLimit": 150}),
        y=nominal("truth", "right", axis={"labelLimit": 150}),
        colour=quantity(
            "value", "answers", scale={"scheme": "oranges", "domain": [0, most]}, legend=None
        ),
        text="shown",
        light_above=0.6 * most,
        says=says(truth="right", answer="answered", shown="answers", followed="the cue's country"),
    )
    alt = (
        f"Heat map of one model at a time: its {_SHOWN} most frequent pairs of right and answered "
        "country. The table below has all models."
    )
    spec |= {"params": [param], "transform": [chosen], "height": 24 * _tallest(values, "truth")}
    return Chart("Most frequent confusions", alt, spec, min_width=560)


def _bars(rows: pl.DataFrame) -> Chart:
    param, chosen = choose("model", rows["model"].unique(maintain_order=True).to_list())
    kinds = rows["perturb_method"].unique(maintain_order=True).to_list()
    values: list[Json] = [
        {
            "model": row["model"],
            "pictures": row["perturb_method"],
            "country": row["country_name"],
            "value": percent(row["share"]),
            "shown": show(row["share"], "rate"),
            "interval": show_interval(row["ci_low"], row["ci_high"]),
            "n": f"{show(row['n_answers'], 'count')} of {show(row['n'], 'count')}",
        }
        for row in rows.iter_rows(named=True)
    ]
    colours = [BLUE, "#8a8f98", ORANGE, "#7a5cc0"]
    spec: Json = {
        "data": {"values": values},
        "params": [param],
        "transform": [chosen],
        "width": "container",
        "height": 9 * len(kinds) * _tallest(values, "country"),
        "mark": {"type": "bar", "cornerRadiusEnd": 2},
        "encoding": {
            "y": nominal("country", None, axis={"labelLimit": 150}),
            "yOffset": nominal("pictures", None),
            "x": quantity("value", "share of such answers (%)"),
            "color": nominal(
                "pictures",
                "pictures",
                scale={"domain": kinds, "range": colours[: len(kinds)]},
                legend={"orient": "top"},
            ),
            "tooltip": says(
                country="country", pictures="pictures", shown="%", interval="95 %", n="n"
            ),
        },
    }
    alt = (
        "Bars of one model at a time: the countries that its wrong answers name, for originals "
        "(none), controls and pictures with a foreign cue. The table below has all models."
    )
    return Chart("Fallback countries", alt, spec)
