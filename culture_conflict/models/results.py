"""Answers as the PREDICTIONS table."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from culture_conflict.models.entry import Entry
from culture_conflict.models.protocol import Parsed
from culture_conflict.tables.catalog import table_of
from culture_conflict.tables.schema import Table

__all__ = ["parsed_columns", "predictions_table"]

_OF_VARIANT = ("variant_id", "benchmark", "source", "picture")
# A predictions table has some of these columns; parsers name the fields.
_PARSED = {
    "item_answer": "item",
    **{name: name for name in ("country_answer", "country", "latitude", "longitude")},
    **{name: name for name in ("task", "conflict", "trusts", "language")},
}
_RENAMED = {"request_key": "key"}


def predictions_table(
    variants: pl.DataFrame, entries: Sequence[Entry], parsed: Sequence[Parsed]
) -> pl.DataFrame:
    """One row per variant; entries and parses stand in the variants' order.

    The variants' benchmark says which table: PREDICTIONS, or its own with its own parsed fields.
    """
    table = table_of(None if variants.is_empty() else variants["benchmark"][0], "predictions")
    columns: dict[str, object] = {name: variants[name] for name in _OF_VARIANT}
    columns |= parsed_columns(table, parsed)
    for name in table.schema:
        if name not in columns:
            attribute = _RENAMED.get(name, name)
            columns[name] = [getattr(entry, attribute) for entry in entries]
    return pl.DataFrame({name: columns[name] for name in table.schema}, schema=table.schema)


def parsed_columns(table: Table, parsed: Sequence[Parsed]) -> dict[str, pl.Series]:
    """State and parsed fields as columns of a predictions table."""
    states = pl.Series("state", [each.state for each in parsed], dtype=pl.String)
    return {"state": states} | {
        name: _typed([each.fields.get(field) for each in parsed], table, name)
        for name, field in _PARSED.items()
        if name in table.schema
    }


def _typed(said: list[str | None], table: Table, name: str) -> pl.Series:
    return pl.Series(name, said, dtype=pl.String).cast(table.schema[name])
