"""Field cases of tables: cells stay text, every part has the declared types."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.sources.folder.tables import read_table
from culture_conflict.tables.schema import Column, Table
from culture_conflict.tables.storage import TableStore

_PREDICTED = Table(
    name="predicted",
    doc="Answers of one part.",
    key=("row",),
    columns=(
        Column("row", pl.Int64(), "Place in its part."),
        Column("pred", pl.String(), "Answer.", nullable=True),
    ),
)


def _stored(given: Any) -> pl.DataFrame:
    """All parts, each written by itself, read together."""
    with tempfile.TemporaryDirectory() as folder:
        store = TableStore(Path(folder))
        for number, part in enumerate(given["parts"]):
            rows = [{"row": n, "pred": text} for n, text in enumerate(part["pred"])]
            store.write(_PREDICTED, _PREDICTED.frame(rows), None, str(number))
        return pl.read_parquet(f"{folder}/**/*.parquet")


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def cells(given: Any) -> dict[Any, Any]:
        return {
            row.cells["country"]: row.cells["iso2"] for row in read_table(files / given["file"])
        }

    return {
        "iso2_of_Namibia": lambda given: cells(given)["Namibia"],
        "null_count": lambda given: list(cells(given).values()).count(None),
        "rows": lambda given: _stored(given).height,
        "type": lambda given: str(_stored(given).schema["pred"]),
    }
