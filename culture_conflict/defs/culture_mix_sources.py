"""CultureMix's inputs: a source's dishes, places and finished pictures; frozen decisions."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.culture_mix.building import mix_source
from culture_conflict.benchmarks.culture_mix.decisions import read_decisions
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.partitions import CULTURE_MIX_SOURCES
from culture_conflict.defs.previews import counts, noted, picture_preview
from culture_conflict.sources.dishes import read_dishes

__all__ = ["SOURCES"]

_OF = AssetsOf("culture_mix")
_PREVIEWED = 25


@dg.multi_asset(
    **_OF.step(
        "culture_mix_source",
        CULTURE_MIX_SOURCES,
        items="Target dishes of a source.",
        backgrounds="Its places to stand before; none where finished pictures are brought.",
        imported_mixes="Finished pictures that a published data set brings; none elsewhere.",
        rejects="Rows of the source's own tables that became nothing, and why.",
    )
)
def mix_source_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read a source: dishes and places to build with, or a data set of mixed pictures."""
    home = home_of(context)
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
    yield dg.Output(made.items, "items", metadata={"preview": shown, **noted(made.notes)})
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
    **_OF.step(
        "culture_mix_decisions",
        CULTURE_MIX_SOURCES,
        food_difficulty="How hard each dish is alone, as `culture-mix difficulty` froze it.",
        food_choices="Which of two candidates somebody chose for a dish.",
        attempt_decisions="Edited pictures that somebody accepted or rejected.",
    )
)
def mix_decisions(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read decisions frozen in the home's `decisions` folder; none is made here."""
    found = read_decisions(home_of(context).root, context.partition_key)
    levels = counts(found.difficulty, "difficulty")
    yield dg.Output(found.difficulty, "food_difficulty", metadata={"levels": levels})
    yield dg.Output(found.choices, "food_choices")
    verdicts = counts(found.attempts, "decision")
    yield dg.Output(found.attempts, "attempt_decisions", metadata={"decisions": verdicts})


SOURCES = [mix_source_tables, mix_decisions]
