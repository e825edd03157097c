"""What panels about kinds of pictures of street scenes share: order, names, rates of a row."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import polars as pl

from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.specs import Json, heat_map, nominal, quantity, tooltip
from culture_conflict.tables._columns import SIGNPOST_CONTROL as CONTROL
from culture_conflict.tables._columns import SIGNPOST_VARIANTS as VARIANTS

__all__ = ["VARIANTS", "by_editor", "in_order", "kinds_map", "named", "rated", "span", "titled"]


def titled(variant: str) -> str:
    return f"{variant} (control)" if variant == CONTROL else variant


def in_order(rows: pl.DataFrame) -> pl.DataFrame:
    place = {variant: number for number, variant in enumerate(VARIANTS)}
    return rows.sort(pl.col("variant").replace_strict(place, default=9, return_dtype=pl.Int64))


def by_editor(rows: pl.DataFrame) -> Iterator[dict[str, Any]]:
    """Rows that say whether several editors have to be told apart."""
    several = len(set(rows["editor"]) - {"none"}) > 1
    yield from (row | {"several": several} for row in rows.iter_rows(named=True))


def named(row: dict[str, Any]) -> Json:
    edited = row["editor"] != "none" and row["several"]
    who = f"{row['model']}, {row['editor']}" if edited else row["model"]
    return {"model": row["model"], "who": who}


def rated(row: dict[str, Any], name: str) -> Json:
    ends = (row.get(f"{name}_ci_low"), row.get(f"{name}_ci_high"))
    return {
        "value": percent(row[name]),
        "shown": show(row[name], "rate"),
        "interval": show_interval(*ends),
    }


def kinds_map(values: list[Json], row: str, limit: int, title: str) -> Json:
    """A heat map of percentages: kinds of pictures from left to right, `row` of `values` down."""
    top = {"labelAngle": 0, "orient": "top"}
    return heat_map(
        values,
        x=nominal("column", None, sort=[*VARIANTS, titled(CONTROL)], axis=top),
        y=nominal(row, None, axis={"labelLimit": limit}),
        colour=quantity("value", title, scale={"domain": [0, 100], "scheme": "blues"}, legend=None),
        text="shown",
        says=tooltip(**{row: "model"}, column="pictures", shown=title, interval="95 %", n="n"),
        light_above=55,
    )


def span(counts: pl.Series) -> str:
    known = counts.drop_nulls()
    if known.is_empty():
        return "0"
    low, high = int(str(known.min())), int(str(known.max()))
    return f"{low:,}" if low == high else f"{low:,} to {high:,}"
