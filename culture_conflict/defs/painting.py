"""ConfusedTourist's painted pictures: items, cues, pairs → edited_images, by editor and source."""

from collections.abc import Sequence
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.confused_tourist.imported import to_be_made
from culture_conflict.benchmarks.confused_tourist.painted import paint_items
from culture_conflict.benchmarks.confused_tourist.shown import credited_in, one_of_each
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.edit_previews import gallery_of_the_worst
from culture_conflict.defs.editing import mode_of
from culture_conflict.defs.partitions import (
    CONFUSED_TOURIST_SOURCES,
    EDITORS,
    partition_of,
)
from culture_conflict.defs.previews import MAX_BYTES, counts, in_words, picture_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.editors.catalog import PAINTERS, make_editor, require_painter
from culture_conflict.editors.registry import EditorRow, load_editors
from culture_conflict.editors.told import paid_for, verdict_counts
from culture_conflict.executors.needs import EDITOR_GPUS
from culture_conflict.home import Home
from culture_conflict.tables.edited_images import EDITED_IMAGES

__all__ = ["EDITED", "PAINTED_JOB", "painted_images"]

_BENCHMARK = "confused_tourist"
_NAME = "edited_images"
_BACKFILL = "dagster/backfill"  # Dagster's tag of a run that is part of one
_EACH = "An item in each row: as it was, then one picture of each kind, made or rejected."
_OF = AssetsOf(_BENCHMARK)
EDITED = _OF.key(_NAME)
EDITOR_BY_SOURCE = dg.MultiPartitionsDefinition(
    {"editor": EDITORS, "source": CONFUSED_TOURIST_SOURCES}
)


class PaintConfig(dg.Config):
    """With `enforce` a picture that fails a gate is no variant; with `record` it only is told."""

    mode: str = "enforce"


@dg.asset(
    name=_NAME,
    **_OF.table(EDITOR_BY_SOURCE, "items", "cues", "pairs", "imported_images"),
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
    home = home_of(context)
    key, _ = partition_of(context.partition_key)
    rows = load_editors(home.editors_file)
    if _is_everyones_turn(context) and not _paints(key, rows):
        context.log.warning(f"{_NAME}: editor {key} paints no flags and landmarks: none made.")
        return dg.Output(EDITED_IMAGES.empty(), metadata={"made": 0})
    require_painter(key, rows)
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


def _is_everyones_turn(context: dg.AssetExecutionContext) -> bool:
    """Whether the run is one of a backfill over assets.

    Such a backfill goes through every editor, and an editor that failed would keep the variants
    from being made; a backfill of the job edits and nothing else.
    """
    return _BACKFILL in context.run.tags and context.job_name != PAINTED_JOB.name


def _paints(key: str, rows: Sequence[EditorRow]) -> bool:
    return any(row.key == key and row.kind in PAINTERS for row in rows)


def _told(
    context: dg.AssetExecutionContext, made: pl.DataFrame, items: pl.DataFrame, home: Home
) -> dict[str, Any]:
    outcomes, reasons = counts(made, "outcome"), counts(made.drop_nulls("reason"), "reason")
    context.log.info(f"{_NAME}: {in_words(outcomes)}; reasons: {in_words(reasons)}")
    metadata: dict[str, Any] = {"outcomes": outcomes, "reasons": reasons}
    metadata["coverage"] = outcomes.get("made", 0) / max(1, made.height)
    metadata |= {"verdicts": verdict_counts(made["gates"]), **paid_for(made["record"])}
    half, pictures = MAX_BYTES // 2, home.pictures
    worst = gallery_of_the_worst(made, credited_in(made), pictures, max_bytes=half)
    few, columns = one_of_each(made, items)
    preview = picture_preview(few, pictures, "caption", told=_EACH, columns=columns, max_bytes=half)
    return metadata | {"worst": worst, "preview": preview}


PAINTED_JOB = dg.define_asset_job(
    f"{_BENCHMARK}_edit",
    selection=dg.AssetSelection.assets(EDITED),
    description="One editor's pictures of one source's items in other countries, judged; by an "
    "editor that paints: a row of editors.yaml of kind qwen, flux or api.",
)
