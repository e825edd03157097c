"""Who answers right, on originals and on pictures with foreign cues."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Spec, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import BLUE, GREY, ORANGE, Json, nominal, quantity, tooltip
from culture_conflict.reports.views import View, of_view

__all__ = ["COLUMNS", "leaderboard", "leaderboard_spec", "published_leaderboard"]

_RATES = {
    "country_accuracy_original": "country, originals",
    "country_accuracy_stacked": "country, with cue",
    "item_accuracy_original": "item, originals",
    "item_accuracy_stacked": "item, with cue",
    "distraction_stacked": "distraction",
}


def _columns() -> tuple[Column, ...]:
    rates = [
        column
        for name, title in _RATES.items()
        for column in (
            Column(name, f"{title} (%)", "rate"),
            Column(f"{name}_", "95 %", "ends"),
        )
    ]
    covered = Column("coverage", "coverage (%)", "rate")
    return (Column("rank", "#", "count"), Column("model", "model"), covered, *rates)


COLUMNS = (
    *_columns(),
    Column("country_drop_stacked", "drop, country (points)", "points"),
    Column("country_drop_stacked_", "95 %", "point_ends"),
    Column("n_answered", "answered", "count"),
    Column("n_variants", "pictures", "count"),
    Column("kind", "kind"),
    Column("editor", "pictures by"),
    Column("imported", "imported"),
    Column("sample", "sampled"),
    Column("prompt_note", "prompt"),
    Column("rank_note", "not ranked because"),
)
_PUBLISHED = tuple(
    c
    for c in COLUMNS
    if "ends" not in c.kind
    and c.name not in {"country_drop_stacked", "coverage", "n_answered", "n_variants", "rank_note"}
)
_JOINED: Json = {"mark": {"type": "line", "color": GREY, "strokeWidth": 2, "opacity": 0.5}}
_ABOUT = (
    "Share of right answers on the unperturbed originals and on pictures with a foreign cue. "
    "Distraction is the share of wrong country answers that name the cue's country; the drop is "
    "paired on the same items. Ranked by the country question with a cue, only where at least "
    "99 % of the pictures were answered."
)


def leaderboard(board: pl.DataFrame, view: View) -> Panel:
    """Measured models of one view, rule guarded; unranked ones last, with the reason."""
    rows = (
        of_view(board, view)
        .filter(pl.col("origin") == "measured")
        .with_columns(_partial=pl.col("rank").is_null())
        .sort(
            "rank",
            "country_accuracy_stacked",
            "model",
            nulls_last=True,
            descending=[False, True, False],
        )
    )
    table = Table("leaderboard", "Measured, rule guarded", COLUMNS, rows, partial="_partial")
    return Panel(
        name="leaderboard",
        title="Leaderboard",
        about=_ABOUT,
        scope=view.scope(f"n = {show(view.n_variants, 'count')} pictures per model"),
        charts=[_chart(rows)] if rows.height else [],
        tables=[table] if rows.height else [],
        notes=_notes(rows),
        missing=None if rows.height else "No model was asked in this setting yet.",
    )


def published_leaderboard(board: pl.DataFrame) -> Panel:
    """The paper's models as printed, rule as_published."""
    rows = board.filter(pl.col("origin") == "published").sort("rank", "model", nulls_last=True)
    reasons = rows["comparable_reason"].unique().sort().to_list()
    return Panel(
        name="leaderboard",
        title="Published leaderboard",
        about="Means of the cells that the paper prints, rule as_published. They were measured on "
        "other pictures, by others, and are never ranked together with what was measured here.",
        scope="ConfusedTourist · as printed · Tables 4 and 5 · n not printed per cell",
        charts=[_chart(rows)],
        tables=[Table("leaderboard", "Published, rule as_published", _PUBLISHED, rows)],
        notes=[f"Not comparable with measured rows: {reason}." for reason in reasons],
    )


def _notes(rows: pl.DataFrame) -> list[str]:
    notes = []
    if rows.height and rows["country_accuracy_stacked_ci_low"].is_null().all():
        notes.append("Intervals were not drawn for this warehouse; they show as a dash.")
    if rows["_partial"].any():
        notes.append("Rows with a mark are not ranked; the last column says why.")
    return notes


def _chart(rows: pl.DataFrame) -> Chart:
    best = rows.row(0, named=True)
    alt = (
        f"One row per model, {rows.height} in all: country accuracy on originals and with a cue. "
        f"First: {best['model']}, {show(best['country_accuracy_original'], 'rate')} % and "
        f"{show(best['country_accuracy_stacked'], 'rate')} %."
    )
    return Chart("Country accuracy, originals and with a cue", alt, leaderboard_spec(rows))


def leaderboard_spec(rows: pl.DataFrame) -> Spec:
    """Two points per model: joined by a line, or with whiskers where intervals are known."""
    rows = rows.with_columns(_label=_label(rows))
    names = rows["_label"].unique(maintain_order=True).to_list()
    domain = ["originals", "with a cue"]
    colour = nominal(
        "pictures",
        None,
        scale={"domain": domain, "range": [BLUE, ORANGE]},
        legend={"orient": "top"},
    )
    y = nominal("model", None, sort=names, axis={"labelLimit": 190})
    x = quantity("value", "right country answers (%)", scale={"domain": [0, 100]})
    values = _values(rows)
    drawn = any(value["low"] is not None for value in values)
    apart = {"yOffset": nominal("pictures", None, scale={"paddingOuter": 0.6})} if drawn else {}
    return {
        "data": {"values": values},
        "width": "container",
        "height": 26 * len(names),
        "encoding": {"y": y},
        "layer": [
            *([] if drawn else [_JOINED | {"encoding": {"x": x, "detail": {"field": "model"}}}]),
            {
                "transform": [{"filter": "isValid(datum.low)"}],
                "mark": {"type": "rule", "strokeWidth": 2},
                "encoding": {"x": quantity("low", None), "x2": {"field": "high"}, "color": colour}
                | apart,
            },
            {
                "mark": {"type": "point", "filled": True, "size": 90, "opacity": 1},
                "encoding": {
                    "x": x,
                    "color": colour,
                    "shape": nominal("pictures", None, scale={"domain": domain}),
                    "tooltip": tooltip(
                        model="model", pictures="pictures", shown="right (%)", interval="95 %"
                    ),
                }
                | apart,
            },
        ],
    }


def _label(rows: pl.DataFrame) -> pl.Expr:
    """The model, and who made the pictures where that differs."""
    if rows["editor"].n_unique() > 1:
        return pl.format("{} · {}", pl.col("model"), pl.col("editor"))
    return pl.col("model")


def _values(rows: pl.DataFrame) -> list[dict[str, object]]:
    values: list[dict[str, object]] = []
    for row in rows.iter_rows(named=True):
        for name, pictures in (("original", "originals"), ("stacked", "with a cue")):
            rate = f"country_accuracy_{name}"
            low, high = row[f"{rate}_ci_low"], row[f"{rate}_ci_high"]
            if row[rate] is None:
                continue
            values.append(
                {
                    "model": row["_label"],
                    "pictures": pictures,
                    "value": percent(row[rate]),
                    "low": percent(low),
                    "high": percent(high),
                    "shown": show(row[rate], "rate"),
                    "interval": show_interval(low, high),
                }
            )
    return values
