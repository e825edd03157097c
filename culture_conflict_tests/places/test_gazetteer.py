"""The gazetteer knows cities by any of their names, offline, and never guesses."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.places import gazetteer
from culture_conflict.places.countries import countries
from culture_conflict.places.gazetteer import (
    cities_in,
    named_places,
    names_in,
    places_in_text,
)
from culture_conflict.places.making_cities import cities
from culture_conflict.places.scripts import guess_language, script_of


@pytest.mark.parametrize(
    ("text", "country", "latitude"),
    [
        ("Tokyo", "JPN", 35.69),
        ("東京", "JPN", 35.69),
        ("臺北", "TWN", 25.05),
        ("MÜNCHEN", "DEU", 48.14),
        ("munchen", "DEU", 48.14),
        ("москва", "RUS", 55.75),
        ("الرياض", "SAU", 24.69),
        ("서울", "KOR", 37.57),
        ("saint denis", "REU", -20.88),
        ("Paris, United States", "USA", 33.66),
        ("Georgia", "GEO", 41.8),
    ],
)
def test_a_place_is_found_by_any_name(text: str, country: str, latitude: float) -> None:
    found = named_places(text)[0]
    assert found.country == country
    assert found.latitude == pytest.approx(latitude, abs=0.6)


@pytest.mark.parametrize("text", ["", " ", "Zzyqx Bakery & Sons", "🍕", "Rue de Rivoli", "Tok"])
def test_nothing_is_guessed(text: str) -> None:
    assert named_places(text) == ()


def test_the_largest_city_of_a_name_comes_first_and_the_others_stay() -> None:
    sydneys = named_places("Sydney")
    assert [place.country for place in sydneys[:2]] == ["AUS", "CAN"]
    assert [place.population for place in sydneys] == sorted(
        (place.population for place in sydneys), reverse=True
    )


def test_names_inside_a_text_are_whole_words() -> None:
    assert [p.name for p in places_in_text("BIENVENUE AU PORT DE MARSEILLE")] == ["Marseille"]
    assert [p.country for p in places_in_text("上海图书馆")] == ["CHN"]
    assert places_in_text("Limanakia Osloer") == ()


def test_every_city_has_a_known_country_and_lies_on_the_globe() -> None:
    table = pl.read_parquet(gazetteer.cities_parquet())
    assert set(table["country"]) <= set(countries())
    assert table["latitude"].abs().max() <= 90
    assert table["longitude"].abs().max() <= 180
    assert table["geoname_id"].is_unique().all()
    assert gazetteer.cities_parquet().stat().st_size < 3_000_000
    populations = [city.population for city in cities_in("PER")]
    assert populations == sorted(populations, reverse=True)


def test_names_are_given_by_script() -> None:
    assert "東京" in names_in(named_places("Tokyo")[0], "Han")
    assert names_in(named_places("Tokyo")[0], "Latin")[0] == "Tokyo"


def test_making_the_table_leaves_out_codes_and_machine_transliterations() -> None:
    row = {
        "geonameid": 1,
        "name": "Moscow",
        "countrycode": "RU",
        "latitude": 55.7,
        "longitude": 37.6,
        "population": 9,
        "alternatenames": ["MOW", "mosko", "Moskva", "Москва", "Tokyo東京", "Moscow", "Ива|ки"],
    }
    made = cities([row, {**row, "geonameid": 2, "countrycode": "??"}])
    assert made["names"].to_list() == [["Moskva", "Москва"]]


@pytest.mark.parametrize(
    ("text", "script", "language"),
    [
        ("Café Müller", "Latin", None),
        ("Straße", "Latin", "de"),
        ("Đường Lê Lợi", "Latin", "vi"),
        ("北京", "Han", "zh"),
        ("東京の駅", "Kana", "ja"),
        ("서울 Cafe", "Latin", None),
        ("서울특별시 Cafe", "Hangul", "ko"),
        ("Київ", "Cyrillic", "uk"),
        ("Москва", "Cyrillic", "ru"),
        ("تهران پارک", "Arabic", "fa"),
        ("123 !?", None, None),
    ],
)
def test_script_and_language(text: str, script: str | None, language: str | None) -> None:
    assert (script_of(text), guess_language(text)) == (script, language)
