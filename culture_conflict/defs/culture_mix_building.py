"""CultureMix's pictures: dishes, places → single_food, food_pairs → attempts → mixed_images."""

from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.culture_mix.building import (
    CUT_OUT,
    Kitchen,
    foods_of,
    freed_dishes,
    made_so_far,
    mix_source,
    mixed_images_of,
    scenes_of,
    version_tried,
)
from culture_conflict.benchmarks.culture_mix.shown import (
    credited_in,
    lines_of_descent,
    shown_dishes,
)
from culture_conflict.benchmarks.culture_mix.single_food import (
    chosen_dishes,
    make_single_food,
    pictured_dishes,
)
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.culture_mix_sources import SOURCES
from culture_conflict.defs.partitions import (
    ANY_EDITOR,
    CULTURE_MIX_SOURCES,
)
from culture_conflict.defs.previews import counts, in_words, picture_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.tables.attempts import ATTEMPTS

__all__ = ["BENCHMARK", "BUILDING"]

BENCHMARK = "culture_mix"
_LINES = "A dish in each row: alone, beside another, before a place, beside another before one."
_OF = AssetsOf(BENCHMARK)


class DishConfig(dg.Config):
    """How dishes come onto white: `cutout` by drawing, or by an editor's `edited_images`."""

    editor: str = CUT_OUT


@dg.asset(
    **_OF.table(CULTURE_MIX_SOURCES, "items", "imported_mixes", "food_choices"),
    deps=[dg.AssetDep(_OF.key("edited_images"), partition_mapping=ANY_EDITOR)],
)
def single_food(
    context: dg.AssetExecutionContext,
    config: DishConfig,
    items: pl.DataFrame,
    imported_mixes: pl.DataFrame,
    food_choices: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Each dish on pure white: two candidates, the chosen one, three augmented copies."""
    home = home_of(context)
    mine = foods_of(items, imported_mixes)
    progress = log_progress(context, "single_food")
    edited = freed_dishes(home, config.editor, context.partition_key)
    made = make_single_food(mine, food_choices, home.pictures, edited=edited, progress=progress)
    failed = counts(made.filter(pl.col("outcome") == "failed"), "reason")
    chosen = chosen_dishes(made)
    context.log.info(
        f"single_food: {chosen.height} of {mine.height} dishes; not made: {in_words(failed)}"
    )
    metadata: dict[str, Any] = {
        "choices": counts(chosen, "choice"),
        "not_made": failed,
        "preview": picture_preview(shown_dishes(chosen, items), home.pictures, "name"),
    }
    return dg.Output(made, metadata=metadata)


@dg.asset(**_OF.table(CULTURE_MIX_SOURCES, "items", "single_food", "food_difficulty"))
def food_pairs(
    context: dg.AssetExecutionContext,
    items: pl.DataFrame,
    single_food: pl.DataFrame,
    food_difficulty: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Which dish stands beside which, by distance class; the target is on the left."""
    from culture_conflict.benchmarks.culture_mix.food_pairs import make_food_pairs
    from culture_conflict.benchmarks.culture_mix.recipes import amounts_of

    source = mix_source(home_of(context), context.partition_key)
    dishes = pictured_dishes(items, single_food)
    made = make_food_pairs(dishes, food_difficulty, amounts_of(source))
    distances = counts(made, "food_distance")
    context.log.info(f"food_pairs: {made.height} pairs: {in_words(distances)}")
    return dg.Output(
        made, metadata={"distances": distances, "difficulties": counts(made, "difficulty")}
    )


class MixConfig(dg.Config):
    """Whose pictures before places are shown: an editor whose `attempts` were made."""

    editor: str = "local"


@dg.asset(
    **_OF.table(
        CULTURE_MIX_SOURCES, "items", "single_food", "food_pairs", "backgrounds", "imported_mixes"
    ),
    deps=[dg.AssetDep(_OF.key("attempts"), partition_mapping=ANY_EDITOR)],
)
def mixed_images(  # noqa: PLR0917 - its inputs
    context: dg.AssetExecutionContext,
    config: MixConfig,
    items: pl.DataFrame,
    single_food: pl.DataFrame,
    food_pairs: pl.DataFrame,
    backgrounds: pl.DataFrame,
    imported_mixes: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """A source's pictures: alone, side by side, before places, and controls; or as imported."""
    home, name = home_of(context), context.partition_key
    kitchen = Kitchen(items, single_food, food_pairs, backgrounds)
    tried = made_so_far(home, ATTEMPTS, config.editor, name)
    version = version_tried(tried, config.editor)
    planned = scenes_of(kitchen, mix_source(home, name), version)
    made, failed = mixed_images_of(kitchen, planned, tried, imported_mixes, home.pictures)
    subtasks, controls = counts(made, "subtask"), counts(made, "control")
    controls.pop("None", None)
    context.log.info(
        f"mixed_images: {in_words(subtasks)}; of them controls: {in_words(controls)}; "
        f"not made: {in_words(failed)}"
    )
    lines = lines_of_descent(made)
    preview = picture_preview(
        lines,
        home.pictures,
        "external_id",
        credited=credited_in(lines, items, backgrounds),
        told=_LINES,
        columns=4,
    )
    metadata: dict[str, Any] = {"subtasks": subtasks, "controls": controls, "not_made": failed}
    if "not_tried" in failed:
        metadata["missing"] = (
            f"{failed['not_tried']} pictures before places were not tried. Materialize "
            f"{BENCHMARK}/attempts for {config.editor}|{name}, then this again."
        )
        context.log.warning(f"mixed_images: {metadata['missing']}")
    return dg.Output(made, metadata=metadata | {"lineage": preview})


BUILDING = [*SOURCES, single_food, food_pairs, mixed_images]
