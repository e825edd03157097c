"""What a panel is made of: charts as Vega-Lite, tables as marts have them, words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import polars as pl

__all__ = ["Chart", "Column", "Drawing", "Kind", "Panel", "Picture", "Spec", "Strip", "Table"]

Kind = Literal[
    "text",
    "rate",
    "points",
    "count",
    "number",
    "p",
    "ends",
    "point_ends",
    "number_ends",
    "km",
    "km_ends",
]
Spec = Mapping[str, Any]


@dataclass(frozen=True)
class Column:
    """A column of a table, called as in its mart.

    `rate` is a fraction shown in %, `points` a difference of fractions shown with its sign. An
    interval (`ends` of a rate, `point_ends`, `number_ends`, `km_ends`) is read from `<name>ci_low`
    and `<name>ci_high`.
    """

    name: str
    title: str
    kind: Kind = "text"

    @property
    def read(self) -> frozenset[str]:
        """The mart's columns behind it."""
        if "ends" in self.kind:
            return frozenset({f"{self.name}ci_low", f"{self.name}ci_high"})
        return frozenset({self.name})


@dataclass(frozen=True)
class Table:
    """Rows as the mart has them, unrounded; the page rounds.

    `key` names the column that heads each row, `partial` a Boolean column of rows to be marked,
    `left_out` says how many rows of the mart are not shown.
    """

    source: str
    caption: str
    columns: tuple[Column, ...]
    rows: pl.DataFrame
    key: str = "model"
    folded: str | None = None
    partial: str | None = None
    left_out: int = 0

    @property
    def shown(self) -> tuple[Column, ...]:
        """The columns that this warehouse has; marts may gain and lose intervals."""
        return tuple(c for c in self.columns if c.read <= set(self.rows.columns))

    def first(self, most: int) -> Table:
        """At most so many rows; the others are counted as left out."""
        surplus = max(0, self.rows.height - most)
        return replace(self, rows=self.rows.head(most), left_out=self.left_out + surplus)


@dataclass(frozen=True)
class Chart:
    """A Vega-Lite specification, and in words what it shows."""

    title: str
    alt: str
    spec: Spec
    min_width: int = 0


@dataclass(frozen=True)
class Picture:
    """A small JPEG as a data URI (empty if it can't be shown), and the words around it."""

    uri: str
    alt: str
    caption: str
    answer: str
    credit: str


@dataclass(frozen=True)
class Strip:
    """Pictures in a row that came of each other, under one title."""

    title: str
    pictures: Sequence[Picture]


@dataclass(frozen=True)
class Drawing:
    """SVG markup made here, every text in it escaped, and in words what it shows."""

    title: str
    alt: str
    svg: str


@dataclass(frozen=True)
class Panel:
    """One question and its answer: `scope` says benchmark, source, prompt and n.

    `missing` says why there is nothing to show; a panel is never simply left out.
    """

    name: str
    title: str
    about: str
    scope: str
    charts: Sequence[Chart] = ()
    tables: Sequence[Table] = ()
    pairs: Sequence[tuple[str, Picture, Picture]] = ()
    strips: Sequence[Strip] = ()
    drawings: Sequence[Drawing] = ()
    notes: Sequence[str] = field(default_factory=tuple)
    missing: str | None = None
