"""Fine-tuning on CultureMix as assets: mix_split → fine_tuned_model, on a GPU."""

from typing import Any

import dagster as dg
import polars as pl
import yaml

from culture_conflict.benchmarks.culture_mix.splits import split_leaks, split_pictures
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.partitions import CULTURE_MIX_SOURCES, MODEL_BY_MIX, partition_of
from culture_conflict.defs.previews import counts, in_words
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.models.transformers.tuning_settings import TuningSettings

__all__ = ["ASSETS"]

_OF = AssetsOf("culture_mix")
_USUAL = TuningSettings()


class SplitConfig(dg.Config):
    """Which foods are drawn for the test part."""

    seed: int = 0


@dg.asset(**_OF.table(CULTURE_MIX_SOURCES, "items", "mixed_images"))
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
    context.log.info(
        f"mix_split: {in_words(counts(made, 'part'))}; {shared} pictures share a background"
    )
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

    epochs: int = _USUAL.epochs
    rate: float = _USUAL.rate
    batch_size: int = _USUAL.batch_size
    accumulate: int = _USUAL.accumulate
    rank: int = _USUAL.rank
    alpha: int = _USUAL.alpha
    seed: int = _USUAL.seed
    checkpointing: bool = _USUAL.checkpointing


@dg.asset(
    **_OF.table(MODEL_BY_MIX, "items", "variants", "mixed_images", "mix_split")
    | {"kinds": {"huggingface", "parquet"}},
    op_tags=MODEL_GPUS,
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

    home = home_of(context)
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
