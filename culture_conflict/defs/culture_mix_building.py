"""CultureMix's pictures: dishes, places → single_food, food_pairs → attempts → mixed_images."""

from collections.abc import Iterator
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.culture_mix.building import (
    Kitchen,
    finished_attempts,
    foods_of,
    mix_source,
    mixed_images_of,
    scenes_of,
)
from culture_conflict.benchmarks.culture_mix.decisions import read_decisions
from culture_conflict.benchmarks.culture_mix.single_food import chosen_dishes, make_single_food
from culture_conflict.defs.partitions import (
    ANY_EDITOR,
    CULTURE_MIX_SOURCES,
)
from culture_conflict.defs.previews import counts, lineage_preview, picture_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.home import Home
from culture_conflict.sources.dishes import read_dishes

__all__ = ["BENCHMARK", "BUILDING", "mix_home", "mix_outs", "mix_settings"]

BENCHMARK = "culture_mix"
_PREVIEWED = 24


def mix_settings(partitions: dg.PartitionsDefinition[Any] | None, *tables: str) -> dict[str, Any]:
    """What every asset of CultureMix shares, and the tables it reads."""
    return {
        "key_prefix": BENCHMARK,
        "group_name": BENCHMARK,
        "io_manager_key": "tables_io",
        "required_resource_keys": {"home"},
        "partitions_def": partitions,
        "ins": {table: dg.AssetIn(key=[BENCHMARK, table]) for table in tables},
        "kinds": {"polars", "parquet"},
    }


def mix_outs(**descriptions: str) -> dict[str, dg.AssetOut]:
    """Tables that one step makes together, each with what it holds."""
    return {
        name: dg.AssetOut(
            key=[BENCHMARK, name],
            io_manager_key="tables_io",
            description=description,
            kinds={"polars", "parquet"},
        )
        for name, description in descriptions.items()
    }


def mix_home(context: dg.AssetExecutionContext) -> Home:
    """The home folder of the run."""
    home: Home = context.resources.home
    return home


@dg.multi_asset(
    name="culture_mix_source",
    outs=mix_outs(
        items="Target dishes of a source.",
        backgrounds="Its places to stand before; none where finished pictures are brought.",
        imported_mixes="Finished pictures that a published data set brings; none elsewhere.",
        rejects="Rows of the source's own tables that became nothing, and why.",
    ),
    group_name=BENCHMARK,
    required_resource_keys={"home"},
    partitions_def=CULTURE_MIX_SOURCES,
)
def mix_source_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read a source: dishes and places to build with, or a data set of mixed pictures."""
    home = mix_home(context)
    made = read_dishes(mix_source(home, context.partition_key), home.pictures)
    for note in made.notes:
        context.log.info(f"{context.partition_key}: {note}")
    reasons = counts(made.rejects, "reason")
    told = "".join(f", {count} rows {name}" for name, count in reasons.items())
    context.log.info(
        f"items: {made.items.height} dishes, {made.backgrounds.height} backgrounds, "
        f"{made.imported.height} imported pictures{told}"
    )
    shown = picture_preview(made.items.head(_PREVIEWED), home.pictures, "name")
    places = picture_preview(made.backgrounds.head(_PREVIEWED), home.pictures, "name")
    metadata: dict[str, Any] = {"preview": shown, "notes": "; ".join(made.notes)}
    yield dg.Output(made.items, "items", metadata=metadata)
    yield dg.Output(
        made.backgrounds,
        "backgrounds",
        metadata={"regions": counts(made.backgrounds, "region"), "preview": places},
    )
    yield dg.Output(
        made.imported, "imported_mixes", metadata={"subtasks": counts(made.imported, "subtask")}
    )
    yield dg.Output(made.rejects, "rejects", metadata={"reasons": reasons})


@dg.multi_asset(
    name="culture_mix_decisions",
    outs=mix_outs(
        food_difficulty="How hard each dish is alone, as `culture-mix difficulty` froze it.",
        food_choices="Which of two candidates somebody chose for a dish.",
        attempt_decisions="Edited pictures that somebody accepted or rejected.",
    ),
    group_name=BENCHMARK,
    required_resource_keys={"home"},
    partitions_def=CULTURE_MIX_SOURCES,
)
def mix_decisions(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read decisions frozen in the home's `decisions` folder; none is made here."""
    found = read_decisions(mix_home(context).root, context.partition_key)
    levels = counts(found.difficulty, "difficulty")
    yield dg.Output(found.difficulty, "food_difficulty", metadata={"levels": levels})
    yield dg.Output(found.choices, "food_choices")
    verdicts = counts(found.attempts, "decision")
    yield dg.Output(found.attempts, "attempt_decisions", metadata={"decisions": verdicts})


