"""Every promise of a schema is noticed when broken, and named."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.errors import InvalidTableError
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.schema import Column, Table

TOY = Table(
    name="toy",
    doc="A toy.",
    key=("id",),
    columns=(
        Column("id", pl.String(), "Id.", pattern="^[a-z]+$"),
        Column("kind", pl.String(), "Kind.", allowed=("x", "y")),
        Column("share", pl.Float64(), "Share.", nullable=True, minimum=0, maximum=1),
    ),
)
GOOD = {"id": "a", "kind": "x", "share": 0.5}


@pytest.mark.parametrize(
    ("change", "promise"),
    [
        ({"id": None}, "id: not null"),
        ({"id": "A"}, "id: matches ^[a-z]+$"),
        ({"kind": "z"}, "kind: one of x, y"),
        ({"share": -0.1}, "share: at least 0"),
        ({"share": 1.1}, "share: at most 1"),
        ({"share": float("nan")}, "share: finite"),
        ({"id": "b"}, "key unique: id"),
    ],
)
def test_a_broken_promise_is_named(change: dict[str, object], promise: str) -> None:
    frame = TOY.frame([GOOD | change, GOOD | {"id": "b"}])
    assert promise in TOY.broken(frame)
    with pytest.raises(InvalidTableError, match="Nothing was written"):
        TOY.validate(frame)


def test_good_rows_pass_unchanged_and_nulls_may_be_null() -> None:
    frame = TOY.frame([GOOD, GOOD | {"id": "b", "share": None}])
    assert TOY.validate(frame) is frame


def test_another_type_or_column_order_is_refused() -> None:
    frame = TOY.frame([GOOD])
    with pytest.raises(InvalidTableError, match="expected columns"):
        TOY.validate(frame.with_columns(pl.col("share").cast(pl.Float32)))
    with pytest.raises(InvalidTableError, match="expected columns"):
        TOY.validate(frame.select("kind", "id", "share"))


def test_a_row_with_a_surplus_or_missing_key_is_refused() -> None:
    with pytest.raises(TypeError, match=r"'extra'"):
        TOY.frame([GOOD | {"extra": 1}])


@pytest.mark.parametrize("table", TABLES.values(), ids=list(TABLES))
def test_every_table_is_described_and_its_empty_frame_is_valid(table: Table) -> None:
    assert table.validate(table.empty()).height == 0
    assert set(table.key) <= set(table.schema)
    assert len(table.schema) == len(table.columns)
    assert all(column.doc.endswith(".") or ";" in column.doc for column in table.columns)
