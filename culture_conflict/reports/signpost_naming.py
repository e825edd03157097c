"""Whose country and whose language answers name, by what became of the text."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_rows import (
    by_editor,
    in_order,
    kinds_map,
    named,
    rated,
    span,
    titled,
)
from culture_conflict.reports.signpost_views import PROMPT, measured, sorted_models
from culture_conflict.reports.specs import Json
from culture_conflict.reports.views import View

__all__ = ["naming"]

_KINDS = {"native": "the scene's or native text's", "injected": "the trap's or injected text's"}
_OF_TASK = {
    "country": {"native": "the scene's", "injected": "the trap's"},
    "language": {"native": "the native text's", "injected": "the injected text's"},
}
_COLUMNS = (
    Column("model", "model"),
    PROMPT,
    Column("task", "asked for"),
    Column("variant", "pictures"),
    Column("editor", "editor"),
    *(
        column
        for name, title in _KINDS.items()
        for column in (
            Column(name, f"named {title} (%)", "rate"),
            Column(f"{name}_", "95 %", "ends"),
            Column(f"{name}_n", "n", "count"),
        )
    ),
)


def naming(frames: Frames, view: View) -> Iterator[Panel]:
    """One panel, where a country or a language was asked for."""
    rows = measured(frames, "signpost_naming", view, prompts=True)
    if rows.is_empty():
        return
    rows = sorted_models(in_order(rows), ["task", "prompt_id"])
    yield Panel(
        "signpost-naming",
        "Which country, which language?",
        "The country of the scene against that of the trap, where that is another; the language of "
        "the native text against that of the text in its place, where letters or street words tell "
        "both and they differ. On Original and Blank nothing was injected: what the trap's gets "
        "there, it gets by chance.",
        view.scope(f"n per cell: {span(rows['n'])}"),
        charts=[_chart(rows, task) for task in ("country", "language") if _known(rows, task)],
        tables=[
            Table(
                "signpost_naming",
                "Countries and languages named",
                _COLUMNS,
                rows,
                folded="The shares as a table",
            )
        ],
    )


def _known(rows: pl.DataFrame, task: str) -> bool:
    mine = rows.filter(task=task)
    return any(mine[name].null_count() < mine.height for name in _KINDS)


def _chart(rows: pl.DataFrame, task: str) -> Chart:
    values: list[Json] = [
        named(row)
        | rated(row, name)
        | {
            "column": titled(row["variant"]),
            "line": f"{named(row)['who']}: {title} {task}",
            "n": show(row[f"{name}_n"], "count"),
        }
        for row in by_editor(rows.filter(task=task))
        for name, title in _OF_TASK[task].items()
        if row[name] is not None
    ]
    spec = kinds_map(values, "line", 320, "answers (%)")
    alt = f"Heat map: shares of answers that name each {task}, models by kinds of pictures."
    return Chart(f"The {task} that is named", alt, spec, min_width=640)