@dg.asset(**mix_settings(CULTURE_MIX_SOURCES, "items", "imported_mixes", "food_choices"))
def single_food(
    context: dg.AssetExecutionContext,
    items: pl.DataFrame,
    imported_mixes: pl.DataFrame,
    food_choices: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Each dish on pure white: two candidates, the chosen one, three augmented copies."""
    home = mix_home(context)
    mine = foods_of(items, imported_mixes)
    progress = log_progress(context, "single_food")
    made = make_single_food(mine, food_choices, home.pictures, progress=progress)
    failed = counts(made.filter(pl.col("outcome") == "failed"), "reason")
    chosen = chosen_dishes(made)
    context.log.info(f"single_food: {chosen.height} of {mine.height} dishes; not made: {failed}")
    named = chosen.head(_PREVIEWED).join(
        items.select("item_id", "name", "author", "licence"), on="item_id"
    )
    metadata: dict[str, Any] = {
        "choices": counts(chosen, "choice"),
        "not_made": failed,
        "preview": picture_preview(named, home.pictures, "name"),
    }
    return dg.Output(made, metadata=metadata)


@dg.asset(**mix_settings(CULTURE_MIX_SOURCES, "items", "single_food", "food_difficulty"))
def food_pairs(
    context: dg.AssetExecutionContext,
    items: pl.DataFrame,
    single_food: pl.DataFrame,
    food_difficulty: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Which dish stands beside which, by distance class; the target is on the left."""
    from culture_conflict.benchmarks.culture_mix.food_pairs import make_food_pairs
    from culture_conflict.benchmarks.culture_mix.recipes import amounts_of

    kind = mix_source(mix_home(context), context.partition_key).kind
    dishes = items.join(chosen_dishes(single_food), on="item_id", how="semi")
    made = make_food_pairs(dishes, food_difficulty, amounts_of(kind))
    distances = counts(made, "food_distance")
    context.log.info(f"food_pairs: {made.height} pairs; {distances}")
    return dg.Output(
        made, metadata={"distances": distances, "difficulties": counts(made, "difficulty")}
    )


class MixConfig(dg.Config):
    """Whose pictures before places are shown: an editor whose `attempts` were made."""

    editor: str = "local"


@dg.asset(
    **mix_settings(
        CULTURE_MIX_SOURCES, "items", "single_food", "food_pairs", "backgrounds", "imported_mixes"
    ),
    deps=[dg.AssetDep(dg.AssetKey([BENCHMARK, "attempts"]), partition_mapping=ANY_EDITOR)],
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
    home, name = mix_home(context), context.partition_key
    kitchen = Kitchen(items, single_food, food_pairs, backgrounds)
    planned = scenes_of(kitchen, mix_source(home, name).kind, config.editor)
    tried = finished_attempts(home, config.editor, name)
    made, failed = mixed_images_of(kitchen, planned, tried, imported_mixes, home.pictures)
    subtasks, controls = counts(made, "subtask"), counts(made, "control")
    context.log.info(f"mixed_images: {subtasks}; controls {controls}; not made {failed}")
    preview = lineage_preview(made, items, home.pictures)
    metadata: dict[str, Any] = {"subtasks": subtasks, "controls": controls, "not_made": failed}
    if "not_tried" in failed:
        metadata["missing"] = (
            f"{failed['not_tried']} pictures before places were not tried. Materialize "
            f"{BENCHMARK}/attempts for {config.editor}|{name}, then this again."
        )
        context.log.warning(f"mixed_images: {metadata['missing']}")
    return dg.Output(made, metadata=metadata | {"lineage": preview})


BUILDING = [mix_source_tables, mix_decisions, single_food, food_pairs, mixed_images]
