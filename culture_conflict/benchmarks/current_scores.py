"""Which scores are of the answers that stand in predictions now."""

from __future__ import annotations

import polars as pl

from culture_conflict.tables.schema import Table

__all__ = ["current_scores"]

_REQUEST = (
    *("variant_id", "model", "prompt_id", "evaluation", "repeat"),
    *("request_key", "state"),
)
_BY_TARGET = {
    "answer": pl.when(target="country").then("said_country_answer").otherwise("said_item_answer")
}
_READ = {
    "scores": _BY_TARGET,
    "mix_scores": _BY_TARGET,
    "signpost_scores": {
        "answer_latitude": pl.col("said_latitude"),
        "answer_longitude": pl.col("said_longitude"),
    },
    "signpost_judgements": {
        "conflict": (pl.col("said_conflict") == "yes").fill_null(False),
        "trusts_text": (pl.col("said_trusts") == "text").fill_null(False),
        "country": pl.col("said_country"),
        "language": pl.col("said_language"),
    },
}


def current_scores(table: Table, scores: pl.DataFrame, predictions: pl.DataFrame) -> pl.DataFrame:
    """Rows of a score `table` that are of the answers in its benchmark's predictions, in order.

    That is: of the same request, in the same state, and read in the same way; a parser may have
    changed since, or an imported answer been replaced. dbt's macro of this name keeps the same.
    """
    read = _READ[table.name]
    roots = {root for value in read.values() for root in value.meta.root_names()}
    parsed = sorted(root for root in roots if root.startswith("said_"))
    said = predictions.select(
        *_REQUEST, *(pl.col(name.removeprefix("said_")).alias(name) for name in parsed)
    )
    joined = scores.join(said, on=list(_REQUEST), maintain_order="left")
    same = [pl.col(column).eq_missing(value) for column, value in read.items()]
    return joined.filter(*same).select(scores.columns)
