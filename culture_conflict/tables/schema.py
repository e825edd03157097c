"""What a table promises, and the check that it keeps it.

Declared as plain data, so that the code location can describe every table without loading a
validation library, and so that the asset checks, the zero-row files and the documentation all come
from one place.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from culture_conflict.errors import InvalidTableError

__all__ = ["Column", "Rule", "Table"]

SHA256 = "^[0-9a-f]{64}$"
SLUG = "^[a-z0-9][a-z0-9._-]*$"
ISO3 = "^[A-Z]{3}$"


@dataclass(frozen=True)
class Rule:
    """One promise about a table: `holds` is a Boolean expression, true for each good row."""

    name: str
    holds: pl.Expr


@dataclass(frozen=True)
class Column:
    """A column: its Polars type, its meaning (with unit), and the values it may hold."""

    name: str
    dtype: pl.DataType
    doc: str
    nullable: bool = False
    pattern: str | None = None
    allowed: tuple[str, ...] = ()
    minimum: float | None = None
    maximum: float | None = None

    def rules(self) -> Iterator[Rule]:
        """The promises this column makes, one by one; a null breaks only `not_null`."""
        value = pl.col(self.name)
        if not self.nullable:
            yield Rule(f"{self.name}: not null", value.is_not_null())
        if self.pattern is not None:
            yield self._rule(f"matches {self.pattern}", value.str.contains(self.pattern))
        if self.allowed:
            yield self._rule(f"one of {', '.join(self.allowed)}", value.is_in(self.allowed))
        if self.minimum is not None:
            yield self._rule(f"at least {self.minimum:g}", value >= self.minimum)
        if self.maximum is not None:
            yield self._rule(f"at most {self.maximum:g}", value <= self.maximum)
        if self.dtype.is_float():
            yield self._rule("finite", value.is_finite())

    def _rule(self, what: str, holds: pl.Expr) -> Rule:
        return Rule(f"{self.name}: {what}", pl.col(self.name).is_null() | holds)


@dataclass(frozen=True)
class Table:
    """A Parquet table: its columns in order, the columns that identify a row, its version."""

    name: str
    doc: str
    columns: tuple[Column, ...]
    key: tuple[str, ...]
    version: int = 1

    @property
    def schema(self) -> pl.Schema:
        """Column names and types, in order."""
        return pl.Schema({column.name: column.dtype for column in self.columns})

    def empty(self) -> pl.DataFrame:
        """A frame with the declared columns and no row."""
        return pl.DataFrame(schema=self.schema)

    def rules(self) -> Iterator[Rule]:
        """Every promise of the table: each column's, then that the key is unique."""
        for column in self.columns:
            yield from column.rules()
        yield Rule(f"key unique: {', '.join(self.key)}", pl.struct(self.key).is_unique())

    def frame(self, rows: list[dict[str, object]]) -> pl.DataFrame:
        """Rows as a frame of the declared types; a missing or surplus key is a `TypeError`."""
        wanted = set(self.schema)
        for row in rows:
            if set(row) != wanted:
                raise TypeError(f"table {self.name}: row has {sorted(set(row) ^ wanted)} amiss")
        return pl.DataFrame(rows, schema=self.schema)

    def broken(self, frame: pl.DataFrame) -> dict[str, int]:
        """How many rows break each promise; promises that hold are left out."""
        rules = list(self.rules())
        counts = frame.select(
            (~rule.holds.fill_null(False)).sum().alias(str(n)) for n, rule in enumerate(rules)
        )
        found = zip(rules, counts.row(0), strict=True)
        return {rule.name: count for rule, count in found if count}

    def validate(self, frame: pl.DataFrame) -> pl.DataFrame:
        """Return the frame unchanged, or raise.

        Raises:
            InvalidTableError: columns or types differ, or rows break a promise.
        """
        if frame.schema != self.schema:
            raise InvalidTableError(
                f"table {self.name}: expected columns {dict(self.schema)}, got {dict(frame.schema)}"
            )
        if broken := self.broken(frame):
            what = "; ".join(f"{name} ({count} rows)" for name, count in broken.items())
            raise InvalidTableError(
                f"table {self.name}: {what}. Nothing was written; mend these rows and run again."
            )
        return frame
