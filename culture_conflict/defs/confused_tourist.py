"""ConfusedTourist as assets: variants (see building) → answers → scores."""

import polars as pl

from culture_conflict.benchmarks.confused_tourist.asking import CONFUSED_TOURIST
from culture_conflict.benchmarks.confused_tourist.scoring import score
from culture_conflict.benchmarks.told import right_by_target, told_rates
from culture_conflict.defs.asking import Told, answers_asset, scores_asset
from culture_conflict.defs.confused_tourist_building import BUILDING
from culture_conflict.defs.painting import painted_images
from culture_conflict.defs.partitions import MODEL_BY_SOURCE

__all__ = ["ASSETS", "BENCHMARK"]

BENCHMARK = CONFUSED_TOURIST.name


def _told(scores: pl.DataFrame, *_: pl.DataFrame) -> Told:
    right = right_by_target(scores)
    said = f"{scores.height} rows; right (guarded, all variants): {told_rates(right)}"
    return said, {f"{target}_right_guarded": rate for target, rate in right.items()}


ASSETS = [
    *BUILDING,
    painted_images,
    answers_asset(CONFUSED_TOURIST, MODEL_BY_SOURCE, "pictures"),
    scores_asset(
        CONFUSED_TOURIST,
        MODEL_BY_SOURCE,
        score,
        _told,
        "Each answer under both rules, and whether it follows the distractor (eq. 5 and 6).",
    ),
]
