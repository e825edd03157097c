"""SIGNPOST's pictures as assets: replacements → edited_images, edit_gates → variants."""

from collections.abc import Iterator
from functools import partial
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.signpost.editing import edit_scenes
from culture_conflict.benchmarks.signpost.edits_in_force import in_force
from culture_conflict.benchmarks.signpost.quintuplets import EditSettings, scene_texts
from culture_conflict.benchmarks.signpost.variants import (
    incomplete_groups,
    quintuplets,
    with_controls,
)
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.edit_previews import gallery_of_the_worst
from culture_conflict.defs.edited_tables import edited_tables
from culture_conflict.defs.editing import mode_of
from culture_conflict.defs.partitions import (
    EDITOR_BY_SCENES,
    SIGNPOST_SOURCES,
    partition_of,
)
from culture_conflict.defs.previews import counts, in_words, table_preview
from culture_conflict.defs.progress import log_progress
from culture_conflict.defs.quintuplet_previews import quintuplets_preview
from culture_conflict.editors.catalog import make_editor
from culture_conflict.editors.registry import load_editors
from culture_conflict.editors.told import paid_for, verdict_counts
from culture_conflict.executors.needs import EDITOR_GPUS
from culture_conflict.readers.rapid_lines import RapidLines

__all__ = ["PICTURES"]

_OF = AssetsOf("signpost")
_PREVIEWED = 6


class EditConfig(dg.Config):
    """How edited pictures are judged.

    With `enforce` a picture that fails a gate makes its group incomplete; with `record` it only is
    told. `read_back` has the new texts read by rapidocr; `control` letters the native text again.
    """

    mode: str = "enforce"
    read_back: bool = True
    control: bool = True


@dg.multi_asset(
    **_OF.step(
        "signpost__editing",
        EDITOR_BY_SCENES,
        *("items", "ocr_spans", "replacements"),
        edited_images="Each scene's Original, Blank, Similar, Random, Adversarial and control by "
        "one editor.",
        edit_gates="The numbers and verdicts of every edited picture.",
    ),
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
    home = home_of(context)
    pictures = home.pictures
    editor, _ = partition_of(context.partition_key)
    progress, scenes = log_progress(context, "edited_images"), replacements["group_id"].n_unique()
    made = edit_scenes(
        scene_texts(items, ocr_spans, replacements),
        pictures,
        make_editor(editor, load_editors(home.editors_file), kept=home.kept_edits, root=home.root),
        reader=RapidLines() if config.read_back else None,
        settings=EditSettings(mode=mode_of(config.mode), control=config.control),
        progress=lambda done: progress(done, scenes),
    )
    images, reasons = made.images, counts(made.images.drop_nulls("reason"), "reason")
    lacking = incomplete_groups(images)
    groups = images["group_id"].n_unique()
    context.log.info(
        f"edited_images: {images['picture'].drop_nulls().len()} pictures of {groups} scenes; "
        f"incomplete: {lacking.height}; reasons: {in_words(reasons)}"
    )
    told: dict[str, Any] = {
        "scenes": groups,
        "coverage": (groups - lacking.height) / max(1, groups),
        "outcomes": counts(images, "outcome"),
        "reasons": reasons,
        "incomplete": table_preview(lacking),
        **paid_for(images["record"]),
    }
    preview = quintuplets_preview(images, ocr_spans, items, pictures, _PREVIEWED)
    yield dg.Output(images, "edited_images", metadata={**told, "preview": preview})
    verdicts = verdict_counts(images["gates"])
    worst = gallery_of_the_worst(images, items, pictures)
    yield dg.Output(made.gates, "edit_gates", metadata={"verdicts": verdicts, "worst": worst})


@dg.asset(
    name="variants",
    **_OF.table(SIGNPOST_SOURCES, "items", "screenings", "ocr_spans", "trap_targets"),
    deps=[_OF.key("edited_images")],  # of every editor; Dagster maps the source
)
def scene_variants(
    context: dg.AssetExecutionContext,
    items: pl.DataFrame,
    screenings: pl.DataFrame,
    ocr_spans: pl.DataFrame,
    trap_targets: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """The complete quintuplets of every editor and their controls, with place, tier and trap."""
    edited = edited_tables(context, _OF.benchmark, partial(in_force, items, trap_targets))
    made = quintuplets(items, screenings, trap_targets, edited)
    groups = made["group_id"].n_unique()
    context.log.info(f"variants: {made.height} pictures of {groups} scenes, editors: {len(edited)}")
    told: dict[str, Any] = {
        "editors": counts(made, "editor"),
        "variants": counts(made, "variant"),
        "tiers": counts(made.unique("group_id"), "tier"),
        "with_trap": made.drop_nulls("trap")["group_id"].n_unique(),
    }
    pictures = home_of(context).pictures
    preview = quintuplets_preview(with_controls(made), ocr_spans, items, pictures, _PREVIEWED)
    return dg.Output(made, metadata={**told, "preview": preview})


PICTURES = [scene_pictures, scene_variants]
