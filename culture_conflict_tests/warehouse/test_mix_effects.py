"""Controls, photographs, other words and conflicts of CultureMix against plain loops."""

from __future__ import annotations

import math
from collections import Counter
from statistics import fmean
from typing import Any

import polars as pl
import pytest
from scipy.stats import ttest_rel

from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.benchmarks_culture_mix.kit import BENCHMARK, SOURCE
from culture_conflict_tests.warehouse.conftest import MODELS, Place
from culture_conflict_tests.warehouse.synthetic_mixes import PHOTOS, PROMPTS

Row = dict[str, Any]
Warehouse = tuple[Place, Built]


def said(built: Warehouse, source: str) -> list[Row]:
    """Every answer of the first model that is no error, with what its picture shows."""
    tables = built[0].tables
    scores = tables.read(TABLES["mix_scores"], BENCHMARK, MODELS[0], source)
    shown = tables.read(TABLES["mixed_images"], BENCHMARK, source).drop("benchmark", "source")
    return scores.join(shown, on="variant_id").filter(pl.col("state") != "error").to_dicts()


def mart(built: Warehouse, name: str, **cell: Any) -> list[Row]:
    frame = read_mart(built[0].warehouse, name)
    return frame.filter(model=MODELS[0], **cell).to_dicts()


def test_controls_are_set_against_the_picture_without_them(built: Warehouse) -> None:
    rows = [row for row in said(built, SOURCE) if row["target"] == "country"]
    own = {row["variant_id"]: row for row in rows if row["control"] is None}
    alone = {
        row["item_id"]: row
        for row in own.values()
        if (row["subtask"], row["augmentation"]) == ("sf", 0)
    }
    found = mart(
        built, "culture_mix_controls", source=SOURCE, target="country", rule="guarded", level="all"
    )
    assert {row["cue"] for row in found} == {"agnostic", "flip", "size_ratio"}
    for cell in found:
        mine = [row for row in rows if row["control"] == cell["cue"]]
        before = [
            own.get(row["control_of"]) if row["control_of"] else alone.get(row["item_id"])
            for row in mine
        ]
        pairs = [(a, b) for a, b in zip(mine, before, strict=True) if b is not None]
        assert cell["n"] == len(mine)
        assert cell["n_correct"] == sum(row["correct_guarded"] for row in mine)
        assert cell["n_paired"] == len(pairs) > 0
        same = sum(a["label"] == b["label"] and a["label"] is not None for a, b in pairs)
        assert cell["n_same"] == same
        change = fmean(a["correct_guarded"] - b["correct_guarded"] for a, b in pairs)
        assert cell["difference"] == pytest.approx(change, abs=1e-12)
    levels = mart(built, "culture_mix_controls", source=SOURCE, target="country", rule="guarded")
    assert {row["level"] for row in levels if row["cue"] == "agnostic"} == {"all", "apple", "car"}
    sizes = {row["level"] for row in levels if row["cue"] == "size_ratio"}
    assert sizes == {"all", "target smaller", "target larger"}


def test_controls_are_in_no_other_mart(built: Warehouse) -> None:
    own = Counter(row["subtask"] for row in said(built, SOURCE) if row["control"] is None)
    for row in mart(
        built,
        "culture_mix_accuracy",
        source=SOURCE,
        target="name",
        rule="guarded",
        background_kind="all",
    ):
        assert row["n"] == own[row["subtask"]] / 2
    things = mart(built, "culture_mix_entropy", source=SOURCE, target="country", subtask="object")
    mine = [row for row in said(built, SOURCE) if row["control"] == "agnostic"]
    assert [row["n"] for row in things] == [len(mine) / 2]


def test_photographs_are_three_groups(built: Warehouse) -> None:
    rows = [row for row in said(built, PHOTOS) if row["prompt_id"] == PROMPTS[0]]
    found = mart(
        built,
        "culture_mix_real",
        source=PHOTOS,
        target="country",
        rule="guarded",
        prompt_id=PROMPTS[0],
    )
    groups = {
        "alone": lambda row: row["framing"] == "crop",
        "same country": lambda row: row["food_distance"] == "same_country",
        "several countries": lambda row: (
            row["framing"] == "box" and row["food_distance"] != "same_country"
        ),
    }
    assert {row["level"] for row in found} == set(groups)
    for cell in found:
        mine = [r for r in rows if r["target"] == "country" and groups[cell["level"]](r)]
        assert cell["n"] == len(mine) > 0
        assert cell["n_correct"] == sum(row["correct_guarded"] for row in mine)


