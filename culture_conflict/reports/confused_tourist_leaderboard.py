"""ConfusedTourist: who answers right, on originals and on pictures with foreign cues."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.board_dots import board_spec
from culture_conflict.reports.model import Chart, Column, Panel, Spec, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.views import View, of_view

__all__ = ["published_tourists", "tourist_board", "tourist_spec"]

_MART = "confused_tourist_leaderboard"
_RATES = {
    "country_accuracy_original": "country, originals",
    "country_accuracy_stacked": "country, with cue",
    "item_accuracy_original": "item, originals",
    "item_accuracy_stacked": "item, with cue",
    "distraction_stacked": "distraction",
}


def _rates() -> tuple[Column, ...]:
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


_COLUMNS = (
    *_rates(),
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
    for c in _COLUMNS
    if "ends" not in c.kind
    and c.name not in {"country_drop_stacked", "coverage", "n_answered", "n_variants", "rank_note"}
)
_SERIES = {
    "country_accuracy_original": "originals",
    "country_accuracy_stacked": "with a cue",
}
_ABOUT = (
    "Share of right answers on the unperturbed originals and on pictures with a foreign cue. "
    "Distraction is the share of wrong country answers that name the cue's country; the drop is "
    "paired on the same items. Ranked by the country question with a cue, only where at least "
    "99 % of the pictures were answered."
)


def tourist_board(board: pl.DataFrame, view: View) -> Panel:
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
    table = Table(
        "confused_tourist_leaderboard", "Measured, rule guarded", _COLUMNS, rows, partial="_partial"
    )
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


def published_tourists(board: pl.DataFrame) -> Panel:
    """The paper's models as printed, rule as_published."""
    rows = board.filter(pl.col("origin") == "published").sort("rank", "model", nulls_last=True)
    reasons = rows["comparable_reason"].unique().sort().to_list()
    return Panel(
        name="leaderboard",
        title="ConfusedTourist: published leaderboard",
        about="Means of the cells that the paper prints, rule as_published. They were measured on "
        "other pictures, by others, and are never ranked together with what was measured here.",
        scope="ConfusedTourist · as printed · Tables 4 and 5 · n not printed per cell",
        charts=[_chart(rows)],
        tables=[Table(_MART, "Published, rule as_published", _PUBLISHED, rows)],
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
    return Chart("Country accuracy, originals and with a cue", alt, tourist_spec(rows))


def tourist_spec(rows: pl.DataFrame) -> Spec:
    """Right country answers of each model, on originals and with a cue."""
    return board_spec(rows, _SERIES, "right country answers (%)")
