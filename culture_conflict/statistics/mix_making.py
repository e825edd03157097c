"""The tables of paired tests of CultureMix, from the tables that are stored."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import polars as pl

from culture_conflict.benchmarks.culture_mix.answered import answers
from culture_conflict.benchmarks.culture_mix.conflicts import as_scores, as_variants
from culture_conflict.benchmarks.current_scores import current_scores
from culture_conflict.statistics.answers import read_answers
from culture_conflict.statistics.comparisons import compare_models, compare_prompts
from culture_conflict.statistics.conflicts import conflict_effects
from culture_conflict.statistics.mitigation import MixAnswers, mitigations
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.storage import TableStore
from culture_conflict.tables.variants import VARIANTS

__all__ = ["make_mix_comparisons"]

_BENCHMARK = "culture_mix"
_Tables = tuple[pl.DataFrame, pl.DataFrame]


def make_mix_comparisons(
    tables: TableStore, models: pl.DataFrame, sources: pl.DataFrame, base_prompts: Collection[str]
) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    """MODEL_COMPARISON, CONFLICT_EFFECT, PROMPT_EFFECT and MIX_MITIGATION of what is in force.

    Partitions that were never materialized count as empty.

    Raises:
        InvalidTableError: a partition was written for another version of its schema.
    """
    mine = sources.filter(pl.col("benchmark") == _BENCHMARK)
    variants, predictions, scores = [VARIANTS.empty()], [PREDICTIONS.empty()], [SCORES.empty()]
    mixes: list[MixAnswers] = []
    for source, kind in mine.select("source", "kind").sort("source").iter_rows():
        if not tables.path(VARIANTS, _BENCHMARK, source).exists():
            continue
        shown = tables.read(VARIANTS, _BENCHMARK, source)
        mixed = tables.read(MIXED_IMAGES, _BENCHMARK, source)
        shaped = as_variants(shown, mixed)
        groups = tuple(sorted(shown["group_id"].unique()))
        variants.append(shaped)
        for model, of_kind, (made, scored) in _answered(tables, models, source):
            predictions.append(made)
            scores.append(as_scores(scored, shaped))
            rows = answers(made, scored, shown, mixed)
            tuned = _tuned(tables, models, model, source, mixed)
            mixes.append(MixAnswers(source, kind == "sample", model, of_kind, groups, rows, *tuned))
    all_of_them = read_answers(
        variants=pl.concat(variants),
        predictions=pl.concat(predictions),
        scores=pl.concat(scores),
        models=models,
        sources=sources,
    )
    return (
        compare_models(all_of_them, base_prompts),
        conflict_effects(all_of_them),
        compare_prompts(all_of_them),
        mitigations(mixes, base_prompts),
    )


def _tuned(
    tables: TableStore, models: pl.DataFrame, model: str, source: str, mixed: pl.DataFrame
) -> tuple[str | None, pl.DataFrame | None]:
    """What a model was fine-tuned from, and the test part of the source that it was trained on.

    Where the split in force is another than the one that it was trained by, nobody knows which
    pictures test it, and it is compared with nobody.
    """
    row = models.filter(model=model).row(0, named=True)
    name, _, seed = str(row["trained_on"] or "").rpartition("/")
    if row["base_model"] is None or name != source:
        return row["base_model"], None
    if not tables.path(MIX_SPLIT, _BENCHMARK, source).exists():
        return None, None
    split = tables.read(MIX_SPLIT, _BENCHMARK, source)
    if split["seed"].unique().cast(pl.String).to_list() != [seed]:
        return None, None
    framed = split.filter(part="test").join(mixed.select("variant_id", "framing"), on="variant_id")
    return row["base_model"], framed.select("variant_id", "subtask", "framing")


def _answered(
    tables: TableStore, models: pl.DataFrame, source: str
) -> Iterator[tuple[str, str, _Tables]]:
    for model, kind in models.select("model", "kind").sort("model").iter_rows():
        cell = (_BENCHMARK, model, source)
        if all(tables.path(table, *cell).exists() for table in (PREDICTIONS, MIX_SCORES)):
            predictions, scores = (tables.read(t, *cell) for t in (PREDICTIONS, MIX_SCORES))
            yield model, kind, (predictions, current_scores(MIX_SCORES, scores, predictions))
