"""How far an answer lies from its trap, and whether it counts as caught, for field cases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from unittest import mock

import polars as pl

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.statistics import signpost_tallies
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    predictions_of,
    said,
    scene,
    variants_of,
)


def trapped(given: Mapping[str, Any]) -> tuple[float, bool]:
    """Kilometres to the trap, to the metre as the cases write them, and the hit of the rate."""
    scenes = scene("src", "g", trap=tuple(given["trap"]))
    variants = variants_of(scenes)
    (shown,) = (one for one in scenes if one["variant"] == "adversarial")
    scores = score(predictions_of([said(shown, tuple(given["pred"]))]), variants)
    with mock.patch.object(signpost_tallies, "TRAP_RADIUS_KM", float(given["tau_km"])):
        (rate,) = (one for one in signpost_tallies.metrics() if one.name == "tfr")
    answers = signpost_tallies.answers_of(variants, scores)
    hit = signpost_tallies.values_of(answers, rate).select(pl.col("value") == 1.0)
    return round(scores["trap_km"].item(), 3), hit.item()
