"""Differences with their intervals and verdicts, a line each, one model at a time."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import polars as pl

from culture_conflict.reports.model import Chart
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import BLUE, GREY, Json, choose, nominal, quantity, tooltip

__all__ = ["forest"]

_VERDICTS = {True: "beyond chance", False: "not told from chance", None: "not tested"}
_POOLED = ("pair_method", "difficulty")
_CHARTED = 60


def forest(
    title: str, rows: pl.DataFrame, effect: str | None, hidden: Collection[str]
) -> list[Chart]:
    """A chart of the column `effect` with its intervals, a model at a time; none where it lacks.

    A row is named by the columns of words that differ, those `hidden` left out.
    """
    model = next((name for name in ("model", "model_a") if name in rows.columns), None)
    if effect is None or model is None or "ci_low" not in rows.columns:
        return []
    pooled = [pl.col(name) == "all" for name in _POOLED if name in rows.columns]
    known = rows.filter(pl.col(effect).is_not_null(), *pooled)
    shown = known.group_by(model, maintain_order=True).head(_CHARTED)
    values = [
        _value(row, effect, model, _telling(known, {*hidden, model})) for row in shown.to_dicts()
    ]
    return [_chart(title, values)] if values else []


def _telling(rows: pl.DataFrame, hidden: set[str]) -> list[str]:
    """Columns of words that tell one row of a model from another."""
    unsaid = hidden | {"test", "correction", "reason"}
    words = [name for name in rows.columns if name not in unsaid and rows[name].dtype == pl.String]
    return [name for name in words if name == "model_b" or rows[name].n_unique() > 1]


def _value(row: dict[str, Any], effect: str, model: str, telling: list[str]) -> Json:
    ends = (row["ci_low"], row["ci_high"])
    return {
        "model": row[model],
        "what": _named(row, telling),
        "value": percent(row[effect]),
        "low": percent(ends[0]),
        "high": percent(ends[1]),
        "shown": show(row[effect], "points"),
        "interval": show_interval(*ends, "points"),
        "real": _VERDICTS[row.get("is_real")],
        "p": show(row.get("p_holm"), "p"),
    }


def _named(row: dict[str, Any], telling: list[str]) -> str:
    """The words that differ; unperturbed pictures have no cue and no editor to name."""
    words = [str(row[name]) for name in telling if row[name] not in {None, "none"}]
    is_original = "perturb_method" in telling and row["perturb_method"] == "none"
    return " · ".join([*words, "originals"] if is_original else words)


def _chart(title: str, values: list[Json]) -> Chart:
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
