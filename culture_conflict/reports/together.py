"""What a conflicting cue does in each benchmark, side by side."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import BLUE, GREY, ORANGE, Json, choose, nominal, quantity
from culture_conflict.reports.specs import tooltip as says
from culture_conflict.reports.views import BENCHMARKS

__all__ = ["together"]

_COLUMNS = (
    Column("benchmark", "benchmark"),
    Column("source", "source"),
    Column("model", "model"),
    Column("prompt_id", "prompt"),
    Column("evaluation", "evaluation"),
    Column("cue", "cue"),
    Column("measure", "measure"),
    Column("value_without", "without (%)", "rate"),
    Column("without_", "95 %", "ends"),
    Column("n_without", "n", "count"),
    Column("value_with", "with the cue (%)", "rate"),
    Column("with_", "95 %", "ends"),
    Column("n_with", "n", "count"),
    Column("change", "change (points)", "points"),
    Column("followed", "cue followed (%)", "rate"),
    Column("followed_", "95 %", "ends"),
    Column("n_followed", "of n", "count"),
    Column("followed_by", "which are"),
    Column("coverage", "coverage (%)", "rate"),
)
_ABOUT = (
    "Each benchmark has a measure of its own: right countries (rule guarded) on originals and with "
    "a flag or landmark; on dishes alone and mixed; WLA on blanked signs and on signs that name "
    "another place. How often a model follows the cue is defined by each paper in its own way."
)


def together(mart: pl.DataFrame) -> Panel:
    """Lines from without to with the cue, one model at a time, and the table of all."""
    rows = mart.sort("benchmark", "source", "model", "prompt_id", "evaluation", "cue")
    rows = rows.with_columns(pl.col("benchmark").replace(BENCHMARKS))
    names = ", ".join(rows["benchmark"].unique(maintain_order=True))
    return Panel(
        name="together",
        title="With and without a conflicting cue",
        about=_ABOUT,
        scope=f"{names} · n per row in the table",
        charts=[_lines(rows)],
        tables=[Table("benchmark_overview", "All benchmarks", _COLUMNS, rows, key="benchmark")],
    )


def _lines(rows: pl.DataFrame) -> Chart:
    known = rows.filter(pl.col("value_with").is_not_null(), pl.col("value_without").is_not_null())
    values: list[Json] = [
        {
            "model": row["model"],
            "what": f"{row['benchmark']}, {row['source']}: {row['cue']} ({row['prompt_id']})",
            "without": percent(row["value_without"]),
            "with": percent(row["value_with"]),
            "shown": f"{show(row['value_without'], 'rate')} → {show(row['value_with'], 'rate')}",
            "interval": show_interval(row["with_ci_low"], row["with_ci_high"]),
            "followed": show(row["followed"], "rate"),
        }
        for row in known.iter_rows(named=True)
    ]
    counted = known.group_by("model").len().sort(-pl.col("len").cast(pl.Int64), "model")
    models = counted["model"].to_list()
    param, chosen = choose("model", models)
    most = max([1, *counted["len"]])
    what = says(
        what="what", shown="without → with (%)", interval="95 % with", followed="follows (%)"
    )
    spec: Json = {
        "data": {"values": values},
        "params": [param],
        "transform": [chosen],
        "width": "container",
        "height": 28 * most,
        "encoding": {"y": nominal("what", None, axis={"labelLimit": 420}), "tooltip": what},
        "layer": [
            {
                "mark": {"type": "rule", "strokeWidth": 3, "color": GREY},
                "encoding": {"x": quantity("without", None), "x2": {"field": "with"}},
            },
            *(
                {
                    "mark": {"type": "point", "filled": True, "size": 80, "color": colour},
                    "encoding": {"x": quantity(side, "%", scale={"domain": [0, 100]})},
                }
                for side, colour in (("without", BLUE), ("with", ORANGE))
            ),
        ],
    }
    alt = "Lines from the measure without the cue (blue) to that with it (orange), by benchmark."
    return Chart("Without (blue) and with the cue (orange)", alt, spec, min_width=640)
