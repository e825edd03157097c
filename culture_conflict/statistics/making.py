"""The tables of paired tests of a benchmark, from the tables that are stored."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import polars as pl

from culture_conflict.benchmarks.current_scores import current_scores
from culture_conflict.statistics.answers import read_answers
from culture_conflict.statistics.comparisons import compare_models, compare_prompts
from culture_conflict.statistics.conflicts import conflict_effects
from culture_conflict.tables.catalog import table_of
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.schema import Table
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.storage import TableStore
from culture_conflict.tables.variants import VARIANTS

__all__ = ["make_comparisons", "stored", "stored_scores"]


def make_comparisons(
    tables: TableStore,
    benchmark: str,
    models: pl.DataFrame,
    sources: pl.DataFrame,
    base_prompts: Collection[str],
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """MODEL_COMPARISON, CONFLICT_EFFECT and PROMPT_EFFECT of MODELS and SOURCES in force.

    `base_prompts` are the prompt_id that imported answers may stand beside. Partitions that were
    never materialized count as empty.

    Raises:
        InvalidTableError: a partition was written for another version of its schema.
    """
    names = sources.filter(pl.col("benchmark") == benchmark)["source"].to_list()
    pairs = [(model, source) for model in models["model"].to_list() for source in names]
    predictions = stored(tables, PREDICTIONS, benchmark, pairs)
    answers = read_answers(
        variants=stored(tables, VARIANTS, benchmark, [(name,) for name in names]),
        predictions=predictions,
        scores=current_scores(SCORES, stored(tables, SCORES, benchmark, pairs), predictions),
        models=models,
        sources=sources,
    )
    return (
        compare_models(answers, base_prompts),
        conflict_effects(answers),
        compare_prompts(answers),
    )


def stored(
    tables: TableStore, table: Table, benchmark: str, partitions: Sequence[tuple[str, ...]]
) -> pl.DataFrame:
    """The rows of those partitions that were ever materialized."""
    found = [one for one in partitions if tables.path(table, benchmark, *one).exists()]
    return pl.concat([table.empty(), *(tables.read(table, benchmark, *one) for one in found)])


def stored_scores(
    tables: TableStore, table: Table, benchmark: str, partitions: Sequence[tuple[str, ...]]
) -> pl.DataFrame:
    """As `stored`, of a table of scores: the rows of answers that stand in predictions now."""
    answers = table_of(benchmark, "predictions")
    found = (
        [stored(tables, one, benchmark, [partition]) for one in (table, answers)]
        for partition in partitions
    )
    return pl.concat([table.empty(), *(current_scores(table, *both) for both in found)])
