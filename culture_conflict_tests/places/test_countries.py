"""The table of countries is complete, sane and survives its readers."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.places.countries import (
    UnknownCountryError,
    countries,
    countries_csv,
    country,
    foreign_names,
)

PUBLISHED = Path(__file__).parents[2].parent / "shared" / "published" / "ct_table2_countries.csv"
CONTINENTS = {"Africa", "Americas", "Asia", "Europe", "Oceania", "Antarctica"}


def test_every_country_once_with_codes_and_a_centroid() -> None:
    table = countries()
    assert len(table) == 250
    assert len({row.iso2 for row in table.values()}) == 250
    assert len({row.name for row in table.values()}) == 250
    for iso3, row in table.items():
        assert (row.iso3, len(row.iso2)) == (iso3, 2)
        assert re.fullmatch("[A-Z]{3}", iso3)
        assert -90 <= row.latitude <= 90
        assert -180 <= row.longitude <= 180
        assert row.continent in CONTINENTS
        assert all((row.name, *row.aliases, *row.demonyms))


def test_namibia_survives_python_polars_and_sql() -> None:
    import duckdb

    assert countries()["NAM"].iso2 == "NA"
    read = pl.read_csv(countries_csv(), infer_schema=False)
    assert read.filter(iso3="NAM")["iso2"].to_list() == ["NA"]
    query = f"select iso2 from read_csv('{countries_csv()}', all_varchar=true) where iso3 = 'NAM'"
    assert duckdb.sql(query).fetchall() == [("NA",)]


@pytest.mark.parametrize(
    ("iso3", "south", "north", "west", "east"),
    [
        ("USA", 24, 50, -125, -66),
        ("RUS", 50, 70, 60, 130),
        ("FJI", -20, -16, 176, 180),
        ("NZL", -48, -38, 166, 176),
        ("KIR", -12, 5, -180, -150),
        ("TWN", 21.8, 25.4, 119, 122.1),
        ("HKG", 22.1, 22.6, 113.8, 114.5),
        ("XKX", 41.8, 43.3, 20, 21.8),
        ("ESP", 36, 43.8, -9.4, 3.4),
        ("FRA", 42, 51.2, -5, 8.3),
        ("NLD", 50.7, 53.6, 3.3, 7.3),
    ],
)
def test_centroids_lie_in_their_country(
    iso3: str, south: float, north: float, west: float, east: float
) -> None:
    row = countries()[iso3]
    assert south < row.latitude < north
    assert west < row.longitude < east


def test_eleven_sub_regions_and_none_where_nobody_lives() -> None:
    regions = {row.sub_region for row in countries().values()} - {""}
    assert len(regions) == 11
    uninhabited = {iso3 for iso3, row in countries().items() if not row.sub_region}
    assert uninhabited == {"ATA", "ATF", "BVT", "HMD", "SGS"}


@pytest.mark.parametrize(
    ("iso3", "continent", "sub_region"),
    [
        ("TUR", "Asia", "The Middle East & North Africa (MENA)"),
        ("EGY", "Africa", "The Middle East & North Africa (MENA)"),
        ("RUS", "Europe", "Eastern Europe"),
        ("CUB", "Americas", "North America"),
        ("KAZ", "Asia", "Central Asia"),
    ],
)
def test_doubtful_regions_are_decided(iso3: str, continent: str, sub_region: str) -> None:
    assert (countries()[iso3].continent, countries()[iso3].sub_region) == (continent, sub_region)


@pytest.mark.skipif(not PUBLISHED.exists(), reason="the published table lies outside the project")
def test_names_and_sub_regions_are_the_papers() -> None:
    named = {row.name: row.sub_region for row in countries().values()}
    with PUBLISHED.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 53
    assert {row["country"]: row["sub_region"] for row in rows}.items() <= named.items()


def test_an_unknown_code_is_named() -> None:
    assert country("PER").name == "Peru"
    with pytest.raises(UnknownCountryError, match=r"'Peru'.*alpha-3"):
        country("Peru")


def test_the_table_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        countries()["XXX"] = countries()["PER"]  # type: ignore[index]


def test_foreign_names_cover_every_country() -> None:
    assert set(foreign_names()) == set(countries())
    assert sum(not names for names in foreign_names().values()) < 5