def test_other_words_are_compared_food_by_food(built: Warehouse) -> None:
    rows = [row for row in said(built, PHOTOS) if row["target"] == "country"]
    sides = [
        {row["variant_id"]: row for row in rows if row["prompt_id"] == prompt} for prompt in PROMPTS
    ]
    both = [(sides[1][key], sides[0][key]) for key in sorted(set(sides[0]) & set(sides[1]))]
    found = {
        (row["measure"], row["rule"], row["subtask"]): row
        for row in mart(built, "culture_mix_mitigation", source=PHOTOS, target="country")
    }
    row = found["accuracy", "guarded", "all"]
    assert {of["pictures"] for of in found.values()} == {"photographs"}
    assert (row["prompt_id"], row["base_prompt_id"]) == (PROMPTS[1], PROMPTS[0])
    assert row["n_common"] == len(both)
    for side, name in enumerate(("value", "base")):
        assert row[name] == pytest.approx(fmean(p[side]["correct_guarded"] for p in both))
    foods = sorted({pair[0]["item_id"] for pair in both})
    means = [
        [
            fmean(p[side]["correct_guarded"] for p in both if p[side]["item_id"] == food)
            for food in foods
        ]
        for side in (0, 1)
    ]
    expected = ttest_rel(*means)
    assert row["t"] == pytest.approx(expected.statistic)
    assert row["t_p"] == pytest.approx(expected.pvalue)
    assert row["p"] <= row["p_holm"] <= 1
    mixed = [pair for pair in both if pair[0]["subtask"] == "mf"]
    bits = [
        fmean(
            _bits([p[side]["label"] for p in mixed if p[side]["item_id"] == food])
            for food in sorted({pair[0]["item_id"] for pair in mixed})
        )
        for side in (0, 1)
    ]
    entropy = found["entropy", "guarded", "mf"]
    assert [entropy["value"], entropy["base"]] == pytest.approx(bits, abs=1e-12)


def _bits(labels: list[str | None]) -> float:
    counts = Counter(labels).values()
    return sum(n / len(labels) * math.log2(len(labels) / n) for n in counts)


def test_table_2_stands_beside_them(built: Warehouse) -> None:
    printed = read_mart(built[0].warehouse, "culture_mix_mitigation").filter(origin="published")
    assert printed.height == 42
    assert printed["is_marked"].sum() == 11
    assert printed["p"].null_count() == 42
    assert set(printed["pictures"]) == {"made"}
    row = printed.row(
        by_predicate=(pl.col("model") == "Ovis2.5")
        & (pl.col("prompt_id") == "sft")
        & (pl.col("measure") == "accuracy")
        & (pl.col("subtask") == "sfb"),
        named=True,
    )
    assert (row["value"], row["base"]) == pytest.approx((0.0859, 0.0565))
    assert row["effect"] == pytest.approx(0.0294)


def test_conflicts_span_the_benchmarks(built: Warehouse) -> None:
    effects = read_mart(built[0].warehouse, "conflict_effect")
    assert set(effects["benchmark"]) == {"confused_tourist", BENCHMARK, "signpost"}
    rows = [row for row in said(built, SOURCE) if row["target"] == "country"]
    alone = {
        row["item_id"]: row for row in rows if (row["subtask"], row["augmentation"]) == ("sf", 0)
    }
    for subtask, cue in (("mf", "food"), ("sfb", "background"), ("mfb", "food_background")):
        pairs = [
            (row, alone[row["item_id"]])
            for row in rows
            if row["subtask"] == subtask and row["control"] is None and row["item_id"] in alone
        ]
        found = mart(
            built,
            "conflict_effect",
            source=SOURCE,
            cue=cue,
            outcome="right",
            target="country",
            rule="guarded",
        )
        assert [row["n_common"] for row in found] == [len(pairs)]
        change = fmean(a["correct_guarded"] - b["correct_guarded"] for a, b in pairs)
        assert found[0]["effect"] == pytest.approx(change, abs=1e-12)
