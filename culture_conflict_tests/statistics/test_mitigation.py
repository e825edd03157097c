"""A fine-tuned model beside the one that it was made of, on the pictures that test it."""

from __future__ import annotations

import random
from statistics import fmean
from typing import Any

import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.benchmarks.culture_mix.splits import split_pictures
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry, models_table
from culture_conflict.statistics.mix_making import make_mix_comparisons
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.mix_mitigation import MIX_MITIGATION
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import (
    BENCHMARK,
    SOURCE,
    Row,
    answer,
    picture,
    tables,
)

FOODS = [f"food{n}" for n in range(40)]
ROWS = f"""\
models:
  - {{key: plain, provider: transformers, name: Plain, revision: "1", model: /m, enabled: true}}
  - {{key: plain-tuned, provider: transformers, name: T, revision: "1", model: /m, enabled: true,
      parameters: {{adapter: /a, trained_on: {SOURCE}/0}}}}
  - {{key: other, provider: transformers, name: Other, revision: "2", model: /m, enabled: true}}
"""
SOURCES = pl.DataFrame(
    {"benchmark": [BENCHMARK], "source": [SOURCE], "source_version": ["v1"], "kind": ["mix"]}
)


def _world() -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
    made = []
    for food in FOODS:
        made.append(picture(f"{food}-sf", food))
        made += [picture(f"{food}-sfb{n}", food, "sfb", background="PER") for n in range(3)]
    variants, mixed = tables(made)
    items = pl.DataFrame(
        [
            {"item_id": f, "external_id": f, "name": f, "aliases": [], "country": "JPN"}
            for f in FOODS
        ],
        schema_overrides={"aliases": pl.List(pl.String)},
    )
    return variants, mixed, split_pictures(items, mixed)


def _answers(variants: pl.DataFrame, model: str, share: float) -> pl.DataFrame:
    draw = random.Random(model)
    said: list[Row] = []
    for variant in variants["variant_id"]:
        right = draw.random() < share
        country, code = ("Japan", "JPN") if right else ("Peru", "PER")
        said.append(answer(variant, said=country, country=code, item="x", model=model))
    return PREDICTIONS.frame(said)


@pytest.fixture
def made(home: Home) -> tuple[Home, pl.DataFrame, pl.DataFrame]:
    """The home, MODELS and MIX_SPLIT; the tuned model was asked about the test part."""
    variants, mixed, split = _world()
    test = variants.filter(
        pl.col("variant_id").is_in(split.filter(part="test")["variant_id"].to_list())
    )
    home.models_file.write_text(ROWS)
    store = home.tables
    store.write(TABLES["variants"], variants, BENCHMARK, SOURCE)
    store.write(TABLES["mixed_images"], mixed, BENCHMARK, SOURCE)
    store.write(TABLES["mix_split"], split, BENCHMARK, SOURCE)
    for model, shown, share in (("plain", variants, 0.3), ("plain-tuned", test, 0.8)):
        said = _answers(shown, model, share)
        store.write(PREDICTIONS, said, BENCHMARK, model, SOURCE)
        scores = score(said, variants, mixed)
        store.write(TABLES["mix_scores"], scores, BENCHMARK, model, SOURCE)
    return home, models_table(load_registry(home.models_file)), split


def _rows(home: Home, models: pl.DataFrame) -> list[dict[str, Any]]:
    frame = make_mix_comparisons(home.tables, models, SOURCES, {"base-v1"})[3]
    return MIX_MITIGATION.validate(frame).filter(target="country", rule="guarded").to_dicts()


def test_an_adapter_names_the_row_that_it_was_made_of(
    made: tuple[Home, pl.DataFrame, pl.DataFrame],
) -> None:
    known = made[1].filter(pl.col("provider") == "transformers")
    assert known.select("model", "base_model", "trained_on").rows() == [
        ("plain", None, None),
        ("plain-tuned", "plain", f"{SOURCE}/0"),
        ("other", None, None),
    ]


