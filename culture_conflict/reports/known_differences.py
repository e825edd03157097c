"""What the papers print and what their own numbers say, from the warehouse's seed of that name."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.model import Column, Panel, Table
from culture_conflict.reports.views import BENCHMARKS

__all__ = ["known_differences"]

_COLUMNS = (
    Column("benchmark", "paper"),
    Column("place", "where"),
    Column("printed", "what is printed"),
    Column("recomputed", "what its numbers say"),
    Column("explanation", "what explains it"),
    Column("here", "what is done here"),
)


def known_differences(seed: pl.DataFrame) -> Panel:
    """Known contradictions of the papers, for whoever compares."""
    rows = seed.with_columns(pl.col("benchmark").replace(BENCHMARKS))
    table = Table("known_differences", "Known differences", _COLUMNS, rows, key="benchmark")
    return Panel(
        name="differences",
        title="Known differences within the papers",
        about="Found by computing the printed tables again from one another. Numbers of rulings "
        "refer to docs/rulings.md.",
        scope=f"Three papers · {rows.height} differences",
        tables=[table],
    )
