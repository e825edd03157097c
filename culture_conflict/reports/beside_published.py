"""What the paper prints beside what was measured here, and whether the two may be compared."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.accuracy import CELL, heat, in_order
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import BLUE, GREY, Json, nominal, quantity, tooltip
from culture_conflict.reports.views import View, of_view

__all__ = ["beside_published", "published_accuracy", "published_distraction"]

_NAME = "confused_tourist_accuracy"
_COLUMNS = (
    Column("origin", "origin"),
    Column("model", "model"),
    Column("target", "question"),
    Column("accuracy", "right, originals (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n", "n", "count"),
    Column("comparable", "comparable"),
    Column("comparable_reason", "because"),
)
_ABOUT = (
    "Right answers on unperturbed originals under the paper's own rule (eq. 5), the only cell that "
    "could be measured again. Whether a row may be set beside the other origin's is said in the "
    "table; bars that may not are pale."
)
_CELLS = (
    Column("model", "model"),
    Column("target", "question"),
    *CELL,
    Column("editor", "pictures by"),
)
_ACCURACY = (
    *_CELLS,
    Column("accuracy", "right (%)", "rate"),
    Column("comparable", "comparable"),
    Column("comparable_reason", "because"),
)
_DISTRACTION = (
    *_CELLS,
    Column("distraction", "distraction (%)", "rate"),
    Column("comparable", "comparable"),
    Column("comparable_reason", "because"),
)


def beside_published(marts: pl.DataFrame, view: View) -> Panel:
    """Originals only, rule as_published, both origins; never averaged, never ranked together."""
    cell = marts.filter(
        pl.col("perturb_method") == "none",
        pl.col("category") == "all",
        pl.col("rule") == "as_published",
    )
    measured = of_view(cell, view).filter(pl.col("origin") == "measured")
    published = cell.filter(pl.col("origin") == "published")
    rows = pl.concat([measured, published]).sort(
        "target", "origin", "accuracy", "model", descending=[False, False, True, False]
    )
    empty = measured.is_empty()
    return Panel(
        name="beside",
        title="Measured beside published",
        about=_ABOUT,
        scope=view.scope("rule as_published · n in the table where it is known"),
        charts=[] if empty else [_chart(rows.filter(pl.col("target") == "country"))],
        tables=[] if empty else [Table(_NAME, "Originals, both origins", _COLUMNS, rows)],
        notes=_notes(measured),
        missing="No answer to an original has a score in this setting yet." if empty else None,
    )


def _notes(measured: pl.DataFrame) -> list[str]:
    if measured.is_empty() or measured["comparable"].any():
        return []
    reasons = "; ".join(measured["comparable_reason"].unique().sort())
    return [f"No measured row here may be set beside a published one: {reasons}."]


def _chart(rows: pl.DataFrame) -> Chart:
    may_compare = not rows.filter(pl.col("origin") == "measured", "comparable").is_empty()
    values: list[Json] = [
        {
            "model": row["model"],
            "origin": row["origin"],
            "value": percent(row["accuracy"]),
            "shown": show(row["accuracy"], "rate"),
            "interval": show_interval(row["ci_low"], row["ci_high"]),
            "comparable": show(row["comparable"], "text"),
            "strength": 1.0 if row["comparable"] and may_compare else 0.45,
        }
        for row in rows.iter_rows(named=True)
        if row["accuracy"] is not None
    ]
    scale = {"domain": ["measured", "published"], "range": [BLUE, GREY]}
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": 20 * rows["model"].n_unique(),
        "mark": {"type": "bar", "cornerRadiusEnd": 2},
        "encoding": {
            "y": nominal("model", None, axis={"labelLimit": 190}),
            "x": quantity("value", "right country answers (%)", scale={"domain": [0, 100]}),
            "color": nominal("origin", None, scale=scale, legend={"orient": "top"}),
            "opacity": {"field": "strength", "type": "quantitative", "scale": None},
            "tooltip": tooltip(
                model="model",
                origin="origin",
                shown="right (%)",
                interval="95 %",
                comparable="comparable",
            ),
        },
    }
    alt = (
        f"Bars of {rows.height} models, measured and published: right country answers on "
        "originals. Pale bars may not be compared; the table says why."
    )
    return Chart("Country question, originals, rule as_published", alt, spec)


def published_accuracy(marts: pl.DataFrame) -> Panel:
    """The paper's Table 4, every cell."""
    rows = in_order(marts.filter(pl.col("origin") == "published"))
    return Panel(
        name="accuracy",
        title="Published accuracy",
        about="Every cell that the paper prints. Stacked are its naive pictures, generative those "
        "that an image model painted.",
        scope="ConfusedTourist · as printed · Table 4 · rule as_published · n not printed per cell",
        charts=[heat(rows, target, min_width=1080) for target in ("country", "item")],
        tables=[Table(_NAME, "Published accuracy", _ACCURACY, rows, folded="All cells")],
    )


def published_distraction(marts: pl.DataFrame) -> Panel:
    """The paper's Table 5, its rows under the names that fit them."""
    rows = in_order(marts.filter(pl.col("origin") == "published"))
    return Panel(
        name="distraction",
        title="Published distraction",
        about="The paper's Table 5. Its rows fit the country answers of other models than those "
        "it names; here they stand under the names they fit, and each row says so.",
        scope="ConfusedTourist · as printed · Table 5 · rule as_published · n not printed per cell",
        charts=[heat(rows, "country", "distraction", min_width=1080)],
        tables=[
            Table(
                "confused_tourist_distraction",
                "Published distraction",
                _DISTRACTION,
                rows,
                folded="All cells",
            )
        ],
    )
