"""Statistics that a warehouse may or may not have: tests and paired effects, or their absence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import polars as pl

from culture_conflict.reports.model import Chart, Column, Kind, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.specs import BLUE, GREY, Json, choose, nominal, quantity, tooltip
from culture_conflict.reports.views import View, in_order_of

__all__ = ["extras"]

_CORRELATION, _CORRELATED = "confused_tourist_correlation", "confused_tourist"
_TITLES = {
    "model_comparison": (
        "Models compared",
        "Two models on the same pictures, paired by item, with test, correction and n.",
    ),
    "conflict_effect": (
        "Effect of the conflict",
        "What a foreign cue does to each model, paired with the named control or original.",
    ),
    "prompt_effect": (
        "Effect of the prompt",
        "The same pictures asked in other words: paired differences between two prompts.",
    ),
    _CORRELATION: (
        "Accuracy and distraction together",
        "Their correlation; below zero where the less accurate are distracted more.",
    ),
}
_HIDDEN = frozenset(
    (
        *("benchmark", "source", "source_version", "origin", "is_sample", "evaluation", "rule"),
        *("kind", "kind_a", "kind_b"),
    )
)
_RATES = {"value_a", "value_b", "value_with", "value_without", "coverage", "accuracy", "share"}
_POINTS = ("delta", "effect", "difference")
_VERDICTS = {True: "beyond chance", False: "not told from chance", None: "not tested"}
_POOLED = ("pair_method", "difficulty")
_MOST, _CHARTED = 400, 60


def extras(frames: Frames, view: View) -> Iterator[Panel]:
    """A panel for each optional table that is there, and one that names the others."""
    titles = [name for name in _TITLES if name != _CORRELATION or view.benchmark == _CORRELATED]
    held = {name: frame for name in titles if (frame := frames.get(name)) is not None}
    yield from (_extra(name, frame, view) for name, frame in held.items())
    if absent := [name for name in titles if name not in held]:
        named = ", ".join(f"{_TITLES[name][0].lower()} ({name})" for name in absent)
        yield Panel(
            name="absent",
            title="Statistics that this warehouse lacks",
            about="The report shows these tables where the warehouse has them.",
            scope=view.scope("no n"),
            missing=f"Not built: {named}.",
        )


def _extra(name: str, held: pl.DataFrame, view: View) -> Panel:
    title, about = _TITLES[name]
    panel = Panel(name.replace("_", "-"), title, about, view.scope("n in the table"))
    rows = _about(held, view)
    if rows.is_empty():
        return replace(panel, scope=view.scope("n = 0"), missing=f"{name} has no row about this.")
    by_rule = {"guarded": rows}
    if "rule" in rows.columns:
        by_rule = {rule: rows.filter(rule=rule) for rule in ("guarded", "as_published")}
    tables = [_table(name, title, part, rule) for rule, part in by_rule.items() if part.height]
    if name == _CORRELATION:
        tables = [_table(name, title, rows, None)]
    return replace(panel, charts=_charts(title, by_rule["guarded"]), tables=tables)


def _about(held: pl.DataFrame, view: View) -> pl.DataFrame:
    """Rows of the view; a row about two prompts belongs to the views of both."""
    keys = ("benchmark", "source", "evaluation")
    wanted = [pl.col(key) == getattr(view, key) for key in keys if key in held.columns]
    if "origin" in held.columns:
        printed = (pl.col("origin") == "published") & (pl.col("benchmark") == view.benchmark)
        held = pl.concat([held.filter(printed), held.filter(~printed).filter(wanted)])
        wanted = []
    prompts = [name for name in held.columns if name.startswith("prompt_id")]
    if prompts and "origin" not in held.columns:
        wanted.append(pl.any_horizontal(pl.col(name) == view.prompt_id for name in prompts))
    rows = held.filter(wanted) if wanted else held
    return in_order_of(rows, view) if "model" in rows.columns else rows


def _table(name: str, title: str, rows: pl.DataFrame, rule: str | None) -> Table:
    """The rows; folded under the chart where they are of one rule."""
    columns = tuple(_columns(rows, _HIDDEN if rule else _HIDDEN - {"origin", "rule"}))
    folded = "All rows" if rule == "guarded" else "The same as published"
    return Table(
        name,
        f"{title}, rule {rule}" if rule else title,
        columns,
        rows.head(_MOST),
        key=columns[0].name,
        folded=folded if rule else None,
        left_out=max(0, rows.height - _MOST),
    )


def _columns(rows: pl.DataFrame, hidden: frozenset[str]) -> Iterator[Column]:
    """The table's own columns in their order, an interval where its lower end stands."""
    ends: Kind = "point_ends" if _effect(rows) else "number_ends"
    for name in rows.columns:
        words = name.replace("_", " ")
        if name.endswith("ci_low"):
            yield Column(name.removesuffix("ci_low"), "95 %", ends)
        elif name in hidden or name.endswith("ci_high"):
            continue
        elif name in _RATES:
            yield Column(name, f"{words} (%)", "rate")
        elif name in _POINTS:
            yield Column(name, f"{words} (points)", "points")
        elif name in {"p", "p_holm"}:
            yield Column(name, words, "p")
        elif rows[name].dtype.is_integer():
            yield Column(name, words, "count")
        else:
            yield Column(name, words, "number" if rows[name].dtype.is_float() else "text")


