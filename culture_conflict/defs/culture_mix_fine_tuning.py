"""Fine-tuning on CultureMix as assets: mix_split → fine_tuned_model, on a GPU."""

from typing import Any

import dagster as dg
import polars as pl
import yaml

from culture_conflict.benchmarks.culture_mix.splits import split_leaks, split_pictures
from culture_conflict.defs.partitions import CULTURE_MIX_SOURCES, MODEL_BY_MIX, partition_of
from culture_conflict.defs.previews import counts
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.home import Home

__all__ = ["ASSETS"]

BENCHMARK = "culture_mix"


def _settings(partitions: dg.PartitionsDefinition[Any], *tables: str) -> dict[str, Any]:
    return {
        "key_prefix": BENCHMARK,
        "group_name": BENCHMARK,
        "io_manager_key": "tables_io",
        "required_resource_keys": {"home"},
        "partitions_def": partitions,
        "ins": {table: dg.AssetIn(key=[BENCHMARK, table]) for table in tables},
    }


class SplitConfig(dg.Config):
    """Which foods are drawn for the test part."""

    seed: int = 0


@dg.asset(kinds={"polars", "parquet"}, **_settings(CULTURE_MIX_SOURCES, "items", "mixed_images"))
def mix_split(
    context: dg.AssetExecutionContext,
    config: SplitConfig,
    items: pl.DataFrame,
    mixed_images: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """A training and a test part of 7:3 by food, balanced over countries, without a common dish."""
    made = split_pictures(items, mixed_images, seed=config.seed)
    foods = made.unique("item_id")
    reasons = counts(made.filter(pl.col("reason").is_not_null()), "reason")
    shared = int(made["shared_background"].sum())
    context.log.info(f"mix_split: {counts(made, 'part')}; {shared} pictures share a background")
    metadata: dict[str, Any] = {
        "pictures": counts(made, "part"),
        "foods": counts(foods, "food_part"),
        "in_no_part": reasons,
        "with_a_background_of_both_parts": shared,
        "leaks": len(split_leaks(made, items, mixed_images)),
    }
    return dg.Output(made, metadata=metadata)


class TuningConfig(dg.Config):
    """How an adapter is trained; `batch_size` times `accumulate` pictures are one step."""

    epochs: int = 1
    rate: float = 1e-4
    batch_size: int = 1
    accumulate: int = 8
    rank: int = 16
    alpha: int = 32
    seed: int = 0
    checkpointing: bool = True


@dg.asset(
    kinds={"huggingface", "parquet"},
    op_tags=MODEL_GPUS,
    **_settings(MODEL_BY_MIX, "items", "variants", "mixed_images", "mix_split"),
)
def fine_tuned_model(  # noqa: PLR0917 - Dagster hands over tables by position
    context: dg.AssetExecutionContext,
    config: TuningConfig,
    items: pl.DataFrame,
    variants: pl.DataFrame,
    mixed_images: pl.DataFrame,
    mix_split: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """A LoRA adapter taught a third of the training part, SF to MFB (§6.1); it is asked by nobody.

    The metadata hold the registry row under which it can be asked about the test part, once the
    user adds it: `culture-conflict models tuned MODEL --source SOURCE --add`.
    """
    from culture_conflict.benchmarks.culture_mix.fine_tuning import Parts, fine_tune, tuned_row
    from culture_conflict.models.transformers.tuning import TuningSettings

    home: Home = context.resources.home
    model, _ = partition_of(context.partition_key)
    parts = Parts(items, variants, mixed_images, mix_split)
    settings = TuningSettings(**config.model_dump())
    made = fine_tune(home, model, parts, settings, context.log.info)
    record = made.row(0, named=True)
    row = yaml.safe_dump([tuned_row(home, record)], sort_keys=False, allow_unicode=True)
    shown = ("n_pictures", "n_foods", "n_test", "loss", "steps", "adapter", "data_sha256")
    metadata = {name: record[name] for name in shown}
    return dg.Output(made, metadata={**metadata, "row": dg.MetadataValue.md(f"```\n{row}```")})


ASSETS = [mix_split, fine_tuned_model]
