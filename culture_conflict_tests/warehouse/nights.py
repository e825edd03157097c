"""Two nights of a made-up model, as the assets leave them."""

from __future__ import annotations

import polars as pl

from culture_conflict.statistics.nights import drift_table
from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS
from culture_conflict.tables.evaluation_drift import EVALUATION_DRIFT
from culture_conflict.tables.storage import TableStore

DAYS = ("2026-11-29", "2026-11-30")


def night_of(predictions: pl.DataFrame, day: str) -> pl.DataFrame:
    """The same answers as CANARY_PREDICTIONS, given twice."""
    twice = [predictions.with_columns(repeat=pl.lit(n, pl.Int64)) for n in range(2)]
    return (
        pl.concat(twice)
        .with_columns(day=pl.lit(day), evaluation=pl.lit(f"canary-{day}"))
        .select(CANARY_PREDICTIONS.schema.names())
    )


def write_nights(
    store: TableStore, predictions: pl.DataFrame, variants: pl.DataFrame, model: str
) -> None:
    """On the second night every answer is lost to words that name no country."""
    lost = predictions.with_columns(
        state=pl.lit("unparsed"),
        **{name: pl.lit(None, pl.String) for name in ("item_answer", "country_answer", "country")},
    )
    benchmark, earlier = variants["benchmark"][0], None
    for day, answers in zip(DAYS, (predictions, lost), strict=True):
        night = night_of(answers, day)
        drift = drift_table(night, earlier, variants)
        store.write(CANARY_PREDICTIONS, night, benchmark, day, model)
        store.write(EVALUATION_DRIFT, drift, benchmark, day, model)
        earlier = night
