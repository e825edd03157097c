"""Answers as the PREDICTIONS table."""

from __future__ import annotations

from collections.abc import Sequence

import polars as pl

from culture_conflict.models.entry import Entry
from culture_conflict.models.protocol import Parsed
from culture_conflict.tables.predictions import PREDICTIONS

__all__ = ["predictions_table"]

_OF_VARIANT = ("variant_id", "benchmark", "source", "picture")
_PARSED = {"item_answer": "item", "country_answer": "country_answer", "country": "country"}
_RENAMED = {"request_key": "key"}


def predictions_table(
    variants: pl.DataFrame, entries: Sequence[Entry], parsed: Sequence[Parsed]
) -> pl.DataFrame:
    """One row per variant; entries and parses stand in the variants' order."""
    columns: dict[str, object] = {name: variants[name] for name in _OF_VARIANT}
    columns["state"] = [each.state for each in parsed]
    for name, field in _PARSED.items():
        columns[name] = [each.fields.get(field) for each in parsed]
    for name in PREDICTIONS.schema:
        if name not in columns:
            attribute = _RENAMED.get(name, name)
            columns[name] = [getattr(entry, attribute) for entry in entries]
    return pl.DataFrame(
        {name: columns[name] for name in PREDICTIONS.schema}, schema=PREDICTIONS.schema
    )