def test_a_fine_tuned_model_is_compared_on_the_test_part_food_by_food(
    made: tuple[Home, pl.DataFrame, pl.DataFrame],
) -> None:
    home, models, split = made
    found = {(row["measure"], row["subtask"]): row for row in _rows(home, models)}
    scores = {
        model: home.tables.read(TABLES["mix_scores"], BENCHMARK, model, SOURCE)
        .filter(target="country")
        .select("variant_id", "correct_guarded")
        for model in ("plain", "plain-tuned")
    }
    test = split.filter(part="test")
    both = scores["plain-tuned"].join(scores["plain"], on="variant_id", suffix="_base")
    row = found["accuracy", "all"]
    assert (row["model"], row["base_model"], row["part"]) == ("plain-tuned", "plain", "test")
    assert row["n_common"] == row["n_variants"] == test.height == 12 * 4
    assert row["n_groups"] == 12
    assert row["value"] == pytest.approx(fmean(both["correct_guarded"]))
    assert row["base"] == pytest.approx(fmean(both["correct_guarded_base"]))
    assert row["effect"] == pytest.approx(row["value"] - row["base"])
    assert 0 < row["ci_low"] < row["effect"] < row["ci_high"]
    assert row["p"] <= row["p_holm"] < 0.05
    assert found["accuracy", "sfb"]["n_variants"] == 36
    assert ("entropy", "sfb") in found


def test_pictures_outside_the_test_part_change_nothing(
    made: tuple[Home, pl.DataFrame, pl.DataFrame],
) -> None:
    home, models, _ = made
    before = _rows(home, models)
    variants, mixed, _ = _world()
    said = pl.concat(
        [
            home.tables.read(PREDICTIONS, BENCHMARK, "plain-tuned", SOURCE),
            _answers(variants, "plain-tuned", 1.0),
        ]
    ).unique("variant_id", keep="first", maintain_order=True)
    assert said.height == variants.height
    home.tables.write(PREDICTIONS, said, BENCHMARK, "plain-tuned", SOURCE)
    scores = score(said, variants, mixed)
    home.tables.write(TABLES["mix_scores"], scores, BENCHMARK, "plain-tuned", SOURCE)
    assert _rows(home, models) == before


def test_by_another_split_nobody_is_compared(
    made: tuple[Home, pl.DataFrame, pl.DataFrame],
) -> None:
    home, models, split = made
    other = split.with_columns(seed=pl.lit(1, split.schema["seed"]))
    home.tables.write(TABLES["mix_split"], other, BENCHMARK, SOURCE)
    assert _rows(home, models) == []


def test_photographs_and_made_pictures_are_never_one_number(home: Home) -> None:
    foods = [f"food{n}" for n in range(6)]
    made = [picture(f"{food}-sf", food) for food in foods]
    made += [picture(f"{food}-mf", food, "mf", food2=("Rice", "PER")) for food in foods]
    # Each box of a photograph is a dish of its own; other words mend the photographs alone.
    photographed = [f"dinner.jpg#{n}" for n in range(5)]
    made += [picture(f"{food}-cut", food, framing="crop") for food in photographed]
    made += [
        picture(f"{food}-box", food, "mf", food2=("Rice", "PER"), framing="box")
        for food in photographed
    ]
    variants, mixed = tables(made)
    framed = set(mixed.drop_nulls("framing")["variant_id"])
    said = [
        answer(variant, said="Japan" if right else "Peru", country="JPN" if right else "PER",
               item="x", model="plain", prompt_id=prompt)
        for variant in variants["variant_id"]
        for prompt, right in (("base-v1", variant not in framed), ("direct-v1", True))
    ]  # fmt: skip
    predictions = PREDICTIONS.frame(said)
    home.models_file.write_text(ROWS)
    store = home.tables
    store.write(TABLES["variants"], variants, BENCHMARK, SOURCE)
    store.write(TABLES["mixed_images"], mixed, BENCHMARK, SOURCE)
    store.write(PREDICTIONS, predictions, BENCHMARK, "plain", SOURCE)
    store.write(
        TABLES["mix_scores"], score(predictions, variants, mixed), BENCHMARK, "plain", SOURCE
    )
    rows = _rows(home, models_table(load_registry(home.models_file)))
    cells = {
        (row["pictures"], row["subtask"]): (
            row["value"],
            row["base"],
            row["n_common"],
            row["n_variants"],
        )
        for row in rows
        if row["measure"] == "accuracy"
    }
    assert cells == {
        ("made", "all"): (1.0, 1.0, 12, 12),
        ("made", "sf"): (1.0, 1.0, 6, 6),
        ("made", "mf"): (1.0, 1.0, 6, 6),
        ("photographs", "all"): (1.0, 0.0, 10, 10),
        ("photographs", "sf"): (1.0, 0.0, 5, 5),
        ("photographs", "mf"): (1.0, 0.0, 5, 5),
    }
    entropies = [(r["pictures"], r["subtask"]) for r in rows if r["measure"] == "entropy"]
    assert sorted(entropies) == sorted(key for key in cells if key[1] != "all")
