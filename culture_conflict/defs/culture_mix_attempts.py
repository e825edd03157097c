"""CultureMix's dishes before places: single_food, food_pairs → attempts, by editor and source."""

from typing import Any

import dagster as dg
import polars as pl
from pydantic import Field

from culture_conflict.benchmarks.culture_mix.attempts import make_attempts
from culture_conflict.benchmarks.culture_mix.building import (
    Kitchen,
    dish_editor,
    mix_source,
    scenes_of,
)
from culture_conflict.benchmarks.culture_mix.shown import credited_plans, shown_attempts
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.culture_mix_building import BENCHMARK
from culture_conflict.defs.editing import mode_of
from culture_conflict.defs.partitions import EDITOR_BY_MIX, partition_of
from culture_conflict.defs.previews import counts, in_words, picture_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.editors.registry import load_editors
from culture_conflict.editors.told import paid_for
from culture_conflict.executors.needs import EDITOR_GPUS

__all__ = ["attempts"]

_FEW = "Tries at fault first, then what took several tries, then some others."


class AttemptConfig(dg.Config):
    """With `enforce` a picture that fails a check is tried again; with `record` it is only told.

    `then` are editors that try, in this order, what the partition's own could not make.
    """

    mode: str = "enforce"
    then: list[str] = Field(default_factory=list)


@dg.asset(
    **AssetsOf(BENCHMARK).table(
        EDITOR_BY_MIX, "items", "single_food", "food_pairs", "backgrounds", "attempt_decisions"
    ),
    op_tags=EDITOR_GPUS,
)
def attempts(  # noqa: PLR0917 - its inputs
    context: dg.AssetExecutionContext,
    config: AttemptConfig,
    items: pl.DataFrame,
    single_food: pl.DataFrame,
    food_pairs: pl.DataFrame,
    backgrounds: pl.DataFrame,
    attempt_decisions: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """One editor's tries to put dishes before places; what was rejected is made again."""
    home = home_of(context)
    editor, name = partition_of(context.partition_key)
    kitchen = Kitchen(items, single_food, food_pairs, backgrounds)
    progress = log_progress(context, "attempts")
    rows = load_editors(home.editors_file)
    editors = [
        dish_editor(key, rows, kept=home.kept_edits, root=home.root)
        for key in dict.fromkeys((editor, *config.then))
    ]
    planned = scenes_of(kitchen, mix_source(home, name), editors[0].version)
    made = make_attempts(
        planned,
        attempt_decisions,
        editors,
        home.pictures,
        mode=mode_of(config.mode),
        progress=progress,
    )
    refused = counts(made.filter(pl.col("reason").is_not_null()), "reason")
    in_force = made.filter("in_force").height
    tried = in_words(refused)
    context.log.info(f"attempts: {in_force} of {len(planned)} pictures; refused tries: {tried}")
    tries = counts(made.group_by("variant_id").len("tries"), "tries")
    metadata: dict[str, Any] = {"planned": len(planned), "in_force": in_force}
    few = shown_attempts(made)
    credited = credited_plans(planned, few["variant_id"])
    preview = picture_preview(few, home.pictures, "caption", credited=credited, told=_FEW)
    told = {"refused": refused, "tries": tries, "preview": preview, **paid_for(made["record"])}
    return dg.Output(made, metadata=metadata | told)
