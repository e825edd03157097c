"""Entropy of labels per food, against cases worked by hand."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.entropy import food_entropies
from culture_conflict_tests.benchmarks_culture_mix.kit import golden


def test_worked_cases() -> None:
    rows = golden("entropy_rows")
    answers = pl.DataFrame(
        {
            "subtask": [row["subtask"] for row in rows],
            "group_id": [row["food"] for row in rows],
            "label": [row["prediction"] or None for row in rows],
        }
    )
    made = {row["group_id"]: row for row in food_entropies(answers, ["subtask"]).to_dicts()}
    wanted = {row["food"]: row for row in golden("entropy_expected")}
    for food, row in made.items():
        expected = wanted[food]
        assert row["n"] == int(expected["n_predictions"])
        assert row["nats"] == pytest.approx(float(expected["entropy_nats"]), abs=1e-11)
        assert row["bits"] == pytest.approx(float(expected["entropy_bits"]), abs=1e-11)
        normalised = expected["entropy_normalised_by_log_n"]
        if normalised:
            assert row["normalised"] == pytest.approx(float(normalised), abs=1e-11)
        else:
            assert row["normalised"] is None
    assert len(made) == 6


def test_cells_are_apart() -> None:
    answers = pl.DataFrame(
        {"subtask": ["sf", "mf"], "group_id": ["f", "f"], "label": ["JPN", "PER"]}
    )
    made = food_entropies(answers, ["subtask"])
    assert made["n"].to_list() == [1, 1]
    assert made["bits"].to_list() == [0.0, 0.0]
