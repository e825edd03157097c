"""What replaced sign text does to where a model looks, against Blank of the same scene."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import polars as pl

from culture_conflict.statistics.effects import Contrast, Effect, effect_rows
from culture_conflict.statistics.families import with_holm
from culture_conflict.statistics.signpost_guesses import Guesses, Metric
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT

__all__ = ["text_effects"]

_CUES = ("similar", "random", "adversarial")
_POOLED = {"pair_method": "all", "difficulty": "all", "against": "blank"}


def text_effects(sources: Iterable[Guesses]) -> pl.DataFrame:
    """CONFLICT_EFFECT of every model, prompt and kind of replaced text.

    WLA and, for Adversarial, the share under 50 km from the trap, each against the answer to the
    same scene's Blank. A pair without one of two answers, or with an error, is left out; an answer
    without a place has WLA 0 and misses the trap (ruling 8).
    """
    rows = [row for one in sources for row in effect_rows(one, list(_effects(one)))]
    return with_holm(rows, sides=[("model",)], table=CONFLICT_EFFECT)


def _effects(guesses: Guesses) -> Iterator[Effect]:
    for metric, variant, editor, pictures in guesses.kinds():
        if variant in _CUES:
            key = guesses.kind_of(variant) | _POOLED | {"editor": editor}
            yield from _outcome(guesses, Contrast(key, pictures, guesses.reference), metric)


def _outcome(guesses: Guesses, contrast: Contrast, metric: Metric) -> Iterator[Effect]:
    key = {"outcome": metric, "target": "place", "rule": "guarded"}
    for setting, mine in enumerate(guesses.values(metric)):
        common = contrast.common(guesses.answered[setting])
        yield Effect(contrast, setting, key, common, mine, mine[contrast.other])
