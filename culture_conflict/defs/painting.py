"""ConfusedTourist's painted pictures: items, cues, pairs → edited_images, by editor and source."""

from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.confused_tourist.imported import to_be_made
from culture_conflict.benchmarks.confused_tourist.painted import paint_items
from culture_conflict.defs.editing import mode_of
from culture_conflict.defs.partitions import (
    CONFUSED_TOURIST_SOURCES,
    EDITORS,
    partition_of,
)
from culture_conflict.defs.previews import counts, picture_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.editors.catalog import PAINTERS, make_editor, require_editor
from culture_conflict.editors.registry import load_editors
from culture_conflict.executors.needs import EDITOR_GPUS
from culture_conflict.home import Home
from culture_conflict.tables.edited_images import EDITED_IMAGES

__all__ = ["EDITED", "PAINTED_JOB", "painted_images", "painted_tables"]

_BENCHMARK = "confused_tourist"
_PREVIEWED = 24
_NAME = "edited_images"
EDITED = dg.AssetKey([_BENCHMARK, _NAME])
EDITOR_BY_SOURCE = dg.MultiPartitionsDefinition(
    {"editor": EDITORS, "source": CONFUSED_TOURIST_SOURCES}
)


class PaintConfig(dg.Config):
    """With `enforce` a picture that fails a gate is no variant; with `record` it only is told."""

    mode: str = "enforce"


@dg.asset(
    key_prefix=_BENCHMARK,
    name=_NAME,
    group_name=_BENCHMARK,
    io_manager_key="tables_io",
    required_resource_keys={"home"},
    partitions_def=EDITOR_BY_SOURCE,
    ins={
        table: dg.AssetIn(key=[_BENCHMARK, table])
        for table in ("items", "cues", "pairs", "imported_images")
    },
    kinds={"polars", "parquet"},
    op_tags=EDITOR_GPUS,
)
def painted_images(  # noqa: PLR0917 - its inputs
    context: dg.AssetExecutionContext,
    config: PaintConfig,
    items: pl.DataFrame,
    cues: pl.DataFrame,
    pairs: pl.DataFrame,
    imported_images: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """Items painted into another country by one editor: flag, landmark, both; garments alone."""
    home: Home = context.resources.home
    key, _ = partition_of(context.partition_key)
    rows = load_editors(home.editors_file)
    if require_editor(key, rows).kind not in PAINTERS:
        context.log.warning(f"{_NAME}: editor {key} letters signs and paints no scenes: none made.")
        return dg.Output(EDITED_IMAGES.empty(), metadata={"made": 0})
    made = paint_items(
        to_be_made(items, imported_images),
        cues,
        pairs,
        home.pictures,
        make_editor(key, rows, kept=home.kept_edits, root=home.root),
        mode=mode_of(config.mode),
        progress=log_progress(context, _NAME),
    )
    return dg.Output(made, metadata=_told(context, made, items, home))


def _told(
    context: dg.AssetExecutionContext, made: pl.DataFrame, items: pl.DataFrame, home: Home
) -> dict[str, Any]:
    outcomes, reasons = counts(made, "outcome"), counts(made.drop_nulls("reason"), "reason")
    context.log.info(f"{_NAME}: {outcomes}; {reasons}")
    credited = items.select("item_id", "author", "licence")
    shown = (
        made.drop_nulls("picture")
        .sort(pl.col("worst"), descending=True)
        .head(_PREVIEWED)
        .join(credited, left_on="group_id", right_on="item_id", how="left")
        .with_columns(told=pl.format("{} {}", "outcome", "variant"))
    )
    return {
        "outcomes": outcomes,
        "reasons": reasons,
        "coverage": outcomes.get("made", 0) / max(1, made.height),
        "worst": picture_preview(shown, home.pictures, "told"),
    }


def painted_tables(instance: dg.DagsterInstance, home: Home, source: str) -> list[pl.DataFrame]:
    """EDITED_IMAGES of a source, by every editor that made it."""
    return [
        home.tables.read(EDITED_IMAGES, _BENCHMARK, editor, source)
        for editor in sorted(instance.get_dynamic_partitions(str(EDITORS.name)))
        if home.tables.path(EDITED_IMAGES, _BENCHMARK, editor, source).exists()
    ]


PAINTED_JOB = dg.define_asset_job(
    f"{_BENCHMARK}_edit",
    selection=dg.AssetSelection.assets(EDITED),
    description="One editor's pictures of one source's items in other countries, judged.",
)
