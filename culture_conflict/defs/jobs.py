"""The jobs: build a source, edit it, ask a model about it, rebuild the metrics."""

import dagster as dg

from culture_conflict.defs import culture_mix
from culture_conflict.defs.comparisons import COMPARISONS
from culture_conflict.defs.confused_tourist import BENCHMARK
from culture_conflict.defs.culture_mix_freeing import FREE_JOB
from culture_conflict.defs.mix_comparisons import MIX_COMPARISONS
from culture_conflict.defs.painting import PAINTED_JOB

__all__ = ["BUILD", "EVALUATE", "JOBS", "METRICS", "PREPARED"]

PREPARED = (
    *("items", "backgrounds", "imported_mixes", "rejects", "single_food", "food_pairs"),
    *("food_difficulty", "food_choices", "attempt_decisions"),
)
"""What CultureMix needs of a source before an editor can begin."""

_SIGNPOST = "signpost"


def _tables(*names: str) -> dg.AssetSelection:
    return dg.AssetSelection.assets(*([BENCHMARK, name] for name in names))


def _mixes(*names: str) -> dg.AssetSelection:
    return dg.AssetSelection.assets(*([culture_mix.BENCHMARK, name] for name in names))


def _scenes(*names: str) -> dg.AssetSelection:
    """By whole keys as prefixes, which also holds where one of the assets doesn't exist."""
    return dg.AssetSelection.key_prefixes(*([_SIGNPOST, name] for name in names))


BUILD = dg.define_asset_job(
    f"{BENCHMARK}_build",
    selection=_tables(
        "items", "cues", "imported_images", "rejects", "pairs", "stacked_images", "variants"
    ),
    description="Items, pairs, pictures and variants of one source.",
)
EVALUATE = dg.define_asset_job(
    f"{BENCHMARK}_evaluate",
    selection=_tables("predictions", "evaluations", "scores"),
    description="One model's answers to one source, what made them, and their scores.",
)
METRICS = dg.define_asset_job(
    "metrics",
    selection=dg.AssetSelection.groups("registry", "report")
    | _tables("intervals", *(table.name for table in COMPARISONS))
    | _mixes("intervals", *(table.name for table in MIX_COMPARISONS))
    | _scenes("intervals", *(table.name for table in COMPARISONS))
    | dg.AssetSelection.key_prefixes("metrics"),
    description="Registry tables, intervals, paired tests, every mart, and the report.",
)
BUILD_MIXES = dg.define_asset_job(
    f"{culture_mix.BENCHMARK}_build",
    selection=_mixes(*PREPARED, "mixed_images", "variants"),
    description="Dishes, pairs, pictures and variants of one source. Pictures before places are "
    "taken from an editor's attempts, and left out with a warning where there are none: run "
    "this, then culture_mix_edit, then this again, or one backfill over all of these assets.",
)
EDIT_MIXES = dg.define_asset_job(
    f"{culture_mix.BENCHMARK}_edit",
    selection=_mixes("attempts"),
    description="One editor's pictures of one source's dishes before places.",
)
EVALUATE_MIXES = dg.define_asset_job(
    f"{culture_mix.BENCHMARK}_evaluate",
    selection=_mixes("predictions", "evaluations", "mix_scores"),
    description="One model's answers about mixed pictures, what made them, and their scores.",
)
BUILD_SCENES = dg.define_asset_job(
    f"{_SIGNPOST}_build",
    selection=_scenes(
        "items",
        "given_texts",
        "rejects",
        "screenings",
        "ocr_spans",
        "replacements",
        "trap_targets",
    ),
    description="Street scenes of one source: their texts, what replaces them, where that points.",
)
EDIT_SCENES = dg.define_asset_job(
    f"{_SIGNPOST}_edit",
    selection=_scenes("edited_images", "edit_gates"),
    description="One editor's pictures of one source of street scenes, judged by the gates.",
)
PICTURE_SCENES = dg.define_asset_job(
    f"{_SIGNPOST}_variants",
    selection=_scenes("variants"),
    description="The complete quintuplets of one source, whichever editors made them.",
)
EVALUATE_SCENES = dg.define_asset_job(
    f"{_SIGNPOST}_evaluate",
    selection=_scenes("predictions", "evaluations", "scores", "judgements"),
    description="One model's answers about one source of street scenes, and their scores.",
)
JOBS = [
    BUILD,
    PAINTED_JOB,
    EVALUATE,
    METRICS,
    BUILD_MIXES,
    FREE_JOB,
    EDIT_MIXES,
    EVALUATE_MIXES,
    BUILD_SCENES,
    EDIT_SCENES,
    PICTURE_SCENES,
    EVALUATE_SCENES,
]