def _effect(rows: pl.DataFrame) -> str | None:
    return next((name for name in _POINTS if name in rows.columns), None)


def _charts(title: str, rows: pl.DataFrame) -> list[Chart]:
    effect = _effect(rows)
    model = next((name for name in ("model", "model_a") if name in rows.columns), None)
    if effect is None or model is None or "ci_low" not in rows.columns:
        return []
    pooled = [pl.col(name) == "all" for name in _POOLED if name in rows.columns]
    known = rows.filter(pl.col(effect).is_not_null(), *pooled)
    shown = known.group_by(model, maintain_order=True).head(_CHARTED)
    values = [_value(row, effect, model, _telling(known, model)) for row in shown.to_dicts()]
    return [_forest(title, values)] if values else []


def _telling(rows: pl.DataFrame, model: str) -> list[str]:
    """Columns of words that tell one row of a model from another."""
    hidden = {*_HIDDEN, model, "test", "correction", "reason"}
    words = [name for name in rows.columns if name not in hidden and rows[name].dtype == pl.String]
    return [name for name in words if rows[name].n_unique() > 1]


def _value(row: dict[str, Any], effect: str, model: str, telling: list[str]) -> Json:
    ends = (row["ci_low"], row["ci_high"])
    return {
        "model": row[model],
        "what": " · ".join(str(row[name]) for name in telling if row[name] is not None),
        "value": percent(row[effect]),
        "low": percent(ends[0]),
        "high": percent(ends[1]),
        "shown": show(row[effect], "points"),
        "interval": show_interval(*ends, "points"),
        "real": _VERDICTS[row.get("is_real")],
        "p": show(row.get("p_holm"), "p"),
    }


def _forest(title: str, values: list[Json]) -> Chart:
    param, chosen = choose("model", list(dict.fromkeys(value["model"] for value in values)))
    most = max(sum(v["model"] == value["model"] for v in values) for value in values)
    colour = nominal(
        "real",
        None,
        scale={"domain": [*_VERDICTS.values()], "range": [BLUE, GREY, "#c9b458"]},
        legend={"orient": "top"},
    )
    spec: Json = {
        "data": {"values": values},
        "params": [param],
        "transform": [chosen],
        "width": "container",
        "height": 18 * most,
        "encoding": {"y": nominal("what", None, axis={"labelLimit": 420}), "color": colour},
        "layer": [
            {"mark": {"type": "rule", "color": GREY}, "encoding": {"x": {"datum": 0}, "y": None}},
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": quantity("low", None), "x2": {"field": "high"}},
            },
            {
                "mark": {"type": "point", "filled": True, "size": 60, "opacity": 1},
                "encoding": {
                    "x": quantity("value", "difference (points)"),
                    "tooltip": tooltip(
                        what="what", shown="points", interval="95 %", p="p (Holm)", real="verdict"
                    ),
                },
            },
        ],
    }
    alt = (
        f"{title}: differences in points with 95 % intervals, one model at a time. The table below "
        "has all of them."
    )
    return Chart(title, alt, spec, min_width=720)
