"""The leaderboard as a small PNG, for places that show pictures and run no script."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.home import Home
from culture_conflict.reports.bundle import VEGA_LITE
from culture_conflict.reports.leaderboard import leaderboard_spec
from culture_conflict.warehouse.read import read_mart

__all__ = ["MAX_BYTES", "leaderboard_png"]

MAX_BYTES = 140_000
_MOST = 30
_SCALES = (2.0, 1.0)


def leaderboard_png(home: Home) -> bytes | None:
    """The ranked models, each source by itself; None where no model has a rank.

    At most 140 KB, so that it stays under 200 KB as a data URI.

    Raises:
        HomeError, MissingTableError: there is no leaderboard to draw.
    """
    board = read_mart(home.warehouse, "leaderboard").filter(
        pl.col("origin") == "measured", pl.col("rank").is_not_null()
    )
    if board.is_empty():
        return None
    spec = {"vconcat": [_plot(rows) for _, rows in board.group_by("source", maintain_order=True)]}
    return _smallest(spec)


def _plot(rows: pl.DataFrame) -> dict[str, Any]:
    shown = rows.sort("rank", "model").head(_MOST)
    return {**leaderboard_spec(shown), "width": 420, "title": f"source {shown['source'][0]}"}


def _smallest(spec: dict[str, Any]) -> bytes | None:
    import vl_convert

    for scale in _SCALES:
        made: bytes = vl_convert.vegalite_to_png(spec, scale=scale, vl_version=VEGA_LITE)
        if len(made) <= MAX_BYTES:
            return made
    return None
