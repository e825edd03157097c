"""The intervals of each benchmark's marts, from the tables that are stored (ruling 29)."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.benchmarks.current_scores import current_scores
from culture_conflict.sources.sets import named_sets
from culture_conflict.statistics.confused_tourist import confused_tourist_intervals
from culture_conflict.statistics.culture_mix import culture_mix_intervals
from culture_conflict.statistics.making import stored, stored_scores
from culture_conflict.statistics.set_averages import set_intervals
from culture_conflict.statistics.signpost import signpost_intervals
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.schema import Table
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.signpost_judgements import SIGNPOST_JUDGEMENTS
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict.tables.storage import TableStore
from culture_conflict.tables.variants import VARIANTS

__all__ = [
    "make_confused_tourist_intervals",
    "make_culture_mix_intervals",
    "make_signpost_intervals",
]

_ASKED = ("variant_id", "picture", "model", "prompt_id", "evaluation", "repeat", "state")
_TOURIST, _SIGNPOST, _MIX = "confused_tourist", "signpost", "culture_mix"


def make_confused_tourist_intervals(
    tables: TableStore, models: pl.DataFrame, sources: pl.DataFrame, source_sets: pl.DataFrame
) -> pl.DataFrame:
    """INTERVALS of MODELS, SOURCES and SOURCE_SETS in force, averages over the sets among them.

    Here and below, sources that were never built have none, and models are read one by one where
    nothing more is said.

    Raises:
        InvalidTableError: a partition was written for another version of its schema.
    """
    made = [
        confused_tourist_intervals(
            tables.read(VARIANTS, _TOURIST, source),
            models,
            _answered(tables, _TOURIST, SCORES, models, source),
        )
        for source in _built(tables, _TOURIST, VARIANTS, sources)
    ]
    heads = [head for _, head in made if head is not None]
    averages = set_intervals(_TOURIST, heads, named_sets(source_sets, _TOURIST))
    return pl.concat([INTERVALS.empty(), *(rows for rows, _ in made), averages])


def make_culture_mix_intervals(
    tables: TableStore, models: pl.DataFrame, sources: pl.DataFrame
) -> pl.DataFrame:
    """INTERVALS of MODELS and SOURCES in force.

    Raises:
        InvalidTableError: a partition was written for another version of its schema.
    """
    made = [
        culture_mix_intervals(
            tables.read(VARIANTS, _MIX, source),
            tables.read(MIXED_IMAGES, _MIX, source),
            _answered(tables, _MIX, MIX_SCORES, models, source),
        )
        for source in _built(tables, _MIX, VARIANTS, sources)
    ]
    return pl.concat([INTERVALS.empty(), *made])


def make_signpost_intervals(
    tables: TableStore, models: pl.DataFrame, sources: pl.DataFrame, source_sets: pl.DataFrame
) -> pl.DataFrame:
    """SIGNPOST_INTERVALS of the same; scores of all models are read together, a source at a time.

    Raises:
        InvalidTableError: a partition was written for another version of its schema.
    """
    built = _built(tables, _SIGNPOST, SIGNPOST_VARIANTS, sources)

    cells = {source: [(model, source) for model in models["model"]] for source in built}

    def of_all(table: Table, source: str) -> pl.DataFrame:
        return stored_scores(tables, table, _SIGNPOST, cells[source])

    def asked(source: str) -> pl.DataFrame:
        return stored(tables, SIGNPOST_PREDICTIONS, _SIGNPOST, cells[source]).select(_ASKED)

    return signpost_intervals(
        (
            (tables.read(SIGNPOST_VARIANTS, _SIGNPOST, name), of_all(SIGNPOST_SCORES, name))
            for name in built
        ),
        named_sets(source_sets, _SIGNPOST),
        models,
        judged={name: of_all(SIGNPOST_JUDGEMENTS, name) for name in built},
        asked={name: asked(name) for name in built},
    )


def _built(tables: TableStore, benchmark: str, table: Table, sources: pl.DataFrame) -> list[str]:
    """The benchmark's sources whose variants were ever made."""
    names = sources.filter(benchmark=benchmark)["source"]
    return [name for name in names if tables.path(table, benchmark, name).exists()]


def _answered(
    tables: TableStore, benchmark: str, scored: Table, models: pl.DataFrame, source: str
) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
    """Each model's answers and their scores, one model in memory at a time."""
    for model in models["model"]:
        key = (model, source)
        if tables.path(PREDICTIONS, benchmark, *key).exists():
            predictions = tables.read(PREDICTIONS, benchmark, *key)
            scores = stored(tables, scored, benchmark, [key])
            yield predictions, current_scores(scored, scores, predictions)
