"""Decisions are files: frozen by commands, read as tables, checked cell by cell."""

from __future__ import annotations

from pathlib import Path

import polars as pl
import pytest

from culture_conflict.benchmarks.culture_mix.decisions import (
    decisions_folder,
    freeze,
    read_decisions,
)
from culture_conflict.benchmarks.culture_mix.difficulty import food_difficulty
from culture_conflict.benchmarks.culture_mix.freezing import freeze_table
from culture_conflict.benchmarks.culture_mix.scoring import score
from culture_conflict.errors import ComparisonError, InvalidTableError, RegistryError
from culture_conflict.home import Home
from culture_conflict.pictures.store import PictureStore
from culture_conflict.tables.items import ITEMS
from culture_conflict.tables.mix_decisions import (
    ATTEMPT_DECISIONS,
    FOOD_CHOICES,
    FOOD_DIFFICULTY,
)
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict_tests.benchmarks_culture_mix.kit import answer, picture, tables
from culture_conflict_tests.benchmarks_culture_mix.kitchen import items

FOODS = ("ramen", "sushi", "laksa", "pizza")
BASE = "base-v1"


def test_nothing_decided_is_three_empty_tables(tmp_path: Path) -> None:
    found = read_decisions(tmp_path, "tiny")
    assert [table.height for table in found] == [0, 0, 0]


def test_what_is_frozen_is_read_again(tmp_path: Path) -> None:
    rows = [
        {"external_id": "a,b", "models": ["m1", "m2"], "n_right": 2, "difficulty": "easy"},
        {"external_id": "c", "models": ["m1", "m2"], "n_right": 0, "difficulty": "hard"},
    ]
    freeze(tmp_path, "tiny", FOOD_DIFFICULTY, rows)
    verdict = {"picture": "a" * 64, "decision": "rejected", "reason": None}
    freeze(tmp_path, "tiny", ATTEMPT_DECISIONS, [verdict])
    found = read_decisions(tmp_path, "tiny")
    assert found.difficulty.drop("benchmark", "source").to_dicts() == rows
    assert found.attempts.drop("benchmark", "source").to_dicts() == [verdict]
    assert read_decisions(tmp_path, "other").difficulty.is_empty()


def test_a_row_that_is_no_decision_is_never_written(tmp_path: Path) -> None:
    with pytest.raises(InvalidTableError, match="candidate: at most 2"):
        freeze(tmp_path, "tiny", FOOD_CHOICES, [{"external_id": "a", "candidate": 3}])
    assert not decisions_folder(tmp_path, "tiny").exists()


@pytest.mark.parametrize(
    "text",
    ["external_id\nramen\n", "external_id,candidate\nramen,two\n", "external_id,candidate\na,3\n"],
)
def test_a_file_that_was_spoilt_is_named_with_its_columns(tmp_path: Path, text: str) -> None:
    path = decisions_folder(tmp_path, "tiny") / "choices.csv"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    with pytest.raises(RegistryError, match=r"choices\.csv.*the columns external_id, candidate"):
        read_decisions(tmp_path, "tiny")


def _scores(right: dict[str, bool], *, prompt_id: str = "base-v1") -> tuple[pl.DataFrame, ...]:
    """MIX_SCORES, MIXED_IMAGES of foods in Japan that a model gets right or not."""
    shown = [picture(f"{food}-sf", food) for food in FOODS]
    shown += [picture(f"{food}-turned", food, augmentation=1) for food in FOODS]
    variants, mixed = tables(shown)
    given = [
        answer(f"{food}-sf", said="x", country="JPN" if good else "PER", prompt_id=prompt_id)
        for food, good in right.items()
    ]
    given += [answer(f"{food}-turned", said="x", country="PER") for food in right]
    return score(PREDICTIONS.frame(given), variants, mixed), mixed


def _items() -> pl.DataFrame:
    rows = [{"item_id": food, "external_id": f"the {food}"} for food in FOODS]
    return pl.DataFrame(rows)


def test_difficulty_counts_models_on_the_unaugmented_single_picture() -> None:
    one, mixed = _scores({"ramen": True, "sushi": True, "laksa": False, "pizza": False})
    two, _ = _scores({"ramen": True, "sushi": False, "laksa": False})
    rows = food_difficulty({"b": two, "a": one}, _items(), mixed, BASE)
    assert [(row["external_id"], row["n_right"], row["difficulty"]) for row in rows] == [
        ("the laksa", 0, "hard"),
        ("the ramen", 2, "easy"),
        ("the sushi", 1, "middle"),
    ]
    assert rows[0]["models"] == ["a", "b"]


def test_difficulty_is_that_of_the_base_prompt() -> None:
    base, mixed = _scores({"ramen": True, "sushi": False})
    other, _ = _scores({"ramen": False, "sushi": True}, prompt_id="a-direct-v1")
    alone = food_difficulty({"a": base}, _items(), mixed, BASE)
    assert alone == food_difficulty({"a": pl.concat([other, base])}, _items(), mixed, BASE)
    assert [row["difficulty"] for row in alone] == ["easy", "hard"]
    with pytest.raises(ComparisonError, match=r"lazy .*base-v1.*only with a-direct-v1"):
        food_difficulty({"lazy": other}, _items(), mixed, BASE)


def test_a_model_without_answers_is_named_and_so_is_none_at_all() -> None:
    one, mixed = _scores({"ramen": True})
    with pytest.raises(ComparisonError, match="nobody has answered"):
        food_difficulty({"nobody": one.clear()}, _items(), mixed, BASE)
    with pytest.raises(ComparisonError, match="at least one model"):
        food_difficulty({}, _items(), mixed, BASE)


def test_a_choice_about_an_unknown_dish_is_refused(tmp_path: Path, home: Home) -> None:
    foods = items(PictureStore(tmp_path / "p")).with_columns(source=pl.lit("sample"))
    home.tables.write(ITEMS, foods, "culture_mix", "sample")
    file = tmp_path / "mine.csv"
    file.write_text("external_id,candidate\nramen,2\nramn,1\n")
    with pytest.raises(
        RegistryError, match=r"in 1 of 2 rows the external_id is none of sample.*'ramn'"
    ):
        freeze_table(home, "sample", FOOD_CHOICES, file)
    file.write_text("external_id,candidate\nramen,2\n")
    assert "1 rows" in freeze_table(home, "sample", FOOD_CHOICES, file)
    assert read_decisions(home.root, "sample").choices["candidate"].to_list() == [2]
    with pytest.raises(RegistryError, match="is no file"):
        freeze_table(home, "sample", FOOD_CHOICES, tmp_path / "none.csv")


def test_a_later_round_keeps_what_was_decided_before(tmp_path: Path, home: Home) -> None:
    foods = items(PictureStore(tmp_path / "p")).with_columns(source=pl.lit("sample"))
    home.tables.write(ITEMS, foods, "culture_mix", "sample")
    file = tmp_path / "mine.csv"
    file.write_text("external_id,candidate\nramen,2\nsushi,2\n")
    freeze_table(home, "sample", FOOD_CHOICES, file)
    file.write_text("external_id,candidate\nsushi,1\nlaksa,2\n")
    told = freeze_table(home, "sample", FOOD_CHOICES, file)
    assert "3 rows, with 1 from before" in told
    found = read_decisions(home.root, "sample").choices.select("external_id", "candidate")
    assert sorted(found.rows()) == [("laksa", 2), ("ramen", 2), ("sushi", 1)]
