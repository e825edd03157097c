"""What the papers print and what their own numbers say: a list kept by hand."""

from __future__ import annotations

from pathlib import Path

import polars as pl

from culture_conflict.reports.model import Column, Panel, Table

__all__ = ["known_differences"]

_COLUMNS = (
    Column("benchmark", "paper"),
    Column("where", "where"),
    Column("printed", "what is printed"),
    Column("found", "what its numbers say"),
    Column("here", "what is done here"),
)


def known_differences() -> Panel:
    """Known contradictions of the papers, for whoever compares."""
    rows = pl.read_csv(Path(__file__).with_name("known_differences.csv"), infer_schema=False)
    table = Table("known_differences", "Known differences", _COLUMNS, rows, key="benchmark")
    return Panel(
        name="differences",
        title="Known differences within the papers",
        about="Found by computing the printed tables again from one another. Numbers of rulings "
        "refer to docs/rulings.md.",
        scope=f"Three papers · {rows.height} differences",
        tables=[table],
    )
