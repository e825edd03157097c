"""The published rule does what eq. 5 says; the guarded one what a careful reader would say."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.benchmarks.confused_tourist.matching import (
    contained,
    country_names,
    same_country,
    same_item,
)
from culture_conflict.places.countries import UnknownCountryError, countries

GOLDEN = Path(__file__).parents[1] / "golden"


def golden(name: str) -> list[dict[str, str]]:
    with (GOLDEN / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@pytest.mark.parametrize("row", golden("multi_target_rows.csv"), ids=lambda row: row["id"])
def test_golden_rows_as_published(row: dict[str, str]) -> None:
    expected = row["correct_eq5_pred_in_gold"] == "1" and row["prediction"] != ""
    assert contained(row["prediction"], row["gold_labels"].split("|")) is expected


def test_golden_distraction_likelihood_as_published() -> None:
    rows = golden("multi_target_rows.csv")
    wrong = [r for r in rows if not contained(r["prediction"], r["gold_labels"].split("|"))]
    follow = [r for r in wrong if contained(r["prediction"], [r["adversarial_country"]])]
    expected = {row["metric"]: row["fraction"] for row in golden("multi_target_expected.csv")}
    answered = [r for r in wrong if r["prediction"]]
    assert (
        f"{len(follow)}/{len(answered)}"
        == (expected["distraction_likelihood_wrong_by_eq5_nonempty_only"])
    )
    assert len(wrong) == len(answered) + 1  # ruling 3: the empty answer is wrong


@pytest.mark.parametrize(
    ("prediction", "truths", "right"),
    [
        ("JAPAN", ["Japan"], True),
        ("Japan.", ["Japan"], True),
        ("a", ["Japan"], True),
        ("Oman", ["Romania"], True),
        ("Republic of Japan", ["Japan"], False),
        ("Pho", ["Phở"], False),
        ("İzmir", ["izmir köfte"], True),
        ("", ["Japan"], False),
        ("   ", ["Japan"], False),
        ("?!", ["Japan"], False),
        (None, ["Japan"], False),
        ("Japan", [], False),
    ],
)
def test_contained(prediction: str | None, truths: list[str], right: bool) -> None:
    assert contained(prediction, truths) is right


@pytest.mark.parametrize(
    ("answer", "truth", "right"),
    [
        ("Niger", "NGA", False),
        ("Guinea", "PNG", False),
        ("Oman", "ROU", False),
        ("a", "JPN", False),
        ("England", "GBR", True),
        ("Nippon", "JPN", True),
        ("Naples, Italy", "ITA", True),
        ("Turkey or Egypt", "EGY", False),
        ("Egypt or Turkey", "EGY", False),
        ("Hong Kong, China", "CHN", False),
        ("Hong Kong, China", "HKG", True),
        ("", "JPN", False),
        (None, "JPN", False),
    ],
)
def test_same_country(answer: str | None, truth: str, right: bool) -> None:
    assert same_country(answer, truth) is right


@pytest.mark.parametrize("iso3", ["HKG", "TWN", "MAC"])
def test_china_is_in_no_name_of_hong_kong_macao_and_taiwan(iso3: str) -> None:
    assert not contained("China", country_names(iso3))


def test_country_names_start_with_the_usual_one() -> None:
    assert country_names("CZE")[:2] == ("Czechia", "Czech Republic")
    with pytest.raises(UnknownCountryError, match="CZ"):
        country_names("CZ")


@given(st.sampled_from(sorted(countries())))
def test_each_name_is_right_by_both_rules(iso3: str) -> None:
    for name in country_names(iso3):
        assert contained(name, country_names(iso3))
        assert same_country(name, iso3)


@pytest.mark.parametrize(
    ("prediction", "truths", "category", "right"),
    [
        ("Katsudon", ["Katsudon"], "cuisine", True),
        ("pho bo", ["Phở Bò"], "cuisine", True),
        ("Gâteau Basque", ["Ga\u0302teau Basque"], "cuisine", True),
        ("İMAM BAYILDI", ["imam bay\u0131ld\u0131"], "cuisine", True),
        ("STRASSENBROT", ["Straßenbrot"], "cuisine", True),
        ("Kare kare", ["Kare-Kare"], "cuisine", True),
        ("Ta'amiya", ["Ta\u2019amiya"], "cuisine", True),
        ("Nasi goreng", ["Goreng"], "cuisine", True),  # 6 of 10 letters
        ("Soto", ["Soto Ayam"], "cuisine", True),  # 4 of 8: at least half
        ("Soto", ["Soto Ayams"], "cuisine", False),  # 4 of 9
        ("Maria Clara", ["Maria Clara Gown"], "attire", True),
        ("Gown", ["Maria Clara Gown"], "attire", False),
        ("Maria Gown", ["Maria Clara Gown"], "attire", False),  # not one run of words
        ("Rice", ["Rice"], "cuisine", True),  # equal, though generic
        ("Rice", ["Jollof rice"], "cuisine", False),
        ("Noodle soup", ["Pho noodle soup"], "cuisine", False),
        ("Drum", ["Sabar drum"], "music", False),
        ("Soup drum", ["Drum"], "music", False),
        ("Drum", ["Drum bo"], "cuisine", True),  # generic in music only
        ("Sari", ["Sarinah"], "attire", False),
        ("taco", ["tacos"], "cuisine", False),
        ("Sushi (Japanese rice rolls with raw fish)", ["Sushi"], "cuisine", True),
        ("糖醋排骨 (Tangcu Paigu)", ["糖醋排骨"], "cuisine", True),
        ("Ramen (not sushi)", ["Sushi"], "cuisine", False),
        ("茶", ["茶"], "cuisine", True),
        ("茶", ["茶碗"], "cuisine", False),
        ("寿司", ["巻き寿司"], "cuisine", True),
        ("カレー", ["カツカレー"], "cuisine", True),
        ("カ", ["カツ"], "cuisine", False),
        ("ผัดไทย", ["ผัดไทยกุ้ง"], "cuisine", True),
        ("Injera", ["Doro wat", "Injera"], "cuisine", True),
        ("", ["Katsudon"], "cuisine", False),
        (" ? ", ["Katsudon"], "cuisine", False),
        (None, ["Katsudon"], "cuisine", False),
        ("Katsudon", [], "cuisine", False),
        ("Katsudon", [" "], "cuisine", False),
        ("", [""], "cuisine", False),
    ],
)
def test_same_item(prediction: str | None, truths: list[str], category: str, right: bool) -> None:
    assert same_item(prediction, truths, category) is right


@given(st.text(), st.text())
def test_no_text_raises_and_order_does_not_matter(one: str, other: str) -> None:
    if not any(mark in one + other for mark in "([)]\uff08\uff09\u3010\u3011"):
        assert same_item(one, [other], "music") is same_item(other, [one], "music")
    contained(one, [other])


def test_an_unknown_category_is_a_mistake() -> None:
    with pytest.raises(KeyError, match="food"):
        same_item("stew", ["irish stew"], "food")
