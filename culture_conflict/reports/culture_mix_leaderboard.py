"""CultureMix: models by their right answers about mixed pictures."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.board_dots import board_spec
from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.views import View, of_view

__all__ = ["mix_board", "published_mixes"]

_RATES = {
    "accuracy_alone": ("alone (%)", "n_alone"),
    "accuracy_mixed": ("mixed (%)", "n_mixed"),
    "to_distractor": ("moved (%)", "n_compared"),
}
_PRINTED = (
    Column("model", "model"),
    Column("target", "question"),
    Column("rank", "#", "count"),
    Column("accuracy_alone", "alone (%)", "rate"),
    Column("accuracy_mixed", "mixed (%)", "rate"),
)
_COLUMNS = (
    *_PRINTED[:3],
    *(
        column
        for name, (title, n) in _RATES.items()
        for column in (
            Column(name, title, "rate"),
            Column(f"{name}_", "95 %", "ends"),
            Column(n, "n", "count"),
        )
    ),
    Column("coverage", "coverage (%)", "rate"),
    Column("kind", "kind"),
    Column("imported", "imported"),
    Column("sample", "sampled"),
    Column("prompt_note", "prompt"),
    Column("rank_note", "not ranked because"),
)
_SERIES = {"accuracy_alone": "alone", "accuracy_mixed": "mixed", "to_distractor": "moved"}
_ABOUT = (
    "Right answers about pictures with another dish, a place, or both, beside those about the same "
    "dishes alone, micro over pictures, and how many labels moved to a distractor. Ranked "
    "by the mixed pictures, each question by itself, only where at least 99 % were answered."
)
_MART = "culture_mix_leaderboard"


def mix_board(mart: pl.DataFrame, view: View) -> Panel:
    """Measured models of one view under the rule guarded; as_published is folded."""
    rows = (
        of_view(mart, view)
        .filter(origin="measured")
        .with_columns(_partial=pl.col("rank").is_null())
        .sort("target", "rank", "model", nulls_last=True)
    )
    guarded, literal = (rows.filter(rule=rule) for rule in ("guarded", "as_published"))
    folded = "The same as published"
    return Panel(
        name="mix-leaderboard",
        title="Leaderboard",
        about=_ABOUT,
        scope=view.scope(f"n = {show(view.n_variants, 'count')} pictures per model"),
        charts=[_chart(guarded.filter(target="country"))] if guarded.height else [],
        tables=[
            Table(_MART, "Measured, rule guarded", _COLUMNS, guarded, partial="_partial"),
            Table(_MART, folded, _COLUMNS, literal, partial="_partial", folded=folded),
        ],
        notes=["Rows with a mark are not ranked; the last column says why."]
        if guarded["_partial"].any()
        else (),
        missing=None if guarded.height else "No answer has a score in this setting yet.",
    )


def published_mixes(mart: pl.DataFrame) -> Panel:
    """The paper's models by Table 6, rule as_published."""
    rows = mart.filter(origin="published").sort("target", "rank", "model", nulls_last=True)
    reasons = rows["comparable_reason"].unique().sort().to_list()
    return Panel(
        name="published-mixes",
        title="CultureMix: published leaderboard",
        about="Table 6, rule as_published; mixed pictures are weighted by the numbers of pictures "
        "that the paper states.",
        scope=f"CultureMix · Table 6 · n = {rows['model'].n_unique()} models",
        charts=[_chart(rows.filter(target="country"))] if rows.height else [],
        tables=[Table(_MART, "Published, rule as_published", _PRINTED, rows)],
        notes=[f"Not comparable with measured rows: {reason}." for reason in reasons],
    )


def _chart(rows: pl.DataFrame) -> Chart:
    best = rows.row(0, named=True)
    known = {name: told for name, told in _SERIES.items() if rows[name].count()}
    alt = (
        f"One row per model, {rows.height} in all: right countries of dishes alone and mixed. "
        f"First: {best['model']}, {show(best['accuracy_alone'], 'rate')} % and "
        f"{show(best['accuracy_mixed'], 'rate')} %."
    )
    return Chart("Right country, alone and mixed", alt, board_spec(rows, known, "%"))
