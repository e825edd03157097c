"""SIGNPOST's marts as the report reads them; a warehouse without them has no such section."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    import duckdb

__all__ = ["SIGNPOST_MARTS", "read_signpost"]

SIGNPOST_MARTS = (
    "signpost_wla",
    "signpost_shift",
    "signpost_leaderboard",
    "signpost_by_tier",
    "signpost_sensitivity",
    "signpost_redirections",
    "signpost_probing",
    "signpost_cross_task",
    "signpost_naming",
)
_ANSWERS = "int_signpost_answers"


def read_signpost(
    connection: duckdb.DuckDBPyConnection, held: Mapping[str, str]
) -> Iterator[tuple[str, pl.DataFrame]]:
    """The marts that the warehouse has, and `signpost_errors`: answers by class of distance."""
    for name in SIGNPOST_MARTS:
        if name in held:
            yield name, pl.DataFrame(connection.table(f"{held[name]}.{name}"))
    if _ANSWERS in held:
        sql = (Path(__file__).parent / "sql" / "signpost_errors.sql").read_text(encoding="utf-8")
        yield "signpost_errors", pl.DataFrame(connection.query(sql))
