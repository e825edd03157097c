"""CultureMix as assets: mixed_images (see building) → variants → answers → scores."""

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.culture_mix.asking import CULTURE_MIX
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.benchmarks.culture_mix.shown import kinds_of_variants
from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.benchmarks.told import right_by_target, told_rates
from culture_conflict.defs.asking import Told, answers_asset, scores_asset
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.culture_mix_attempts import attempts
from culture_conflict.defs.culture_mix_building import BUILDING
from culture_conflict.defs.culture_mix_freeing import freed
from culture_conflict.defs.partitions import CULTURE_MIX_SOURCES, MODEL_BY_MIX
from culture_conflict.defs.previews import counts, picture_preview

__all__ = ["ASSETS", "BENCHMARK"]

BENCHMARK = CULTURE_MIX.name
_OF = AssetsOf(BENCHMARK)


@dg.asset(name="variants", **_OF.table(CULTURE_MIX_SOURCES, "items", "mixed_images"))
def mix_variants(
    context: dg.AssetExecutionContext, items: pl.DataFrame, mixed_images: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """The pictures models are asked about, with their truths."""
    made = mixed_variants(items, mixed_images)
    few = kinds_of_variants(made, mixed_images)
    preview = picture_preview(few, home_of(context).pictures, "external_id")
    context.log.info(f"variants: {made.height} pictures of {made['group_id'].n_unique()} foods")
    subtasks = counts(mixed_images, "subtask")
    return dg.Output(made, metadata={"subtasks": subtasks, "preview": preview})


def _told(scores: pl.DataFrame, *_: pl.DataFrame) -> Told:
    said = f"{scores.height} rows; right (guarded): {told_rates(right_by_target(scores))}"
    return said, {"shifts": counts(scores, "shift")}


ASSETS = [
    *BUILDING,
    freed,
    attempts,
    mix_variants,
    answers_asset(CULTURE_MIX, MODEL_BY_MIX, "pictures", also=["mixed_images"]),
    scores_asset(
        CULTURE_MIX,
        MODEL_BY_MIX,
        score,
        _told,
        "Each answer under both rules, the label it counts as, and where that label moved.",
        name="mix_scores",
        also=["mixed_images"],
    ),
]
