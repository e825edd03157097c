"""CultureMix as assets: items, mixed_images → variants → answers → mix_scores → intervals."""

from collections.abc import Iterator
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.defs.confused_tourist import SampleConfig
from culture_conflict.defs.intervals import answered
from culture_conflict.defs.partitions import CULTURE_MIX_SOURCES, MODEL_BY_MIX, partition_of
from culture_conflict.defs.previews import counts, picture_preview
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.home import Home
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.mix.read import read_mix
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ASSETS", "BENCHMARK"]

BENCHMARK = "culture_mix"
_PREVIEWED = 24


def _settings(partitions: dg.PartitionsDefinition[Any] | None, *tables: str) -> dict[str, Any]:
    return {
        "key_prefix": BENCHMARK,
        "group_name": BENCHMARK,
        "io_manager_key": "tables_io",
        "required_resource_keys": {"home"},
        "partitions_def": partitions,
        "ins": {table: dg.AssetIn(key=[BENCHMARK, table]) for table in tables},
        "kinds": {"polars", "parquet"},
    }


def _outs(**descriptions: str) -> dict[str, dg.AssetOut]:
    return {
        name: dg.AssetOut(
            key=[BENCHMARK, name],
            io_manager_key="tables_io",
            description=description,
            kinds={"polars", "parquet"},
        )
        for name, description in descriptions.items()
    }


def _home(context: dg.AssetExecutionContext) -> Home:
    home: Home = context.resources.home
    return home


@dg.multi_asset(
    name="culture_mix_source",
    outs=_outs(
        items="Target foods of a source.",
        mixed_images="Its pictures, each with the foods and background on it.",
        rejects="Rows of the source's own tables that became nothing, and why.",
    ),
    group_name=BENCHMARK,
    required_resource_keys={"home"},
    partitions_def=CULTURE_MIX_SOURCES,
)
def mix_source_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read a data set of mixed pictures; they go into the picture store byte by byte."""
    home = _home(context)
    source = get_source(BENCHMARK, context.partition_key, home.sources_folder)
    assert source.folder is not None  # only folders of the home are sources of this benchmark
    made = read_mix(source, source.folder, home.pictures)
    for note in made.notes:
        context.log.info(f"{source.name}: {note}")
    reasons, subtasks = counts(made.rejects, "reason"), counts(made.mixed_images, "subtask")
    told = ", ".join(f"{count} {name}" for name, count in (subtasks | reasons).items())
    context.log.info(f"mixed_images: {made.items.height} foods; {told}")
    preview = picture_preview(made.items.head(_PREVIEWED), home.pictures, "name")
    metadata: dict[str, Any] = {"preview": preview, "notes": "; ".join(made.notes)}
    yield dg.Output(made.items, "items", metadata=metadata)
    yield dg.Output(made.mixed_images, "mixed_images", metadata={"subtasks": subtasks})
    yield dg.Output(made.rejects, "rejects", metadata={"reasons": reasons})


@dg.asset(name="variants", **_settings(CULTURE_MIX_SOURCES, "items", "mixed_images"))
def mix_variants(
    context: dg.AssetExecutionContext, items: pl.DataFrame, mixed_images: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """The pictures models are asked about, with their truths."""
    made = mixed_variants(items, mixed_images)
    preview = picture_preview(made.head(_PREVIEWED), _home(context).pictures, "variant")
    context.log.info(f"variants: {made.height} pictures of {made['group_id'].n_unique()} foods")
    return dg.Output(made, metadata={"preview": preview})


@dg.multi_asset(
    name="culture_mix__predictions",
    outs=_outs(
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
        _home(context),
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


@dg.asset(**_settings(MODEL_BY_MIX, "predictions", "variants", "mixed_images"))
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

    tables = _home(context).tables
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


ASSETS = [mix_source_tables, mix_variants, mix_predictions, mix_scores, mix_intervals]
