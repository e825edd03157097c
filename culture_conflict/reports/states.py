"""What became of every question: answers, refusals, errors, silence."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.specs import Json, nominal, quantity, tooltip
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["states"]

_STATES = {
    "ok": "#3b7dd8",
    "hedged": "#7fb2ff",
    "abstained": "#c9b458",
    "refused": "#e0752d",
    "unparsed": "#b04e9c",
    "truncated": "#7a5cc0",
    "empty": "#5a6270",
    "filtered": "#a3562a",
    "out_of_range": "#2c8c84",
    "error": "#c62f3b",
    "missing": "#b9bec7",
}
_COLUMNS = (
    Column("model", "model"),
    Column("n_variants", "pictures", "count"),
    *(Column(f"n_{state}", state.replace("_", " "), "count") for state in _STATES),
    Column("coverage", "coverage (%)", "rate"),
    Column("error_rate", "errors (%)", "rate"),
    Column("error_rate_", "95 %", "ends"),
    Column("n_unscored", "without a score", "count"),
    Column("n_stale", "to older pictures", "count"),
)
_ABOUT = (
    "Each picture's answer ends in one state. Hedged names two countries, abstained says that the "
    "model does not know, refused declines. Errors and missing answers lower the coverage; every "
    "other state without a right answer counts as wrong."
)


def states(coverage: pl.DataFrame, view: View) -> Panel:
    """Counts of states, a bar per model."""
    rows = in_order_of(of_view(coverage, view), view)
    incomplete = rows.with_columns(_partial=pl.col("coverage") < 1)
    return Panel(
        name="states",
        title="Refusals, errors and other states",
        about=_ABOUT,
        scope=view.scope(f"n = {show(rows['n_variants'].max(), 'count')} pictures per model"),
        charts=[_chart(rows)],
        tables=[
            Table("answer_coverage", "Answers by state", _COLUMNS, incomplete, partial="_partial")
        ],
    )


def _chart(rows: pl.DataFrame) -> Chart:
    values: list[Json] = [
        {
            "model": row["model"],
            "state": state.replace("_", " "),
            "n": row[f"n_{state}"],
            "shown": show(row[f"n_{state}"], "count"),
            "order": order,
        }
        for row in rows.iter_rows(named=True)
        for order, state in enumerate(_STATES)
        if row[f"n_{state}"]
    ]
    seen = [state for state in _STATES if rows[f"n_{state}"].sum()]
    scale = {
        "domain": [state.replace("_", " ") for state in seen],
        "range": [_STATES[state] for state in seen],
    }
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": 24 * rows["model"].n_unique(),
        "mark": {"type": "bar"},
        "encoding": {
            "y": nominal("model", None, axis={"labelLimit": 180}),
            "x": quantity("n", "pictures", stack="zero"),
            "order": {"field": "order"},
            "color": nominal("state", None, scale=scale, legend={"orient": "top", "columns": 4}),
            "tooltip": tooltip(model="model", state="state", shown="pictures"),
        },
    }
    alt = (
        f"Stacked bars of {rows.height} models: pictures by the state of their answer. Seen: "
        f"{', '.join(seen)}. The counts are in the table below."
    )
    return Chart("Answers by state", alt, spec)
