"""Transitions, confidence and resource levels of CultureMix against plain loops."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from typing import Any

import polars as pl
import pytest
from scipy.stats import spearmanr

from culture_conflict.benchmarks.culture_mix.resource_levels import resource_levels
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.benchmarks_culture_mix.kit import BENCHMARK, SOURCE
from culture_conflict_tests.warehouse.conftest import MODELS, Place

Row = dict[str, Any]


@pytest.fixture(scope="module")
def said(built: tuple[Place, Built]) -> list[Row]:
    """Every score of the first model, with what its picture shows; controls are left out."""
    tables = built[0].tables
    scores = tables.read(TABLES["mix_scores"], BENCHMARK, MODELS[0], SOURCE)
    shown = tables.read(TABLES["mixed_images"], BENCHMARK, SOURCE).drop("benchmark", "source")
    truths = tables.read(TABLES["variants"], BENCHMARK, SOURCE)
    joined = scores.join(shown, on="variant_id").join(
        truths.select("variant_id", "truth_country"), on="variant_id"
    )
    return joined.filter(pl.col("control").is_null()).to_dicts()


def mart(built: tuple[Place, Built], name: str) -> list[Row]:
    frame = read_mart(built[0].warehouse, f"culture_mix_{name}")
    return frame.filter(source=SOURCE, model=MODELS[0]).to_dicts()


def test_transitions_are_what_is_counted_apart(built: tuple[Place, Built], said: list[Row]) -> None:
    for rule in ("guarded", "as_published"):
        alone = {
            (row["item_id"], row["target"]): row[f"correct_{rule}"]
            for row in said
            if (row["subtask"], row["augmentation"]) == ("sf", 0) and row["state"] != "error"
        }
        counted: Counter[tuple[str, str, str]] = Counter()
        for row in said:
            key = row["item_id"], row["target"]
            if (row["subtask"], row["augmentation"]) == ("sf", 0) or row["state"] == "error":
                continue
            if key in alone:
                move = f"{alone[key]}_{row[f'correct_{rule}']}".lower()
                counted[row["target"], row["subtask"], move] += 1
        rows = [row for row in mart(built, "transitions") if row["rule"] == rule]
        assert len(rows) == 8
        for row in rows:
            cell = row["target"], row["subtask"]
            moves = ("true_true", "true_false", "false_true", "false_false")
            numbers = [counted[*cell, move] for move in moves]
            assert [row[f"n_{move}"] for move in moves] == numbers
            assert row["n"] == sum(numbers) > 0


def test_confidence_is_what_is_counted_apart(built: tuple[Place, Built], said: list[Row]) -> None:
    labels: defaultdict[str, list[str | None]] = defaultdict(list)
    shifts: defaultdict[str, list[bool]] = defaultdict(list)
    for row in said:
        if row["target"] != "country" or row["state"] == "error":
            continue
        if row["subtask"] == "sf":
            labels[row["item_id"]].append(row["label"])
        elif row["shift"] in {"kept", "shifted"}:
            shifts[row["item_id"]].append(row["shift"] == "shifted")
    bits = {food: _bits(found) for food, found in labels.items() if len(found) > 1}
    both = sorted(set(bits) & set(shifts))
    rows = {
        row["level"]: row
        for row in mart(built, "confidence")
        if (row["target"], row["subtask"]) == ("country", "mixed")
    }
    share = [sum(shifts[food]) / len(shifts[food]) for food in both]
    expected = spearmanr([bits[food] for food in both], share).statistic
    assert rows["all"]["spearman"] == pytest.approx(expected, abs=1e-12)
    assert rows["all"]["spearman_ci_low"] <= expected <= rows["all"]["spearman_ci_high"]
    assert rows["all"]["n_shifted"] == sum(map(sum, shifts.values()))
    wavering = [food for food in both if bits[food] > 1e-12]
    assert rows["wavering"]["n_shifted"] == sum(sum(shifts[food]) for food in wavering)
    assert rows["wavering"]["n"] == sum(len(shifts[food]) for food in wavering)


def _bits(labels: list[str | None]) -> float:
    counts = Counter(labels).values()
    return sum(n / len(labels) * math.log2(len(labels) / n) for n in counts)


def test_resource_levels_pool_the_countries(built: tuple[Place, Built]) -> None:
    levels = resource_levels()
    rows = mart(built, "confusion")
    pooled: Counter[tuple[str, str, str]] = Counter()
    for row in rows:
        if row["level"] == "country":
            truth, answer = row["truth_country"], row["answered_country"]
            given = "none" if answer == "none" else levels.get(answer, "unknown")
            pooled[row["subtask"], levels.get(truth, "unknown"), given] += row["n_answers"]
    found = {
        (row["subtask"], row["truth_country"], row["answered_country"]): row["n_answers"]
        for row in rows
        if row["level"] == "resource"
    }
    assert found == pooled


def test_the_papers_examples_have_their_levels() -> None:
    levels = resource_levels()
    assert {levels[code] for code in ("USA", "GBR", "CHN")} == {"high"}
    assert {levels[code] for code in ("PHL", "DZA", "HRV")} == {"low"}
