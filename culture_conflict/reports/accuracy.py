"""How often models are right, by cue, by how the cue's country was chosen, and by difficulty."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import Json, heat_map, nominal, quantity, tooltip
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["CELL", "accuracy", "cell_label", "heat", "in_order", "span"]

CELL = (
    Column("perturb_method", "pictures"),
    Column("pair_method", "pairing"),
    Column("difficulty", "difficulty"),
    Column("perturb_context", "cue"),
)
_COLUMNS = (
    Column("model", "model"),
    Column("target", "question"),
    *CELL,
    Column("accuracy", "right (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_correct", "right", "count"),
    Column("n", "n", "count"),
    Column("coverage", "coverage (%)", "rate"),
    Column("accuracy_all", "right, errors wrong (%)", "rate"),
    Column("accuracy_all_", "95 %", "ends"),
    Column("drop_paired", "paired drop (points)", "points"),
    Column("drop_paired_", "95 %", "point_ends"),
    Column("n_paired", "n paired", "count"),
    Column("drop_unpaired", "unpaired drop (points)", "points"),
    Column("drop_unpaired_", "95 %", "point_ends"),
)
_WORDS = {"accuracy": "right", "distraction": "distraction"}
_METHODS = ("none", "control", "stacked", "generative")
_CONTEXTS = ("none", "congruent_flag", "grey_patch", "flag", "landmark", "flag_landmark")
_ABOUT = (
    "Micro averages over pictures, all categories together. Hard pairs are the most similar or the "
    "nearest countries. Controls tell a foreign cue from a covered corner: the item's own flag, "
    "and a grey patch of the same size. Drops compare with the same items' originals: paired on "
    "the items of the cell, or unpaired as the paper does."
)


def accuracy(marts: pl.DataFrame, view: View) -> Panel:
    """Heat maps of both questions under `guarded`; `as_published` is folded below."""
    measured = of_view(marts, view).filter(
        pl.col("origin") == "measured", pl.col("category") == "all"
    )
    rows = in_order_of(in_order(measured), view)
    guarded = rows.filter(pl.col("rule") == "guarded")
    published = rows.filter(pl.col("rule") == "as_published")
    name = "confused_tourist_accuracy"
    return Panel(
        name="accuracy",
        title="Accuracy by cue and difficulty",
        about=_ABOUT,
        scope=view.scope(f"n per cell in the table, {span(guarded['n'])} answers"),
        charts=[heat(guarded, target) for target in ("country", "item")] if rows.height else [],
        tables=[
            Table(name, "Accuracy, rule guarded", _COLUMNS, guarded, folded="All cells"),
            Table(
                name,
                "Accuracy, rule as_published (eq. 5)",
                _COLUMNS,
                published,
                folded="The same as published",
            ),
        ]
        if rows.height
        else [],
        missing=None if rows.height else "No answer has a score in this setting yet.",
    )


def span(counts: pl.Series) -> str:
    """The smallest and the largest count, in words."""
    low, high = counts.min(), counts.max()
    return show(low, "count") if low == high else f"{show(low, 'count')} to {show(high, 'count')}"


def in_order(rows: pl.DataFrame) -> pl.DataFrame:
    """Rows by model and question, then originals, controls and cues."""
    return rows.sort(
        "model",
        "target",
        _place("perturb_method", _METHODS),
        "pair_method",
        "difficulty",
        _place("perturb_context", _CONTEXTS),
        "editor",
    )


def _place(name: str, order: tuple[str, ...]) -> pl.Expr:
    """Where a value stands in an order; values that it lacks come last."""
    return pl.col(name).replace_strict(order, range(len(order)), default=len(order))


def cell_label(row: dict[str, Any]) -> str:
    """A cell's name for a chart's axis."""
    context = str(row["perturb_context"]).replace("_", " ").replace("flag landmark", "both")
    match row["perturb_method"]:
        case "none":
            return "original"
        case "control":
            return context
        case "stacked":
            return f"{row['pair_method']} {row['difficulty']} {context}"
        case method:
            return f"{method} {row['pair_method']} {row['difficulty']} {context}"


def heat(rows: pl.DataFrame, target: str, rate: str = "accuracy", min_width: int = 820) -> Chart:
    """A rate of one question, models by kinds of picture."""
    cells = rows.filter(pl.col("target") == target, pl.col(rate).is_not_null())
    values = [_value(row, rate) for row in cells.iter_rows(named=True)]
    columns = list(dict.fromkeys(value["cell"] for value in values))
    what = _WORDS[rate]
    spec = heat_map(
        values,
        x=nominal("cell", None, sort=columns, axis={"labelAngle": -40, "labelLimit": 190}),
        y=nominal("model", None, axis={"labelLimit": 180}),
        colour=quantity(
            "value",
            f"{what} (%)",
            scale={"domain": [0, 100], "scheme": "blues"},
            legend={"orient": "top", "gradientLength": 160},
        ),
        text="shown",
        light_above=55,
        says=tooltip(model="model", cell="cell", shown=f"{what} (%)", interval="95 %", n="n"),
    )
    alt = (
        f"Heat map of the {target} question, {what}: {cells['model'].n_unique()} models by "
        f"{len(columns)} kinds of picture; the numbers are in the table below."
    )
    return Chart(f"{target.capitalize()} question: {what} (%)", alt, spec, min_width)


def _value(row: dict[str, Any], rate: str) -> Json:
    return {
        "model": row["model"],
        "cell": cell_label(row),
        "value": percent(row[rate]),
        "shown": show(row[rate], "rate"),
        "interval": show_interval(row["ci_low"], row["ci_high"]),
        "n": show(row["n"], "count"),
    }
