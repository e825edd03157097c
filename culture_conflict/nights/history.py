"""Nights that are stored: which there are, which came before, and what they were found to say."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.statistics.drift import LEVEL
from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS
from culture_conflict.tables.schema import Table
from culture_conflict.tables.storage import TableStore

__all__ = ["describe", "earlier_night", "real_changes", "stored_models", "stored_nights"]

_WORDS = {
    "accuracy_country": "right countries",
    "accuracy_item": "right items",
    "distraction": "distraction by the cue",
}


def stored_nights(tables: TableStore, table: Table, benchmark: str, model: str) -> list[str]:
    """Days that the table has of one model, the earliest first."""
    folder = tables.path(table, benchmark, "any", model).parent.parent
    return sorted(path.parent.name for path in folder.glob(f"*/{model}.parquet"))


def stored_models(tables: TableStore, benchmark: str) -> list[str]:
    """Models that have a night."""
    folder = tables.path(CANARY_PREDICTIONS, benchmark, "any", "any").parent.parent
    return sorted({path.stem for path in folder.glob("*/*.parquet")})


def earlier_night(tables: TableStore, benchmark: str, model: str, day: str) -> pl.DataFrame | None:
    """CANARY_PREDICTIONS of the model's last night before `day` that brought an answer.

    Raises:
        InvalidTableError: that night was written for another version of the schema.
    """
    days = stored_nights(tables, CANARY_PREDICTIONS, benchmark, model)
    for before in reversed([each for each in days if each < day]):
        night = tables.read(CANARY_PREDICTIONS, benchmark, before, model)
        if not night.filter(pl.col("state") != "error").is_empty():
            return night
    return None


def real_changes(drift: pl.DataFrame) -> pl.DataFrame:
    """The rows whose change is real at 0.05 after the correction."""
    return drift.filter(pl.col("p_holm") < LEVEL)


def describe(drift: pl.DataFrame) -> Iterator[str]:
    """A sentence for each row whose change is real."""
    for row in real_changes(drift).iter_rows(named=True):
        where = f"{row['model']}, {row['day']} against {row['previous']}"
        p = f"p {row['p_holm']:.4f} after Holm, {row['n']} pictures"
        if row["metric"] == "answers":
            yield (
                f"{where}: {100 * row['value']:.1f} % of answers differ between the nights, "
                f"{100 * row['previous_value']:.1f} % within a night ({p})"
            )
        else:
            yield (
                f"{where}: {_WORDS[row['metric']]} {100 * row['previous_value']:.1f} % -> "
                f"{100 * row['value']:.1f} % ({p})"
            )
