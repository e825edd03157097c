"""CultureMix as assets: mixed_images (see building) → variants → answers → scores → intervals."""

from collections.abc import Iterator
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.defs.confused_tourist import SampleConfig
from culture_conflict.defs.culture_mix_attempts import attempts
from culture_conflict.defs.culture_mix_building import (
    BENCHMARK,
    BUILDING,
    mix_home,
    mix_outs,
    mix_settings,
)
from culture_conflict.defs.intervals import answered
from culture_conflict.defs.partitions import CULTURE_MIX_SOURCES, MODEL_BY_MIX, partition_of
from culture_conflict.defs.previews import counts, picture_preview
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ASSETS", "BENCHMARK"]

_PREVIEWED = 24


@dg.asset(name="variants", **mix_settings(CULTURE_MIX_SOURCES, "items", "mixed_images"))
def mix_variants(
    context: dg.AssetExecutionContext, items: pl.DataFrame, mixed_images: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """The pictures models are asked about, with their truths."""
    made = mixed_variants(items, mixed_images)
    preview = picture_preview(made.head(_PREVIEWED), mix_home(context).pictures, "variant")
    context.log.info(f"variants: {made.height} pictures of {made['group_id'].n_unique()} foods")
    return dg.Output(made, metadata={"preview": preview})


@dg.multi_asset(
    name="culture_mix__predictions",
    outs=mix_outs(
        predictions="One model's answers to one source's pictures; what the ledger holds is not "
        "asked again. Config `limit` and `seed` draw a sample, `prompt` is another prompt.",
        evaluations="What made these answers: prompt, parameters, versions, pictures, cost.",
    ),
    ins={"variants": dg.AssetIn(key=[BENCHMARK, "variants"])},
    deps=[dg.AssetKey([BENCHMARK, "mixed_images"])],
    group_name=BENCHMARK,
    required_resource_keys={"home"},
    partitions_def=MODEL_BY_MIX,
    op_tags=MODEL_GPUS,
)
def mix_predictions(
    context: dg.AssetExecutionContext, config: SampleConfig, variants: pl.DataFrame
) -> Iterator[dg.Output[pl.DataFrame]]:
    """Ask one model about one source, and record what made the answers."""
    model, _ = partition_of(context.partition_key)
    made, report = ask_model(
        CULTURE_MIX,
        mix_home(context),
        variants,
        model,
        run_id=context.run.run_id,
        log=context.log.info,
        limit=config.limit,
        seed=config.seed,
        prompt_name=config.prompt,
    )
    yield dg.Output(made, "predictions", metadata=dict[str, Any](report.metadata()))
    yield dg.Output(report.evaluations, "evaluations")


@dg.asset(**mix_settings(MODEL_BY_MIX, "predictions", "variants", "mixed_images"))
def mix_scores(
    context: dg.AssetExecutionContext,
    predictions: pl.DataFrame,
    variants: pl.DataFrame,
    mixed_images: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Each answer under both rules, the label it counts as, and where that label moved."""
    made = score(predictions, variants, mixed_images)
    right = made.group_by("target").agg(pl.col("correct_guarded").mean()).sort("target").rows()
    shown = ", ".join(f"{target} {100 * rate:.1f} %" for target, rate in right)
    context.log.info(f"mix_scores: {made.height} rows; right (guarded): {shown}")
    return dg.Output(made, metadata={"shifts": counts(made, "shift")})


_PARTITIONED = ("variants", "mixed_images", "predictions", "mix_scores")


@dg.asset(
    key_prefix=BENCHMARK,
    name="intervals",
    group_name=BENCHMARK,
    io_manager_key="tables_io",
    required_resource_keys={"home"},
    ins={"models": dg.AssetIn(key="models"), "sources": dg.AssetIn(key="sources")},
    deps=[dg.AssetKey([BENCHMARK, table]) for table in _PARTITIONED],
    kinds={"polars", "parquet"},
)
def mix_intervals(
    context: dg.AssetExecutionContext, models: pl.DataFrame, sources: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """95 % intervals of every number of every mart of CultureMix, drawn over foods (ruling 29)."""
    from culture_conflict.statistics.culture_mix import culture_mix_intervals

    tables = mix_home(context).tables
    names = sources.filter(benchmark=BENCHMARK)["source"].to_list()
    keys = models["model"].to_list()
    made = [
        culture_mix_intervals(
            tables.read(VARIANTS, BENCHMARK, source),
            tables.read(MIXED_IMAGES, BENCHMARK, source),
            answered(tables, BENCHMARK, MIX_SCORES, keys, source),
        )
        for source in names
        if tables.path(VARIANTS, BENCHMARK, source).exists()
    ]
    table = pl.concat([INTERVALS.empty(), *made])
    context.log.info(f"intervals: {table.height} numbers")
    return dg.Output(table, metadata={"marts": counts(table, "mart")})


ASSETS = [*BUILDING, attempts, mix_variants, mix_predictions, mix_scores, mix_intervals]
