"""As many models and items as the paper has, within seconds."""

from __future__ import annotations

import time

import pytest

from culture_conflict.statistics.comparisons import compare_models
from culture_conflict.statistics.conflicts import conflict_effects
from culture_conflict_tests.statistics.small_source import Small


@pytest.mark.slow
def test_fourteen_models_and_243_items() -> None:
    models = tuple(f"m{n:02}" for n in range(14))
    small = Small(n_items=243, models=models)
    started = time.process_time()
    answers = small.answers()
    compared = compare_models(answers, {"base-v1"})
    effects = conflict_effects(answers)
    assert time.process_time() - started < 20
    assert compared.select("model_a", "model_b").n_unique() == 14 * 13 / 2
    assert effects["model"].n_unique() == 14
    assert compared["n_groups"].max() == 243
