"""Names resolve exactly, as whole words, whatever their spelling; nothing is guessed."""

from __future__ import annotations

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from culture_conflict.places.countries import countries, foreign_names
from culture_conflict.places.normalize import (
    answered_countries,
    mentioned_countries,
    normalize,
    resolve_country,
    resolve_detail,
)
from culture_conflict.places.words import words

NAMES = [
    (name, iso3)
    for iso3, row in countries().items()
    for name in (row.name, *row.aliases, *row.demonyms, *foreign_names()[iso3])
]


@pytest.mark.parametrize(
    ("text", "plain", "folded"),
    [
        ("  Phở \t BÒ. ", "phở bò", "pho bo"),
        ("**Japan**", "japan", "japan"),
        ("\U0001f1ef\U0001f1f5 Japan", "japan", "japan"),
        ("\uff34\uff55rkey", "turkey", "turkey"),
        ("STRASSE", "strasse", "strasse"),
        ("Straße", "strasse", "strasse"),
        ("İzmir", "izmir", "izmir"),
        ("\u0131l\u0131k", "\u0131l\u0131k", "ilik"),
        ("Côte d\u2019Ivoire", "côte d\u2019ivoire", "cote d'ivoire"),
        ("cafe\u0301", "café", "cafe"),
        ("zero\u200bwidth", "zerowidth", "zerowidth"),
        ("Łódź Øl đ", "łódź øl đ", "lodz ol d"),
        ("भारत", "भारत", "भारत"),
        ("ガーナ", "ガーナ", "ガーナ"),
        ("한국", "한국", "한국"),
        ("-- ?! --", "", ""),
        ("", "", ""),
    ],
)
def test_normalize(text: str, plain: str, folded: str) -> None:
    assert normalize(text, fold=False) == plain
    assert normalize(text, fold=True) == folded


@given(st.text(), st.booleans())
def test_normalizing_twice_changes_nothing(text: str, fold: bool) -> None:
    once = normalize(text, fold=fold)
    assert normalize(once, fold=fold) == once
    assert normalize(f" {text}\n", fold=fold) == once


@given(st.text())
def test_no_text_raises(text: str) -> None:
    assert answered_countries(text) == answered_countries(f"  {text}")


def test_every_name_resolves_to_its_country() -> None:
    wrong = {(name, resolve_country(name)) for name, iso3 in NAMES if resolve_country(name) != iso3}
    assert wrong == set()
    assert len(NAMES) > 7000


def test_every_name_is_found_inside_a_text() -> None:
    texts = ((name, iso3) for name, iso3 in NAMES if name != "Chili")
    wrong = {
        (name, found) for name, iso3 in texts if (found := mentioned_countries(name)) != (iso3,)
    }
    assert wrong == set()


def test_no_name_belongs_to_two_countries() -> None:
    owners = defaultdict(set)
    for name, iso3 in NAMES:
        owners[words(name)].add(iso3)
    assert {name: iso3s for name, iso3s in owners.items() if len(iso3s) > 1} == {}


@pytest.mark.parametrize(
    ("text", "iso3"),
    [
        ("Turkiye", "TUR"),
        ("Korea, Republic of", "KOR"),
        ("Korea (the Republic of)", "KOR"),
        ("Korea, Democratic People's Republic of", "PRK"),
        ("Korea", "KOR"),
        ("South Korea / Republic of Korea", "KOR"),
        ("U. K.", "GBR"),
        ("the Philippines", "PHL"),
        ("Republic of Japan", "JPN"),
        ("United States Of America (USA)", "USA"),
        ("United Kingdom (UK)", "GBR"),
        ("Persia (modern-day Iran)", "IRN"),
        ("Myanmar (formerly Burma)", "MMR"),
        ("Hong Kong SAR, China", "HKG"),
        ("China (Hong Kong)", "HKG"),
        ("中国香港", "HKG"),
        ("Taiwan, Province of China", "TWN"),
        ("Taiwan (China)", "TWN"),
        ("Macau, China", "MAC"),
        ("Puerto Rico, USA", "PRI"),
        ("Georgia", "GEO"),
        ("Congo", "COG"),
        ("Congo (the Democratic Republic of the)", "COD"),
        ("Dem. Rep. Congo", "COD"),
        ("Bolivia (Plurinational State of)", "BOL"),
        ("Micronesia (Federated States of)", "FSM"),
        ("St. Lucia", "LCA"),
        ("Bosnia & Herzegovina", "BIH"),
        ("COTE D`IVOIRE", "CIV"),
        ("日本", "JPN"),
        ("IDN", "IDN"),
        ("**Viet Nam**.", "VNM"),
        ("Dominican", "DOM"),
        ("Nigerien", "NER"),
        ("Nigerian", "NGA"),
        ("İTALYA", "ITA"),
    ],
)
def test_forms_people_write(text: str, iso3: str) -> None:
    assert resolve_country(text) == iso3


