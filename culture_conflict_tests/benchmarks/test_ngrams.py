"""Names by their character n-grams, against cases worked by hand (ruling 5)."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.benchmarks.ngrams import (
    alternatives,
    best_similarity,
    same_name,
    similarity,
)

GOLDEN = Path(__file__).parents[1] / "golden" / "name_match.csv"


def rows() -> list[dict[str, str]]:
    with GOLDEN.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", rows(), ids=lambda row: f"{row['prediction']}~{row['gold']}")
@pytest.mark.parametrize(("multiset", "column"), [(False, "set"), (True, "multiset")])
def test_worked_cases(row: dict[str, str], multiset: bool, column: str) -> None:
    prediction, gold = row["prediction"], row["gold"]
    expected = float(row[f"score_{column}"])
    assert similarity(prediction, gold, multiset=multiset) == pytest.approx(expected, abs=1e-9)
    wanted = row[f"match_{column}_ge_0_4"] == "1"
    assert (similarity(prediction, gold, multiset=multiset) >= 0.4 - 1e-12) is wanted


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Cha-pa-ti or Cha-poh", ["Cha-pa-ti", "Cha-poh"]),
        ("E/ku/ru", ["Ekuru"]),
        ("Laksa", ["Laksa"]),
        ("no", ["no"]),
        ("Tempura (天ぷら)", ["Tempura", "天ぷら"]),
        ("Tempura\uff08天ぷら\uff09", ["Tempura", "天ぷら"]),
        ("Moi moi/Moin moin", ["Moi moi", "Moin moin"]),
        ("Golabki, Holubtsi or Sarma", ["Golabki", "Holubtsi", "Sarma"]),
        ("Pho, bo", ["Pho bo"]),
        ("Corn", ["Corn"]),
        ("Tortilla", ["Tortilla"]),
        ("Sushi/Sushi", ["Sushi"]),
        ("/", ["/"]),
        ("", [""]),
    ],
)
def test_alternatives(name: str, expected: list[str]) -> None:
    assert alternatives(name) == expected


def test_the_best_of_names_and_alternatives_counts() -> None:
    assert similarity("chapoh", "Cha-pa-ti or Cha-poh") < 0.4
    assert same_name("chapoh", ["Roti", "Cha-pa-ti or Cha-poh"])
    assert best_similarity("Moi moi/Moin moin", ["Moi moi/Moin moin"]) == 1
    assert best_similarity("anything", []) == 0
    assert not same_name("", ["", "Laksa"])


def test_a_score_of_just_the_threshold_is_a_match() -> None:
    assert same_name("abc", ["abdc"])
    assert not same_name("abc", ["abdc"], threshold=0.400001)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Gâteau Basque", "Ga\u0302teau Basque"),
        ("茶", "茶"),
        ("\uff34\uff21\uff28\uff2f", "taho"),
        ("İmam", "imam"),
        ("Straße", "STRASSE"),
    ],
)
def test_ways_of_writing_one_string(one: str, other: str) -> None:
    assert similarity(one, other) == 1


def test_only_the_guarded_rule_folds_diacritics() -> None:
    assert similarity("golabki", "Gołąbki") < similarity("golabki", "Gołąbki", fold=True) == 1


@given(st.text(max_size=20), st.text(max_size=20), st.booleans(), st.booleans())
def test_any_two_texts(one: str, other: str, multiset: bool, fold: bool) -> None:
    forth = similarity(one, other, multiset=multiset, fold=fold)
    assert 0 <= forth <= 1
    assert forth == pytest.approx(similarity(other, one, multiset=multiset, fold=fold))
    assert alternatives(one)
