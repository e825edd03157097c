"""SIGNPOST's tables of paired tests: models, replaced texts and prompts on the same scenes."""

import polars as pl

from culture_conflict.benchmarks.signpost.prompts import PROMPTS
from culture_conflict.defs.comparing import Made, comparison_asset
from culture_conflict.defs.comparisons import COMPARISONS
from culture_conflict.home import Home
from culture_conflict.tables.signpost_predictions import SIGNPOST_PREDICTIONS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS

__all__ = ["ASSETS"]


def _made(home: Home, models: pl.DataFrame, sources: pl.DataFrame) -> Made:
    from culture_conflict.statistics.signpost_making import make_signpost_comparisons

    return make_signpost_comparisons(home.tables, models, sources, {PROMPTS.load().prompt_id})


ASSETS = [
    comparison_asset(
        "signpost",
        COMPARISONS,
        (SIGNPOST_VARIANTS, SIGNPOST_PREDICTIONS, SIGNPOST_SCORES),
        _made,
        "Every two models, each kind of replaced text against the same scene's Blank, and every "
        "two prompts, paired on the scene (ruling 30).",
    )
]
