"""Names and countries of CultureMix against cases worked by hand, one by one and all at once."""

from __future__ import annotations

import random
from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from culture_conflict.benchmarks.culture_mix.matching import (
    exact,
    known_dishes,
    named_exactly,
    same_names,
)
from culture_conflict.benchmarks.ngram_matrix import best_similarities
from culture_conflict.benchmarks.ngrams import best_similarity
from culture_conflict_tests.benchmarks_culture_mix.kit import golden


@pytest.mark.parametrize(("multiset", "column"), [(False, "set"), (True, "multiset")])
def test_worked_cases_all_at_once(multiset: bool, column: str) -> None:
    rows = golden("name_match")
    answers = pl.Series([row["prediction"] for row in rows])
    truths = pl.Series([[row["gold"]] for row in rows])
    wanted = [row[f"match_{column}_ge_0_4"] == "1" for row in rows]
    assert same_names(answers, truths, multiset=multiset).to_list() == wanted


@settings(deadline=None)  # the first example imports scipy
@given(
    st.lists(st.text("abc aéł,/()", max_size=9), max_size=5),
    st.lists(st.text("abc aéł,/()", max_size=12), max_size=5),
    st.booleans(),
    st.booleans(),
)
def test_the_matrix_is_the_plain_function_of_every_pair(
    answers: list[str], names: list[str], multiset: bool, fold: bool
) -> None:
    pieces = list(best_similarities(answers, names, multiset=multiset, fold=fold))
    got = np.concatenate(pieces) if pieces else np.zeros((len(answers), len(names)))
    for (n, one), (k, other) in product(enumerate(answers), enumerate(names)):
        assert got[n, k] == best_similarity(one, [other], multiset=multiset, fold=fold)


def test_answers_by_the_thousand_come_in_pieces_and_in_their_order() -> None:
    draw = random.Random(0)
    answers = ["".join(draw.choices("abcd", k=4)) for _ in range(3000)]
    pieces = list(best_similarities(answers, ["abcd", "dcba"]))
    assert [len(piece) for piece in pieces] == [2048, 952]
    assert pieces[1][7, 1] == best_similarity(answers[2055], ["dcba"])


def test_any_alternative_or_truth_of_the_row_counts_and_no_other_rows() -> None:
    answers = pl.Series(["chapoh", "Laksa", None, "", "Laksa"])
    truths = pl.Series([["Cha-pa-ti or Cha-poh"], ["Pho", "Laksa"], ["Pho"], ["Pho"], ["Pho"]])
    assert same_names(answers, truths).to_list() == [True, True, False, False, False]


def test_without_answers_nothing_matches() -> None:
    none = pl.Series([None, None], dtype=pl.String)
    assert same_names(none, pl.Series([["Pho"], ["Laksa"]])).to_list() == [False, False]


def test_a_label_is_the_known_dish_or_the_words_themselves() -> None:
    known = known_dishes(
        ["golabki", "Gołąbki", "cabbage rolls", "Nothing Known!", "LAKSA", "Curry Laksa!"],
        {"Gołąbki": "Gołąbki", "Laksa": "Laksa", "Curry laksa": "Laksa"},
    )
    assert known["golabki"] == known["Gołąbki"] == "golabki"
    assert known["LAKSA"] == known["Curry Laksa!"] == "laksa"
    assert known["Nothing Known!"] == "nothing known"
    assert known_dishes(["Pho"], {}) == {"Pho": "pho"}


def test_equally_good_dishes_are_settled_by_name() -> None:
    for names in (["pie b", "pie a"], ["pie a", "pie b"]):
        assert known_dishes(["pie"], dict(zip(names, names, strict=True))) == {"pie": "pie a"}
    alike = {"Pié": "Pié", "Pie": "Tart", "Tart": "Tart"}
    assert known_dishes(["pie"], alike) == {"pie": "pie"}


def test_as_published_a_country_is_its_exact_name_with_known_variations() -> None:
    assert named_exactly(" united STATES ", "USA")
    assert named_exactly("England", "GBR")
    assert not named_exactly("Republic of nowhere", "IDN")
    assert not named_exactly("Japan or China", "JPN")
    assert not named_exactly("", "JPN")
    assert not named_exactly("Niger", "NGA")


def test_any_of_several_true_names_is_right() -> None:
    rows = [
        ("Indonesia", "Indonesia", True),
        ("indonesia", "Indonesia|Republic of Indonesia", True),
        ("Republic of Indonesia", "Indonesia", False),
        ("Niger", "Nigeria", False),
        ("", "Peru", False),
        ("USA", "United States|United States of America", False),
    ]
    for prediction, truths, right in rows:
        assert exact(prediction, truths.split("|")) is right
