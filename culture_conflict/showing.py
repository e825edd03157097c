"""Marts as tables in the terminal."""

from __future__ import annotations

import polars as pl
from rich.console import Console
from rich.table import Table

from culture_conflict.home import Home
from culture_conflict.warehouse.read import read_mart

__all__ = ["print_leaderboard"]

_COLUMNS = {
    "rank": "rank",
    "model": "model",
    "source": "source",
    "country_accuracy_original": "country, original %",
    "country_accuracy_stacked": "country, stacked %",
    "item_accuracy_original": "item, original %",
    "item_accuracy_stacked": "item, stacked %",
    "distraction_stacked": "distraction %",
    "coverage": "coverage %",
}


def print_leaderboard(home: Home, console: Console) -> None:
    """The leaderboard, measured and published apart; a missing value is a dash.

    Raises:
        HomeError: there is no warehouse yet.
    """
    board = read_mart(home.warehouse, "leaderboard")
    for origin, title in (
        ("measured", "Measured here (rule guarded; reference models are no VLMs)"),
        ("published", "Published (rule as_published)"),
    ):
        _print(board.filter(pl.col("origin") == origin).sort("rank", "model"), title, console)


def _print(rows: pl.DataFrame, title: str, console: Console) -> None:
    table = Table(title=title, title_justify="left")
    for name, heading in _COLUMNS.items():
        table.add_column(heading, justify="left" if name in {"model", "source"} else "right")
    for row in rows.iter_rows(named=True):
        table.add_row(*(_cell(row[name]) for name in _COLUMNS))
    console.print(table)


def _cell(value: float | str | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{100 * value:.1f}"
    return str(value)
