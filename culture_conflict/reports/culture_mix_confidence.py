"""Whether dishes that a model is sure of alone keep their label when mixed (Figure 7)."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.culture_mix_words import country_name, measured
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show
from culture_conflict.reports.specs import BLUE, Json, choose, quantity, tooltip
from culture_conflict.reports.views import View, in_order_of, of_view

__all__ = ["mix_confidence"]

_COLUMNS = (
    Column("model", "model"),
    Column("target", "question"),
    Column("subtask", "pictures"),
    Column("level", "alone"),
    Column("label_shift", "shifted (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_shifted", "shifted", "count"),
    Column("n", "n", "count"),
    Column("n_foods", "dishes", "count"),
    Column("spearman", "rank correlation", "number"),
    Column("spearman_", "95 %", "number_ends"),
    Column("coverage", "coverage (%)", "rate"),
)
_ABOUT = (
    "Each point is a dish: the entropy of the countries answered to its single pictures, and the "
    "share of its mixed pictures whose label is another than alone. Certain means one label alone, "
    "wavering several. The correlation is over dishes; a dish needs two answers alone."
)


def mix_confidence(foods: pl.DataFrame, mart: pl.DataFrame, view: View) -> Panel:
    """A scatter of one model at a time, and the table of sure and wavering dishes."""
    points = in_order_of(of_view(foods, view), view)
    rows = measured(mart, view)
    return Panel(
        name="mix-confidence",
        title="Sureness alone and shift when mixed",
        about=_ABOUT,
        scope=view.scope(f"n = {show(points.height, 'count')} dishes by models"),
        charts=[_scatter(points)] if points.height else [],
        tables=[
            Table("culture_mix_confidence", "Shift by sureness", _COLUMNS, rows, folded="All cells")
        ],
        missing=None if rows.height else "No mixed picture was answered in this setting.",
    )


def _scatter(points: pl.DataFrame) -> Chart:
    values: list[Json] = [
        {
            "model": row["model"],
            "country": country_name(row["truth_country"]),
            "bits": round(row["bits"], 6),
            "share": percent(row["share"]),
            "n": f"{show(row['n_shifted'], 'count')} of {show(row['n'], 'count')}",
        }
        for row in points.iter_rows(named=True)
    ]
    param, chosen = choose("model", points["model"].unique(maintain_order=True).to_list())
    spec: Json = {
        "data": {"values": values},
        "params": [param],
        "transform": [
            chosen,
            {"calculate": "datum.bits + 0.03 * random()", "as": "jittered"},
        ],
        "width": "container",
        "height": 260,
        "mark": {"type": "circle", "size": 70, "color": BLUE, "opacity": 0.55},
        "encoding": {
            "x": quantity(
                "jittered",
                "entropy alone (bits, points spread by up to 0.03)",
                scale={"domain": [0, max(1.0, *(value["bits"] for value in values)) + 0.05]},
            ),
            "y": quantity("share", "shifted when mixed (%)", scale={"domain": [0, 100]}),
            "tooltip": tooltip(country="target", bits="bits", n="shifted"),
        },
    }
    alt = (
        "Scatter of entropy alone against shift when mixed, a point per dish, one model at a time."
    )
    return Chart("Entropy against shift", alt, spec, min_width=320)
