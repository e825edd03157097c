"""A model that Dagster fine-tuned is asked about the test part, and the marts say so."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from culture_conflict.home import Home
from culture_conflict_tests.checkpoints.kit import Taught, needs_torch, run_python
from culture_conflict_tests.defs import tuning_in_dagster

pytestmark = [pytest.mark.slow, needs_torch("peft", "trl", "datasets")]


def _of(came: dict[str, Any], mart: str, model: str) -> list[dict[str, Any]]:
    rows = came["marts"][mart]
    return [row for row in rows if row["model"] == model and row["benchmark"] == "culture_mix"]


def test_the_fine_tuned_model_appears_in_the_marts_with_its_own_coverage(
    taught: Taught, home: Home
) -> None:
    assert home.root.exists()  # the process finds it in the environment
    said = run_python(sys.executable, "-m", tuning_in_dagster.__name__, taught.checkpoint)
    came: dict[str, Any] = json.loads(said.splitlines()[-1])
    n_test = {one["subtask"]: one["len"] for one in came["test"]}
    assert came["record"]["n_test"] == sum(n_test.values()) > 0

    (tuned,) = [r for r in _of(came, "answer_coverage", came["tuned"]) if r["source"] == "coloured"]
    (base,) = [r for r in _of(came, "answer_coverage", "tiny") if r["source"] == "coloured"]
    assert (base["n_asked"], base["n_variants"]) == (came["pictures"], came["pictures"])
    assert (tuned["n_asked"], tuned["n_variants"]) == (sum(n_test.values()), came["pictures"])
    assert tuned["coverage"] == pytest.approx(sum(n_test.values()) / came["pictures"])

    rows = _of(came, "culture_mix_accuracy", came["tuned"])
    country = [r for r in rows if r["target"] == "country" and r["rule"] == "guarded"]
    whole = [r for r in country if r["background_kind"] == "all"]
    assert {row["subtask"]: row["n"] for row in whole} == n_test
    for row in whole:
        assert row["coverage"] == row["n"] / row["n_variants"] < 0.5
    assert sum(row["n_correct"] for row in whole) > 0

    tests = _of(came, "culture_mix_mitigation", came["tuned"])
    (pooled,) = [
        row
        for row in tests
        if (row["measure"], row["target"], row["rule"], row["subtask"])
        == ("accuracy", "country", "guarded", "all")
    ]
    assert (pooled["base_model"], pooled["part"]) == ("tiny", "test")
    assert pooled["n_common"] == pooled["n_variants"] == sum(n_test.values())
    assert pooled["ci_low"] <= pooled["effect"] <= pooled["ci_high"]
    assert pooled["effect"] > 0
    assert pooled["p_holm"] is not None

    (overview,) = _of(came, "benchmark_overview", came["tuned"])
    assert (overview["n_without"], overview["n_with"]) == (n_test["sf"], n_test["sfb"])
    assert overview["coverage"] < 0.5
