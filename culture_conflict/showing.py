"""Marts as tables in the terminal."""

from __future__ import annotations

from math import ceil, floor
from typing import Any

import polars as pl
from rich import box
from rich.console import Console
from rich.table import Table

from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
from culture_conflict.home import Home
from culture_conflict.warehouse.read import read_mart

__all__ = ["print_leaderboard"]

_DUST = 1e-9

_COLUMNS = {
    "rank": "#",
    "model": "model",
    "country_accuracy_original": "country\norig.",
    "country_accuracy_stacked": "country\nstack.",
    "item_accuracy_original": "item\norig.",
    "item_accuracy_stacked": "item\nstack.",
    "distraction_stacked": "distr.",
    "coverage": "cover.",
}
_TITLES = {
    "measured": "Measured here on source {}: rule guarded; reference models are no VLMs",
    "published": "Published: rule as_published",
}
_LEGEND = """\
All in %. country, item: right answers on originals (orig.) and on pictures
with stacked cues (stack.). distr.: wrong country answers that name the cue's
country. cover.: pictures answered. Below a measured rate: its 95 % interval
over items, rounded outward; a dash where fewer than five items have answers."""
_IMPORTED, _SAMPLE = "*", "°"


def print_leaderboard(home: Home, console: Console) -> None:
    """The leaderboard, measured sources and published figures apart; a missing value is a dash.

    Raises:
        HomeError: there is no warehouse yet.
    """
    board = read_mart(home.warehouse, "leaderboard").sort(
        "origin", "source", "rank", "model", "prompt_id", nulls_last=True
    )
    for (origin, source), rows in board.group_by(["origin", "source"], maintain_order=True):
        console.print(_table(rows, _TITLES[str(origin)].format(source)))
    console.print("\n".join([_LEGEND, *_notes(board)]), style="dim")


def _notes(board: pl.DataFrame) -> list[str]:
    """What the marks behind a model's name mean, where there are any."""
    notes = []
    if board["imported"].any():
        notes.append(f"{_IMPORTED} imported answers: made elsewhere, with a prompt of their own.")
    samples = board.filter(pl.col("sample").is_not_null()).select("model", "sample").iter_rows()
    told = [f"{_SAMPLE} {model}: {sample}; never ranked." for model, sample in samples]
    return notes + told


def _marked(row: dict[str, Any]) -> str:
    base = PROMPTS.load().prompt_id
    asked = "" if row["origin"] == "published" or row["imported"] else str(row["prompt_id"])
    prompt = f"({asked})" if asked not in {"", base} else ""
    marks = (_IMPORTED if row["imported"] else "") + (_SAMPLE if row["sample"] else "")
    return " ".join(filter(None, (str(row["model"]), prompt, marks)))


def _table(rows: pl.DataFrame, title: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name, heading in _COLUMNS.items():
        table.add_column(heading, justify="left" if name == "model" else "right", no_wrap=True)
    for row in rows.iter_rows(named=True):
        shown = row | {"model": _marked(row)}
        table.add_row(*(_cell(shown[name]) + _ends(row, name) for name in _COLUMNS))
    return table


def _ends(row: dict[str, Any], name: str) -> str:
    """The interval as a second line; nothing for what has none."""
    low, high = row.get(f"{name}_ci_low"), row.get(f"{name}_ci_high")
    if row["origin"] != "measured" or f"{name}_ci_low" not in row or row[name] is None:
        return ""
    if low is None or high is None:
        return "\n[dim]-[/dim]"
    return f"\n[dim]{floor(100 * low + _DUST)}-{ceil(100 * high - _DUST)}[/dim]"


def _cell(value: float | str | None) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{100 * value:.1f}"
    return str(value)
