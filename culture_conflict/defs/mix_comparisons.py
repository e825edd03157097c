"""CultureMix's tables of paired tests: models, cues, prompts, and what mends mixed pictures."""

import polars as pl

from culture_conflict.benchmarks.culture_mix.prompts import PROMPTS
from culture_conflict.defs.comparing import Made, comparison_asset
from culture_conflict.defs.comparisons import COMPARISONS
from culture_conflict.defs.culture_mix import BENCHMARK
from culture_conflict.home import Home
from culture_conflict.tables.mix_mitigation import MIX_MITIGATION
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mix_split import MIX_SPLIT
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ASSETS", "MIX_COMPARISONS"]

MIX_COMPARISONS = (*COMPARISONS, MIX_MITIGATION)


def _made(home: Home, models: pl.DataFrame, sources: pl.DataFrame) -> Made:
    from culture_conflict.statistics.mix_making import make_mix_comparisons

    return make_mix_comparisons(home.tables, models, sources, {PROMPTS.load().prompt_id})


ASSETS = [
    comparison_asset(
        BENCHMARK,
        MIX_COMPARISONS,
        (VARIANTS, MIXED_IMAGES, PREDICTIONS, MIX_SCORES, MIX_SPLIT),
        _made,
        "Every two models, each cue and every two prompts, and every fine-tuned model against what "
        "it was made of, paired on the food (ruling 30).",
    )
]
