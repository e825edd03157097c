"""A tiny checkpoint learns countries, and knows them of dishes it has never seen."""

from __future__ import annotations

import json
import sys
from collections import Counter
from typing import Any

import pytest

from culture_conflict.statistics.paired import Sums, paired_tests
from culture_conflict_tests.benchmarks_culture_mix import tuning_in_torch
from culture_conflict_tests.checkpoints.kit import Taught, needs_torch, run_python

pytestmark = [pytest.mark.slow, needs_torch("peft", "trl", "datasets")]


@pytest.fixture(scope="module")
def came(taught: Taught, tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    folder = tmp_path_factory.mktemp("tuning")
    said = run_python(sys.executable, "-m", tuning_in_torch.__name__, taught.checkpoint, folder)
    made: dict[str, Any] = json.loads(said.splitlines()[-1])
    return made


def _sums(answers: list[dict[str, Any]], foods: list[str]) -> tuple[Any, Any]:
    import numpy as np

    right = Counter(one["item_id"] for one in answers if one["correct_guarded"])
    asked = Counter(one["item_id"] for one in answers)
    return (
        np.array([right[food] for food in foods], dtype=np.float64),
        np.array([asked[food] for food in foods], dtype=np.float64),
    )


def test_unseen_pictures_of_trained_countries_are_known_better_than_before(
    came: dict[str, Any],
) -> None:
    tuned = came["tuned"]
    shown = {one["variant_id"] for one in tuned}
    base = [one for one in came["base"] if one["variant_id"] in shown]
    foods = sorted({one["item_id"] for one in tuned})
    sides = Sums(*_sums(tuned, foods), *_sums(base, foods))
    (result,) = paired_tests([sides], name="culture_mix|coloured")
    assert result.p is not None
    assert result.p < 0.05
    assert result.ci_low is not None
    assert result.ci_low > 0


def test_the_fine_tuned_model_is_asked_about_the_test_part_only(came: dict[str, Any]) -> None:
    assert {one["part"] for one in came["tuned"]} == {"test"}
    assert len(came["tuned"]) == came["record"]["n_test"]
    assert {one["part"] for one in came["base"]} == {"train", "test"}


def test_it_is_a_model_by_the_users_word_and_says_what_it_was_taught(
    came: dict[str, Any],
) -> None:
    record, row = came["record"], came["row"]
    assert not came["enabled_before"]
    assert row["key"] == "tiny-tuned-" + record["data_sha256"][:8]
    assert row["parameters"]["trained_on"] == "coloured/0"
    assert row["parameters"]["adapter"].endswith(record["data_sha256"][:16])
    assert {"adapter_config.json", "adapter_model.safetensors"} <= set(came["files"])
