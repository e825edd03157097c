"""SIGNPOST's pictures as assets: replacements → edited_images, edit_gates → variants."""

from collections.abc import Iterator
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.signpost.editing import edit_scenes
from culture_conflict.benchmarks.signpost.quintuplets import CONTROL, EditSettings, scene_texts
from culture_conflict.benchmarks.signpost.variants import incomplete_groups, quintuplets
from culture_conflict.defs.editing import mode_of
from culture_conflict.defs.partitions import (
    EDITOR_BY_SCENES,
    EDITORS,
    SIGNPOST_SOURCES,
    partition_of,
)
from culture_conflict.defs.previews import counts, table_preview
from culture_conflict.defs.quintuplet_previews import gallery_of_the_worst, quintuplets_preview
from culture_conflict.editors.catalog import make_editor
from culture_conflict.editors.registry import load_editors
from culture_conflict.executors.needs import EDITOR_GPUS
from culture_conflict.home import Home
from culture_conflict.readers.rapid_lines import RapidLines
from culture_conflict.tables.edited_images import EDITED_IMAGES

__all__ = ["ASSETS"]

_BENCHMARK = "signpost"
_PREVIEWED = 6


class EditConfig(dg.Config):
    """How edited pictures are judged.

    With `enforce` a picture that fails a gate makes its group incomplete; with `record` it only is
    told. `read_back` has the new texts read by rapidocr; `control` letters the native text again.
    """

    mode: str = "enforce"
    read_back: bool = True
    control: bool = True


def _home(context: dg.AssetExecutionContext) -> Home:
    home: Home = context.resources.home
    return home


def _out(name: str, description: str) -> dg.AssetOut:
    return dg.AssetOut(
        key=[_BENCHMARK, name],
        io_manager_key="tables_io",
        description=description,
        kinds={"polars", "parquet"},
    )


@dg.multi_asset(
    name="signpost__editing",
    outs={
        "edited_images": _out(
            "edited_images",
            "Each scene's Original, Blank, Similar, Random, Adversarial and control by one editor.",
        ),
        "edit_gates": _out("edit_gates", "The numbers and verdicts of every edited picture."),
    },
    ins={
        table: dg.AssetIn(key=[_BENCHMARK, table])
        for table in ("items", "ocr_spans", "replacements")
    },
    group_name=_BENCHMARK,
    required_resource_keys={"home"},
    partitions_def=EDITOR_BY_SCENES,
    op_tags=EDITOR_GPUS,
)
def scene_pictures(
    context: dg.AssetExecutionContext,
    config: EditConfig,
    items: pl.DataFrame,
    ocr_spans: pl.DataFrame,
    replacements: pl.DataFrame,
) -> Iterator[dg.Output[pl.DataFrame]]:
    """Edit every scene and judge what came out; one scene per core is in memory."""
    home = _home(context)
    pictures = home.pictures
    editor, _ = partition_of(context.partition_key)
    made = edit_scenes(
        scene_texts(items, ocr_spans, replacements),
        pictures,
        make_editor(editor, load_editors(home.editors_file), kept=home.kept_edits, root=home.root),
        reader=RapidLines() if config.read_back else None,
        settings=EditSettings(mode=mode_of(config.mode), control=config.control),
    )
    images, reasons = made.images, counts(made.images.drop_nulls("reason"), "reason")
    lacking = incomplete_groups(images)
    groups = images["group_id"].n_unique()
    context.log.info(
        f"edited_images: {images['picture'].drop_nulls().len()} pictures of {groups} scenes; "
        f"{lacking.height} incomplete; {reasons}"
    )
    told: dict[str, Any] = {
        "scenes": groups,
        "coverage": (groups - lacking.height) / max(1, groups),
        "outcomes": counts(images, "outcome"),
        "reasons": reasons,
        "incomplete": table_preview(lacking),
    }
    preview = quintuplets_preview(images, ocr_spans, items, pictures, _PREVIEWED)
    yield dg.Output(images, "edited_images", metadata={**told, "preview": preview})
    told_gates = made.gates.select(told=pl.format("{} {}", "gate", "verdict"))
    verdicts = counts(told_gates, "told")
    worst = gallery_of_the_worst(images, items, pictures)
    yield dg.Output(made.gates, "edit_gates", metadata={"verdicts": verdicts, "worst": worst})


@dg.asset(
    key_prefix=_BENCHMARK,
    name="variants",
    group_name=_BENCHMARK,
    io_manager_key="tables_io",
    required_resource_keys={"home"},
    partitions_def=SIGNPOST_SOURCES,
    ins={
        table: dg.AssetIn(key=[_BENCHMARK, table])
        for table in ("items", "screenings", "ocr_spans", "trap_targets")
    },
    deps=[dg.AssetKey([_BENCHMARK, "edited_images"])],  # of every editor; Dagster maps the source
    kinds={"polars", "parquet"},
)
def scene_variants(
    context: dg.AssetExecutionContext,
    items: pl.DataFrame,
    screenings: pl.DataFrame,
    ocr_spans: pl.DataFrame,
    trap_targets: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """The complete quintuplets of every editor and their controls, with place, tier and trap."""
    home, source = _home(context), context.partition_key
    edited = [
        home.tables.read(EDITED_IMAGES, _BENCHMARK, editor, source)
        for editor in sorted(context.instance.get_dynamic_partitions(str(EDITORS.name)))
        if home.tables.path(EDITED_IMAGES, _BENCHMARK, editor, source).exists()
    ]
    made = quintuplets(items, screenings, trap_targets, edited)
    groups = made["group_id"].n_unique()
    context.log.info(f"variants: {made.height} pictures of {groups} scenes, {len(edited)} editors")
    told: dict[str, Any] = {
        "editors": counts(made, "editor"),
        "variants": counts(made, "variant"),
        "tiers": counts(made.unique("group_id"), "tier"),
        "with_trap": made.drop_nulls("trap")["group_id"].n_unique(),
    }
    shown = made.with_columns(control=pl.col("variant") == CONTROL)
    preview = quintuplets_preview(shown, ocr_spans, items, home.pictures, _PREVIEWED)
    return dg.Output(made, metadata={**told, "preview": preview})


ASSETS = [scene_pictures, scene_variants]