@pytest.mark.parametrize(
    "text",
    [
        *("", " ", "?", "/", "Atlantis", "West Africa", "Naples", "Naples, Italy", "per", "N/A"),
        *("Japan or China", "China and Japan", "Hong Kong or China", "Korea / Japan", "Niger ia"),
        *("Hong Kong/China", "China/Hong Kong", "Taiwan / China", "Puerto Rico|USA"),
        *(
            "Congolese",
            "South America",
            "Yugoslavia",
            "Japann",
            "not Japan",
            "NA",
            "Virgin Islands",
        ),
    ],
)
def test_anything_else_is_not_resolved(text: str) -> None:
    assert resolve_country(text) is None


@pytest.mark.parametrize(
    ("text", "sub_national"),
    [("England", True), ("Scottish", True), ("Wales, UK", True), ("UK", False), ("Japan", False)],
)
def test_parts_of_the_united_kingdom_are_marked(text: str, sub_national: bool) -> None:
    found = resolve_detail(text)
    assert found is not None
    assert found.sub_national is sub_national


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Nigeria", ("NGA",)),
        ("Papua New Guinea", ("PNG",)),
        ("the DR Congo", ("COD",)),
        ("Romania and Somalia", ("ROU", "SOM")),
        ("It is a Japanese dish with Chinese roots, from Japan.", ("JPN", "CHN")),
        ("Equatorial Guinea, Guinea-Bissau, Guinea", ("GNQ", "GNB", "GIN")),
        ("South Sudan or Sudan", ("SSD", "SDN")),
        ("Northern Ireland", ("GBR",)),
        ("it reached us from Peru", ("PER",)),
        ("the US", ("USA",)),
        ("U.S. cuisine", ("USA",)),
        ("U.S. Virgin Islands", ("VIR",)),
        ("South America", ()),
        ("a Latin American stew", ()),
        ("New Mexico, USA", ("USA",)),
        ("Georgia, USA", ("USA",)),
        ("New South Wales", ()),
        ("Inner Mongolia, China", ("CHN",)),
        ("rice with chili", ()),
        ("Indianapolis, Jordanes, Chadwick", ()),
        ("日本料理", ("JPN",)),
        ("印度尼西亚", ("IDN",)),
        ("スタイル", ()),
        *(("タイル", ()), ("マリン", ()), ("タイ料理", ("THA",)), ("ガーナチョコレート", ())),
        *(("中国沿海地区", ("CHN",)), ("这道菜来自中国", ("CHN",)), ("南美国家", ())),
        *(
            ("内蒙古", ()),
            ("美国家常菜", ("USA",)),
            ("印度洋", ()),
            ("印度菜", ("IND",)),
            ("インド洋", ()),
        ),
        *(("荷兰豆", ()), ("荷兰料理", ("NLD",)), ("北爱尔兰", ("GBR",)), ("南苏丹", ("SSD",))),
    ],
)
def test_mentions(text: str, found: tuple[str, ...]) -> None:
    assert mentioned_countries(text) == found


@given(st.sampled_from(NAMES), st.sampled_from(["{}", "{}.", " the {} ", "**{}**", "({})", "“{}”"]))
def test_dressing_changes_nothing(named: tuple[str, str], dress: str) -> None:
    name, iso3 = named
    assert resolve_country(dress.format(name)) == iso3
    assert resolve_country(name.upper()) in {iso3, resolve_country(name)}


def test_an_answer_is_what_it_is_or_what_it_mentions() -> None:
    assert answered_countries("Hong Kong (China)") == ("HKG",)
    assert answered_countries("Italy, specifically Naples") == ("ITA",)
    assert answered_countries("Japan/China") == ("JPN", "CHN")
    for sign in ("/", " / ", "|", "; ", " or "):
        assert answered_countries(f"Hong Kong{sign}China") == ("HKG", "CHN")
        assert answered_countries(f"a bowl from Taiwan{sign}China") == ("TWN", "CHN")
    assert answered_countries("Hong Kong China") == ("HKG",)
    assert answered_countries("Trinidad/Tobago") == ("TTO",)
    assert answered_countries("somewhere") == ()
