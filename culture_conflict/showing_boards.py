"""What the boards of all benchmarks in the terminal share: rows, intervals, marks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import ceil, floor
from typing import Any

import polars as pl
from rich import box
from rich.table import Table

__all__ = ["WHO", "board_table", "marks_told", "unranked_told", "wide"]

WHO = ("source", "model", "prompt_id", "evaluation", "editor")
_Row = Mapping[str, Any]
_IMPORTED, _SAMPLE = "*", "°"
_DUST = 1e-9
# Numbers that are no fractions, and how they are written.
_UNITS: Mapping[str, Callable[[float], str]] = {
    "tbs_adversarial_km": "{:,.0f}".format,
    "mcrs": "{:.1f}".format,
}


def board_table(
    rows: pl.DataFrame, columns: Mapping[str, str], title: str, *, base_prompt: str
) -> Table:
    """Rows of a mart in their order; below a number its interval where the mart has one.

    `columns` maps the mart's columns to headings. A prompt other than `base_prompt`, and an editor
    where there are several, stand below the model's name; a dash stands for nothing.
    """
    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=0)
    for name, heading in columns.items():
        if name == "model":  # a long name takes another line, so that no number is cut
            made.add_column(heading, overflow="fold")
        else:
            made.add_column(heading, justify="right", no_wrap=True)
    editors = rows["editor"].n_unique() > 1
    for row in rows.iter_rows(named=True):
        shown = dict(row) | {"model": _who(row, base_prompt, editors=editors)}
        made.add_row(*(_cell(shown.get(name), name) + _ends(row, name) for name in columns))
    return made


def marks_told(board: pl.DataFrame) -> list[str]:
    """What the marks behind names mean, where there are any; a mart with imported and sample."""
    told = []
    if board["imported"].any():
        told.append(f"{_IMPORTED} imported answers: made elsewhere, with a prompt of their own.")
    samples = board.drop_nulls("sample").select("model", "sample").unique(maintain_order=True)
    return told + [
        f"{_SAMPLE} {model}: {sample}; never ranked." for model, sample in samples.iter_rows()
    ]


def unranked_told(board: pl.DataFrame) -> list[str]:
    """Why rows have no rank, a line per reason; samples are told by their mark. With rank_note."""
    notes = board.filter(pl.col("rank_note").is_not_null(), pl.col("sample").is_null())
    told = notes.sort("rank_note", "model").group_by("rank_note", maintain_order=True)
    return [
        f"No rank: {note} ({', '.join(rows['model'].unique(maintain_order=True))})."
        for (note,), rows in told
    ]


def wide(rows: pl.DataFrame, column: str, values: str | Sequence[str]) -> pl.DataFrame:
    """A row per setting (WHO) in their order, with one column per value of `column`."""
    return rows.pivot(column, index=WHO, values=values).sort("model", "prompt_id", "editor")


def _who(row: _Row, base_prompt: str, *, editors: bool) -> str:
    asked = "" if row.get("origin") == "published" or row.get("imported") else row["prompt_id"]
    prompt = "" if asked in {"", base_prompt} else str(asked)
    apart = ", ".join(filter(None, (prompt, str(row["editor"]) if editors else "")))
    marks = (_IMPORTED if row.get("imported") else "") + (_SAMPLE if row.get("sample") else "")
    name = " ".join(filter(None, (str(row["model"]), marks)))
    return f"{name}\n({apart})" if apart else name


def _ends(row: _Row, name: str) -> str:
    """The interval as a second line, rounded outward; nothing for what has none."""
    low, high = row.get(f"{name}_ci_low"), row.get(f"{name}_ci_high")
    if row.get("origin") == "published" or f"{name}_ci_low" not in row or row[name] is None:
        return ""
    if low is None or high is None:
        return "\n[dim]-[/dim]"
    scale = 1 if name in _UNITS else 100
    return f"\n[dim]{floor(scale * low + _DUST):,}-{ceil(scale * high - _DUST):,}[/dim]"


def _cell(value: float | str | None, name: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return _UNITS[name](value) if name in _UNITS else f"{100 * value:.1f}"
    return str(value)
