"""The leaderboards of all benchmarks in common columns."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.reports.board_dots import board_spec
from culture_conflict.reports.model import Chart, Column, Panel, Spec, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.views import BENCHMARKS

__all__ = ["board_title", "common_spec", "leaderboard", "ranked_boards"]

_NUMBERS = (
    ("score", "score (%)", "n", "score: what"),
    ("score_without", "without conflict (%)", "n", "without: what"),
    ("followed", "cue followed (%)", "of n", "followed: what"),
)
_COLUMNS = (
    Column("model", "model"),
    Column("benchmark", "benchmark"),
    Column("source", "source"),
    Column("rank", "#", "count"),
    *(
        column
        for name, title, n, what in _NUMBERS
        for column in (
            Column(name, title, "rate"),
            Column(f"{name}_", "95 %", "ends"),
            Column(f"{name}_n", n, "count"),
            Column(f"{name}_name", what),
        )
    ),
    Column("coverage", "coverage (%)", "rate"),
    Column("kind", "kind"),
    Column("editor", "pictures by"),
    Column("rule", "rule"),
    Column("prompt_id", "prompt"),
    Column("evaluation", "evaluation"),
    Column("imported", "imported"),
    Column("sample", "sampled"),
    Column("rank_note", "not ranked because"),
)
_MOST = 12
_ABOUT = (
    "Each benchmark ranks by a measure of its own: right countries under stacked cues or on mixed "
    "pictures, or MCRS (here of 100 %) over a set of street scenes. Beside it stands what the same "
    "model does without a conflict (C, another measure, beside MCRS) and how often it follows the "
    "cue. Ranks hold within one benchmark, source, editor and rule only, and nothing is averaged "
    "over benchmarks."
)


def leaderboard(mart: pl.DataFrame) -> Panel:
    """A chart per board with ranked models, the table of all, and the papers' rows folded."""
    rows = _told(mart)
    measured, printed = (rows.filter(origin=origin) for origin in ("measured", "published"))
    boards = list(ranked_boards(mart))
    names = [told for name, told in BENCHMARKS.items() if name in measured["benchmark"]]
    hidden = len(boards) - _MOST
    return Panel(
        name="leaderboard",
        title="Leaderboards side by side",
        about=_ABOUT,
        scope=f"{', '.join(names)} · n per row in the table",
        charts=[_chart(board) for board in boards[:_MOST]],
        tables=[
            Table("leaderboard", "Measured", _COLUMNS, measured, partial="_partial"),
            Table("leaderboard", "Published", _COLUMNS, printed, folded="As the papers print"),
        ],
        notes=[f"{hidden} more boards stand in the table only."] if hidden > 0 else (),
    )


def ranked_boards(mart: pl.DataFrame) -> Iterator[pl.DataFrame]:
    """The measured, ranked rows of each benchmark and source, the best model first."""
    ranked = _told(mart).filter(pl.col("rank").is_not_null(), origin="measured")
    for _, board in ranked.group_by("benchmark", "source", maintain_order=True):
        yield board


def _told(mart: pl.DataFrame) -> pl.DataFrame:
    """The benchmarks in their order, of each board ranked models before others."""
    place = {name: number for number, name in enumerate(BENCHMARKS)}
    order = pl.col("benchmark").replace_strict(place, default=len(place), return_dtype=pl.Int64)
    by = ("source", "rank", "model", "prompt_id", "evaluation", "editor")
    return mart.sort(order, *by, nulls_last=True).with_columns(_partial=pl.col("rank").is_null())


def board_title(board: pl.DataFrame) -> str:
    """What a board ranks, and over which pictures."""
    first = board.row(0, named=True)
    return f"{BENCHMARKS[first['benchmark']]}, {first['source']}: {first['score_name']}"


def _chart(board: pl.DataFrame) -> Chart:
    first = board.row(0, named=True)
    alt = (
        f"{board.height} models. First: {first['model']}, {show(first['score'], 'rate')} %, "
        f"without a conflict {show(first['score_without'], 'rate')} %."
    )
    return Chart(board_title(board), alt, common_spec(board))


def common_spec(board: pl.DataFrame) -> Spec:
    """The three numbers of one benchmark's rows, called by their own names."""
    first = board.row(0, named=True)
    series = {name: first[f"{name}_name"] for name in ("score_without", "score", "followed")}
    return board_spec(board, series, "%")
