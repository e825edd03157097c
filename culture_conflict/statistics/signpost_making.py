"""The tables of paired tests of SIGNPOST, from the tables that are stored."""

from __future__ import annotations

from collections.abc import Collection

import polars as pl

from culture_conflict.statistics.comparisons import compare_models, compare_prompts
from culture_conflict.statistics.making import stored, stored_scores
from culture_conflict.statistics.signpost_effects import text_effects
from culture_conflict.statistics.signpost_guesses import Guesses, read_guesses
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict.tables.storage import TableStore

__all__ = ["make_signpost_comparisons"]

_BENCHMARK = "signpost"


def make_signpost_comparisons(
    tables: TableStore, models: pl.DataFrame, sources: pl.DataFrame, base_prompts: Collection[str]
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """MODEL_COMPARISON, CONFLICT_EFFECT and PROMPT_EFFECT of MODELS and SOURCES in force.

    Partitions that were never materialized count as empty.

    Raises:
        InvalidTableError: a partition was written for another version of its schema.
    """
    guesses: list[Guesses] = []
    mine = sources.filter(benchmark=_BENCHMARK)
    for source, kind in mine.select("source", "kind").sort("source").iter_rows():
        variants = stored(tables, SIGNPOST_VARIANTS, _BENCHMARK, [(source,)])
        of_models = [(model, source) for model in models["model"]]
        scores = stored_scores(tables, SIGNPOST_SCORES, _BENCHMARK, of_models)
        guesses += read_guesses(variants, scores, models, is_sample=kind == "sample")
    return compare_models(guesses, base_prompts), text_effects(guesses), compare_prompts(guesses)
