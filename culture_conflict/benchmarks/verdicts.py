"""A verdict per row of a frame, each different combination judged once."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import polars as pl

__all__ = ["verdicts"]


def verdicts(rows: pl.DataFrame, columns: Sequence[str], verdict: Callable[..., bool]) -> pl.Series:
    """One Boolean per row; `verdict` gets the columns' values, a row with a null is false."""
    different = rows.select(columns).unique().drop_nulls()
    judged = [verdict(*row) for row in different.iter_rows()]
    known = different.with_columns(pl.Series("verdict", judged, pl.Boolean))
    joined = rows.select(columns).join(known, on=list(columns), how="left", maintain_order="left")
    return joined["verdict"].fill_null(False)
