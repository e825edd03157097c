"""Whether wrong answers follow the cue, and whether they would have said so without it."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.reports.accuracy import CELL, cell_label, in_order, span
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import BLUE, ORANGE, Json, choose, nominal, quantity, tooltip
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["distraction"]

_NAME = "confused_tourist_distraction"
_COLUMNS = (
    Column("model", "model"),
    *CELL,
    Column("distraction", "distraction (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_distracted", "distracted", "count"),
    Column("n_wrong", "n wrong", "count"),
    Column("distraction_original", "same answer, original (%)", "rate"),
    Column("distraction_original_", "95 %", "ends"),
    Column("n_distracted_original", "same, original", "count"),
    Column("n_wrong_original", "n wrong, original", "count"),
    Column("difference", "paired difference (points)", "points"),
    Column("difference_", "95 %", "point_ends"),
    Column("n_paired", "n paired", "count"),
    Column("accuracy", "right (%)", "rate"),
    Column("n", "n", "count"),
)
_CELL_KEY = [
    "source_version", "model", "editor", "rule", "perturb_method", "pair_method", "difficulty",
    "perturb_context",
]  # fmt: skip
_ABOUT = (
    "Of the wrong country answers, the share that names the country of the foreign cue. Beside it "
    "the same for the originals of the same pictures: how often the model names that country "
    "where no cue shows it. The paired difference is over all pictures answered both times."
)


def distraction(marts: pl.DataFrame, accuracies: pl.DataFrame, view: View) -> Panel:
    """Distraction against accuracy, cell by cell; `as_published` is folded below."""
    joined = _with_accuracy(_measured(marts, view), _measured(accuracies, view))
    rows = in_order_of(joined, view)
    guarded = rows.filter(pl.col("rule") == "guarded")
    if rows.is_empty():
        return Panel(
            "distraction",
            "Distraction",
            _ABOUT,
            view.scope("n = 0"),
            missing="No answer to a picture with a foreign cue has a score in this setting yet.",
        )
    published = rows.filter(pl.col("rule") == "as_published")
    return Panel(
        name="distraction",
        title="Distraction against accuracy",
        about=_ABOUT,
        scope=view.scope(f"n per cell: {span(guarded['n_wrong'])} wrong answers"),
        charts=[_chart(guarded)],
        tables=[
            Table(_NAME, "Distraction, rule guarded", _COLUMNS, guarded, folded="All cells"),
            Table(
                _NAME,
                "Distraction, rule as_published (eq. 6)",
                _COLUMNS,
                published,
                folded="The same as published",
            ),
        ],
    )


def _measured(marts: pl.DataFrame, view: View) -> pl.DataFrame:
    return of_view(marts, view).filter(
        pl.col("origin") == "measured", pl.col("category") == "all", pl.col("target") == "country"
    )


def _with_accuracy(rows: pl.DataFrame, accuracies: pl.DataFrame) -> pl.DataFrame:
    joined = rows.join(accuracies.select(*_CELL_KEY, "accuracy"), on=_CELL_KEY, how="left")
    return in_order(joined)


def _chart(rows: pl.DataFrame) -> Chart:
    param, chosen = choose("model", rows["model"].unique(maintain_order=True).to_list())
    domain = ["with the cue", "same answer, original"]
    spec: Json = {
        "data": {"values": [v for row in rows.iter_rows(named=True) for v in _values(row)]},
        "params": [param],
        "transform": [chosen],
        "width": "container",
        "height": 300,
        "encoding": {
            "x": quantity("accuracy", "right country answers (%)", scale={"domain": [0, 100]}),
            "y": quantity("value", "wrong answers that name it (%)", scale={"domain": [0, 100]}),
        },
        "layer": [
            {
                "mark": {"type": "line", "color": "#8a8f98", "opacity": 0.5},
                "encoding": {"detail": {"field": "cell"}},
            },
            _points(domain[1], domain, filled=False, size=150),
            _points(domain[0], domain, filled=True, size=70),
        ],
    }
    alt = (
        "Scatter plot of one model at a time: each kind of picture by its accuracy and its "
        "distraction, joined to the same share on the originals. The table below has all models."
    )
    return Chart("Distraction against accuracy", alt, spec)


def _points(kind: str, domain: list[str], *, filled: bool, size: int) -> Json:
    """Rings around dots, so that both are seen where they fall together."""
    colour = nominal(
        "kind", None, scale={"domain": domain, "range": [ORANGE, BLUE]}, legend={"orient": "top"}
    )
    return {
        "transform": [{"filter": f"datum.kind === '{kind}'"}],
        "mark": {"type": "point", "filled": filled, "size": size, "opacity": 1},
        "encoding": {
            "color": colour,
            "tooltip": tooltip(cell="cell", kind="what", shown="%", interval="95 %", n="n wrong"),
        },
    }


def _values(row: dict[str, Any]) -> list[Json]:
    common = {
        "model": row["model"],
        "cell": cell_label(row),
        "accuracy": percent(row["accuracy"]),
    }
    interval = show_interval(row["ci_low"], row["ci_high"])
    told = (
        ("with the cue", row["distraction"], interval, row["n_wrong"]),
        ("same answer, original", row["distraction_original"], "", row["n_wrong_original"]),
    )
    return [
        common
        | {
            "kind": kind,
            "value": percent(value),
            "shown": show(value, "rate"),
            "interval": ends,
            "n": show(n, "count"),
        }
        for kind, value, ends, n in told
        if value is not None and row["accuracy"] is not None
    ]
