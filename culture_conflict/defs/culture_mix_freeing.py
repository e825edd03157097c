"""CultureMix's dishes on white by an editor: items → edited_images, by editor and source."""

from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.culture_mix.building import foods_of, made_so_far
from culture_conflict.benchmarks.culture_mix.freeing import free_dishes
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.culture_mix_building import BENCHMARK
from culture_conflict.defs.edit_previews import gallery_of_the_worst
from culture_conflict.defs.editing import mode_of
from culture_conflict.defs.partitions import EDITOR_BY_MIX, partition_of
from culture_conflict.defs.previews import counts, in_words
from culture_conflict.defs.progress import log_progress
from culture_conflict.editors.catalog import PAINTERS, make_editor
from culture_conflict.editors.registry import load_editors
from culture_conflict.editors.told import paid_for, verdict_counts
from culture_conflict.executors.needs import EDITOR_GPUS
from culture_conflict.tables.edited_images import EDITED_IMAGES

__all__ = ["FREE_JOB", "freed"]

_NAME = "edited_images"
_OF = AssetsOf(BENCHMARK)
_HOW_TO_ASK = (
    "Write `single_food: true` into its row of editors.yaml to have it put dishes on white; what "
    "it made before stays."
)


class FreeConfig(dg.Config):
    """With `enforce` a picture that fails a gate is rejected; with `record` it only is told.

    Either way it stands for no dish.
    """

    mode: str = "enforce"


@dg.asset(name=_NAME, **_OF.table(EDITOR_BY_MIX, "items", "imported_mixes"), op_tags=EDITOR_GPUS)
def freed(
    context: dg.AssetExecutionContext,
    config: FreeConfig,
    items: pl.DataFrame,
    imported_mixes: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Dishes on pure white by one editor, two candidates each, for single_food to choose from.

    A backfill over what a source's pictures come of has every editor's turn here, so that only
    those are asked whose row says so.
    """
    home = home_of(context)
    key, source = partition_of(context.partition_key)
    rows = load_editors(home.editors_file)
    row = next((row for row in rows if row.key == key and row.kind in PAINTERS), None)
    if row is None:
        context.log.warning(f"{_NAME}: {key} only draws; single_food cuts dishes out itself.")
        return dg.Output(EDITED_IMAGES.empty(), metadata={"made": 0})
    if not row.single_food:
        context.log.warning(f"{_NAME}: nobody asked {key}. {_HOW_TO_ASK}")
        stays = made_so_far(home, EDITED_IMAGES, key, source)
        return dg.Output(stays, metadata={"asked": False, "rows": stays.height})
    made = free_dishes(
        foods_of(items, imported_mixes),
        home.pictures,
        make_editor(key, rows, kept=home.kept_edits, root=home.root),
        mode=mode_of(config.mode),
        progress=log_progress(context, _NAME),
    )
    outcomes, reasons = counts(made, "outcome"), counts(made.drop_nulls("reason"), "reason")
    context.log.info(f"{_NAME}: {in_words(outcomes)}; reasons: {in_words(reasons)}")
    metadata: dict[str, Any] = {"outcomes": outcomes, "reasons": reasons}
    metadata |= {"verdicts": verdict_counts(made["gates"]), **paid_for(made["record"])}
    dishes = items.select(pl.col("item_id").alias("group_id"), "name", "author", "licence")
    named = made.join(dishes.select("group_id", "name"), on="group_id", how="left")
    shown = named.with_columns(variant=pl.format("{} {}", "variant", "name"))
    metadata["worst"] = gallery_of_the_worst(shown, dishes, home.pictures)
    return dg.Output(made, metadata=metadata)


FREE_JOB = dg.define_asset_job(
    f"{BENCHMARK}_free",
    selection=dg.AssetSelection.assets(_OF.key(_NAME)),
    description="One editor's pictures of one source's dishes on white, judged; of an editor whose "
    "row says `single_food: true`.",
)
