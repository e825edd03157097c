"""A table's values as cells of HTML: what is read, and beside it what the mart holds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from culture_conflict.reports.model import Column, Kind, Table
from culture_conflict.reports.numbers import show, show_interval

__all__ = ["Cell", "Row", "table_rows"]

_LONG = 28


@dataclass(frozen=True)
class Cell:
    """What is written, and the same unrounded as JSON: for sorting, and for whoever reads data."""

    text: str
    value: str
    numeric: bool
    heads: bool

    @property
    def long(self) -> bool:
        """Prose rather than a name: it may wrap, but not into a column of single words."""
        return not self.numeric and len(self.text) > _LONG


@dataclass(frozen=True)
class Row:
    cells: tuple[Cell, ...]
    partial: bool


_ENDS: dict[Kind, Kind] = {
    "ends": "rate",
    "point_ends": "points",
    "number_ends": "number",
    "km_ends": "km",
}


def table_rows(table: Table) -> Iterator[Row]:
    """The rows of a table, in their order."""
    for row in table.rows.iter_rows(named=True):
        cells = tuple(_cell(row, column, table.key) for column in table.shown)
        yield Row(cells, partial=bool(table.partial and row[table.partial]))


def _cell(row: Mapping[str, object], column: Column, key: str) -> Cell:
    if column.kind in _ENDS:
        of = _ENDS[column.kind]
        low, high = (_number(row[f"{column.name}ci_{end}"]) for end in ("low", "high"))
        return Cell(
            show_interval(low, high, of), json.dumps([low, high]), numeric=True, heads=False
        )
    value = row[column.name]
    text = json.dumps(value, ensure_ascii=False, default=str)
    numeric = column.kind != "text"
    return Cell(show(value, column.kind), text, numeric, heads=column.name == key)


def _number(value: object) -> float | None:
    return None if value is None else float(str(value))
