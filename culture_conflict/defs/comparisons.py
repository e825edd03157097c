"""ConfusedTourist's tables of paired tests: models, cues and prompts on the same pictures."""

import polars as pl

from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
from culture_conflict.defs.comparing import Made, comparison_asset
from culture_conflict.defs.confused_tourist import BENCHMARK
from culture_conflict.home import Home
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT
from culture_conflict.tables.model_comparison import MODEL_COMPARISON
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.prompt_effect import PROMPT_EFFECT
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ASSETS", "COMPARISONS"]

COMPARISONS = (MODEL_COMPARISON, CONFLICT_EFFECT, PROMPT_EFFECT)


def _made(home: Home, models: pl.DataFrame, sources: pl.DataFrame) -> Made:
    from culture_conflict.statistics.making import make_comparisons

    base = {PROMPTS.load().prompt_id}
    return make_comparisons(home.tables, BENCHMARK, models, sources, base)


ASSETS = [
    comparison_asset(
        BENCHMARK,
        COMPARISONS,
        (VARIANTS, PREDICTIONS, SCORES),
        _made,
        "Every two models, each kind of cue and every two prompts, paired on the item (ruling 30).",
    )
]
