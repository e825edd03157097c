"""Sources that CultureMix is built of: the sample, folders, and two real tables of dishes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import polars as pl
import pytest
from typer.testing import CliRunner

from culture_conflict import cli
from culture_conflict.benchmarks.culture_mix.recipes import Amounts, amounts_of
from culture_conflict.errors import RegistryError
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.store import PictureStore
from culture_conflict.places.continents import region_of
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.dishes import DishTables, read_dishes
from culture_conflict.sources.folder.checking import Rejects
from culture_conflict.sources.folder.config import folder_settings
from culture_conflict.sources.folder.items import check_items, items_table
from culture_conflict.sources.mappings import add_known_table, world_wide_dishes_rows
from culture_conflict.sources.sample.dishes import draw_dish
from culture_conflict.sources.sample.mix import sample_backgrounds
from culture_conflict.sources.source import Source
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict_tests.sources.folder_kit import csv_text, folder_of, picture, row
from culture_conflict_tests.sources.mix_kit import TABLES, write

SHARED = Path(__file__).parents[2].parent / "shared" / "data"
WORLDCUISINES = SHARED / "worldcuisines" / "dishes.csv"
WORLD_WIDE_DISHES = SHARED / "world_wide_dishes" / "dishes.csv"
SETTINGS = (
    "title: Mine\nmedium: photograph\nbenchmark: culture_mix\n"
    "defaults: {licence: CC0-1.0, author: Me}\n"
)
PLACES = (
    {"kind": "street", "country": "Italy", "name": "Lane", "picture": "lane.png"},
    {"kind": "street", "country": "Italy", "name": "Alley", "picture": "alley.png"},
    {"kind": "landmark", "country": "Chile", "name": "Moai", "picture": "moai.png"},
)


def _dishes(*names: str) -> list[dict[str, str]]:
    kept = ("external_id", "name", "country", "picture")
    return [{key: row(name)[key] for key in kept} for name in names]


def _folder(root: Path, places: tuple[dict[str, str], ...] = PLACES) -> Path:
    folder = folder_of(root, _dishes("ramen", "soba"), settings=SETTINGS)
    if places:
        (folder / "backgrounds.csv").write_text(csv_text(places), "utf-8")
        for n, place in enumerate(places):
            (folder / place["picture"]).write_bytes(picture(40 + n))
    return folder


def _read(folder: Path) -> DishTables:
    source = Source("culture_mix", folder.name, "folder", "T", "photograph", folder)
    return read_dishes(source, PictureStore(folder.parent / "store"))


def test_the_sample_has_every_kind_of_place_of_five_continents() -> None:
    places = sample_backgrounds().select("country", "kind").rows()
    cells = Counter((region_of(country), kind) for country, kind in places)
    assert len(cells) == 10
    assert {region for region, _ in cells} == {
        *("Africa", "Asia", "Europe", "North America", "South America")
    }


def test_a_drawn_dish_is_the_same_every_time_and_has_its_own_plate() -> None:
    first, again, other = (draw_dish("1f363", seed) for seed in ("sushi", "sushi", "maki"))
    assert first == again != other
    assert open_cue(first).image.getpixel((0, 0))[3] == 0


@pytest.mark.slow
def test_the_sample_is_drawn_and_kept(tmp_path: Path) -> None:
    found = read_dishes(get_source("culture_mix", "sample"), PictureStore(tmp_path))
    assert found.items["external_id"].n_unique() == found.items["picture"].n_unique() == 14
    assert found.backgrounds["picture"].n_unique() == 10
    assert set(found.items["source_version"]) == {get_source("culture_mix", "sample").version}


def test_a_folder_of_dishes_needs_no_description_and_numbers_its_places(tmp_path: Path) -> None:
    found = _read(_folder(tmp_path / "mine"))
    assert found.rejects.is_empty()
    assert found.items["category"].to_list() == ["cuisine"] * 2
    shown = found.backgrounds.select("kind", "country", "region", "number").rows()
    assert shown == [
        ("street", "ITA", "Europe", 1),
        ("street", "ITA", "Europe", 2),
        ("landmark", "CHL", "South America", 1),
    ]


def test_a_bad_place_is_listed_and_stops_none(tmp_path: Path) -> None:
    bad = ({**PLACES[0], "kind": "flag"}, {**PLACES[1], "country": "Atlantis"}, PLACES[2])
    found = _read(_folder(tmp_path / "mine", bad))
    assert found.backgrounds["name"].to_list() == ["Moai"]
    assert found.rejects.select("file", "row", "reason").rows() == [
        ("backgrounds.csv", 2, "unknown_kind"),
        ("backgrounds.csv", 3, "unknown_country"),
    ]


def test_without_places_it_says_what_will_be_missing(tmp_path: Path) -> None:
    found = _read(_folder(tmp_path / "mine", ()))
    assert found.backgrounds.is_empty()
    assert "no backgrounds" in found.notes[0]


def test_amounts_are_the_papers_or_those_of_the_settings(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "mine")
    source = Source("culture_mix", "mine", "folder", "T", "photograph", folder)
    assert amounts_of(source) == Amounts() == Amounts(sfb_per_cell=5, mfb_most=10)
    (note,) = _read(folder).notes
    assert note.startswith("backgrounds: 3 for each dish; 50 would be 5 landmarks and 5 streets")
    version = source.version
    (folder / "source.yaml").write_text(SETTINGS + "amounts: {sfb_per_cell: 1, same_country: 0}\n")
    assert amounts_of(source) == Amounts(sfb_per_cell=1, same_country=0)
    assert _read(folder).notes[0].startswith("backgrounds: 2 for each dish; 10 would be 1 ")
    assert source.version != version
    sample = amounts_of(get_source("culture_mix", "sample"))
    assert (sample.other_continent, sample.mfb_most) == (1, 2)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("amounts: {sfb_per_cell: many}\n", "sfb_per_cell"),
        ("amounts: {mfb_per_sell: 2}\n", "mfb_per_cell"),
        ("amounts: {mfb_most: -1}\n", "mfb_most"),
    ],
)
def test_amounts_that_cannot_be_used_say_why(tmp_path: Path, text: str, message: str) -> None:
    folder = _folder(tmp_path / "mine")
    (folder / "source.yaml").write_text(SETTINGS + text)
    with pytest.raises(RegistryError, match=message):
        folder_settings(folder)


def test_only_dishes_have_amounts(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "mine")
    text = SETTINGS.replace("benchmark: culture_mix\n", "") + "amounts: {mfb_most: 1}\n"
    (folder / "source.yaml").write_text(text)
    with pytest.raises(RegistryError, match="only dishes"):
        folder_settings(folder)


def test_a_forgotten_place_or_dish_stays_out(tmp_path: Path) -> None:
    folder = _folder(tmp_path / "mine")
    found = _read(folder)
    store = PictureStore(tmp_path / "store")
    for sha in (found.items["picture"][0], found.backgrounds["picture"][2]):
        store.tombstone(sha).parent.mkdir(parents=True, exist_ok=True)
        store.tombstone(sha).touch()
    again = _read(folder)
    assert (again.items.height, again.backgrounds.height) == (1, 2)
    assert set(again.rejects["reason"]) == {"forgotten"}


def test_finished_pictures_come_as_they_are(tmp_path: Path) -> None:
    source = write(tmp_path / "mixes")
    found = read_dishes(source, PictureStore(tmp_path / "store"))
    assert found.imported.schema == MIXED_IMAGES.schema
    assert found.imported.height == sum(map(len, TABLES.values()))
    assert found.backgrounds.is_empty()


@pytest.mark.skipif(not WORLDCUISINES.exists(), reason="the real tables lie outside the project")
def test_worldcuisines_as_it_is(tmp_path: Path) -> None:
    folder = add_known_table("worldcuisines", WORLDCUISINES, "wc", tmp_path, "me@example.org")
    settings, rejects = folder_settings(folder), Rejects("culture_mix", "wc")
    table = items_table(folder, settings)
    found = check_items(table, settings, rejects)
    assert len(found) + rejects.table()["row"].n_unique() == 2414
    assert len(found) > 2100
    assert settings.downloads is not None
    rawon = next(one.values for one in found if one.external_id == "Rawon")
    assert (rawon["country"], rawon["licence"]) == ("IDN", "CC-BY-SA 4.0")
    aliases = {name for one in found for name in one.values["aliases"]}
    assert not aliases & {"no_alias", "name", "alias", "section", "language", "term", "John", "Doe"}
    assert {"ꦫꦮꦺꦴꦤ꧀", "palak chhena", "おこわ"} <= aliases


_RAWON = {
    **dict.fromkeys(("Text Description",), ""),
    "Name": "Rawon",
    "Alias": "[{'no_alias': True}]",
    "Countries": '["Indonesia"]',
    "Image1 name / URL": "https://upload.wikimedia.org/rawon.jpg?download",
    "Image1 License": "CC-BY-SA 4.0",
}


@pytest.mark.parametrize(
    ("contact", "told"),
    [
        ("me@example.org", "to download when built: 1 pictures"),
        (None, "is an address, which is never fetched"),
    ],
)
def test_pictures_of_worldcuisines_are_fetched_by_whoever_says_who_asks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, contact: str | None, told: str
) -> None:
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "300")
    (tmp_path / "dishes.csv").write_text(csv_text([_RAWON]), "utf-8")
    add_known_table("worldcuisines", tmp_path / "dishes.csv", "wc", tmp_path / "s", contact)
    result = CliRunner().invoke(cli.app, ["sources", "check", str(tmp_path / "s" / "wc")])
    assert told in result.output
    assert (result.exit_code == 0) is (contact is not None)


@pytest.mark.skipif(
    not WORLD_WIDE_DISHES.exists(), reason="the real tables lie outside the project"
)
def test_world_wide_dishes_with_both_of_its_licences(tmp_path: Path) -> None:
    folder = add_known_table("world_wide_dishes", WORLD_WIDE_DISHES, "wwd", tmp_path)
    settings, rejects = folder_settings(folder), Rejects("culture_mix", "wwd")
    found = check_items(items_table(folder, settings), settings, rejects)
    told = rejects.table()
    assert len(found) + told["row"].n_unique() == 765
    assert len(found) > 740
    licences = {one.values["licence"] for one in found}
    assert len(licences) == 1
    assert all(name in next(iter(licences)) for name in ("CC-BY-4.0", "CC-BY-NC-SA-4.0"))
    several = [one.values for one in found if one.values["other_countries"]]
    assert len(several) > 70
    urls = pl.Series([one.values["url"] for one in found])
    assert not urls.drop_nulls().str.contains("No CC Images").any()


def test_countries_are_parted_only_where_all_are_countries(tmp_path: Path) -> None:
    table = tmp_path / "dishes.csv"
    rows = [
        {"id": "1", "local_name": "A", "english_name": "B", "countries": "Tanzania, Kenya"},
        {"id": "2", "local_name": "C", "english_name": "C", "countries": "Kenya, the coast"},
    ]
    table.write_text(csv_text(rows), "utf-8")
    found = list(world_wide_dishes_rows(table))
    assert [one["country"] for one in found] == ["Tanzania | Kenya", "Kenya, the coast"]
    assert [one["aliases"] for one in found] == ["B", ""]


def test_an_unknown_table_names_the_known_ones(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match="worldcuisines or world_wide_dishes"):
        add_known_table("foods", tmp_path / "x.csv", "x", tmp_path)
    with pytest.raises(RegistryError, match="is no file"):
        add_known_table("worldcuisines", tmp_path / "x.csv", "x", tmp_path)


@pytest.mark.parametrize("name", ["a/b", "../evil", "", "sample"])
def test_a_name_that_can_not_be_one_is_refused_before_anything_is_written(
    tmp_path: Path, name: str
) -> None:
    table = tmp_path / "dishes.csv"
    table.write_text("Name\nx\n")
    for wanted in (name, f"{tmp_path}/evil"):
        with pytest.raises(RegistryError, match=r"can't be a source's name|is taken"):
            add_known_table("worldcuisines", table, wanted, tmp_path / "sources")
    assert [*tmp_path.iterdir()] == [table]


def test_check_says_how_many_places_there_are_for_a_dish(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CULTURE_CONFLICT_HOME", str(tmp_path / "home"))
    result = CliRunner().invoke(cli.app, ["sources", "check", str(_folder(tmp_path / "mine"))])
    assert result.exit_code == 0
    assert "places: 3 (2 street, 1 landmark)" in result.output
    assert "backgrounds: 3 for each dish; 50 would be" in result.output
    without = CliRunner().invoke(cli.app, ["sources", "check", str(_folder(tmp_path / "b", ()))])
    assert "no backgrounds: no picture before a place is made" in without.output
