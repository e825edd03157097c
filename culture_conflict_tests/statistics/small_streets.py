"""A made-up SIGNPOST source: answers that wander, some without a place, some at the trap."""

from __future__ import annotations

import random

import polars as pl

from culture_conflict.benchmarks.signpost.judging import judge_answers
from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.tables.models import MODELS
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    predictions_of,
    said,
    scene,
    variants_of,
)

SPREAD = {"original": 0.5, "blank": 2.0, "similar": 1.5, "random": 6.0, "adversarial": 9.0}
STATES = ("ok", "refused", "out_of_range")


def streets(source: str, n_groups: int = 40) -> pl.DataFrame:
    draw = random.Random(source)
    rows = []
    for n in range(n_groups):
        trap = (draw.uniform(-40, 40), draw.uniform(60, 120)) if n % 3 else None
        tier = (None, "T1", "T2", "T3")[n % 4]
        made = scene(source, f"{source}-{n}", (draw.uniform(-40, 40), 0.0), trap, tier)
        told = {"native_language": "fr" if n % 2 else None, "injected_language": "en"}
        rows += [one | told for one in made]
    return variants_of(rows)


def answered(variants: pl.DataFrame, model: str) -> pl.DataFrame:
    """Predictions of one model, one an error; they depend on nothing but the two names."""
    draw = random.Random(model + variants["source"][0])
    rows = []
    for one in variants.iter_rows(named=True):
        state = draw.choices(STATES, [0.92, 0.04, 0.04])[0]
        if one["variant_id"].endswith("-2-random"):
            state = "error"
        spread = SPREAD[one["variant"]]
        place = (
            max(-90.0, min(90.0, one["latitude"] + draw.gauss(0, spread))),
            one["longitude"] + draw.gauss(0, spread),
        )
        trapped = one["variant"] == "adversarial" and one["trap_latitude"] is not None
        if trapped and draw.random() < 0.4:
            place = (one["trap_latitude"], one["trap_longitude"])
        rows.append(said(one, place if state == "ok" else None, model, state))
    return predictions_of(rows)


def asked_more(variants: pl.DataFrame, models: list[str]) -> pl.DataFrame:
    """Predictions to four prompts that are judged: adversarial text turns answers oftener.

    Errors keep the model `three` below the coverage that averages need.
    """
    draw = random.Random(variants["source"][0])
    rows = []
    for model in models:
        for one in variants.iter_rows(named=True):
            share = 0.6 if one["variant"] == "adversarial" else 0.2
            for task in ("probing", "consistency", "country", "language"):
                failed = draw.random() < 0.03 and (model == "three" or one["variant"] == "random")
                row = said(one, None, model, "error" if failed else "ok")
                turned = {"conflict": "yes" if draw.random() < share else "no"}
                turned["trusts"] = "text" if draw.random() < share else None
                turned["country"] = "FRA" if draw.random() < share else "PER"
                turned["language"] = "english" if draw.random() < share else "french"
                rows.append(row | turned | {"task": task, "prompt_id": f"{task}-v1"})
    return predictions_of(rows)


def judged(variants: pl.DataFrame, models: list[str]) -> pl.DataFrame:
    """Judgements of `asked_more`."""
    return judge_answers(asked_more(variants, models), variants)


def scored(variants: pl.DataFrame, models: list[str]) -> pl.DataFrame:
    return pl.concat([score(answered(variants, model), variants) for model in models])


def registered(models: list[str], provider: str = "p") -> pl.DataFrame:
    """MODELS of these names."""
    rows = [
        {"model": model, "provider": provider, "kind": "vlm", "name": model, "revision": "1"}
        | dict.fromkeys(("base_model", "trained_on"))
        for model in models
    ]
    return MODELS.frame(rows)
