"""The draw: as many as asked, the same for a seed, and no item's draw depends on another's."""

from __future__ import annotations

from pathlib import Path

from culture_conflict.places.countries import country
from culture_conflict_tests.sources.folder_kit import SETTINGS, Tables, folder_of, read, row

EAST, SOUTH = ("Japan", "China", "South Korea"), ("Peru", "Chile", "Bolivia")
ROWS = [row(f"{place[:4].lower()}-{n}", country=place) for place in EAST + SOUTH for n in range(4)]


def _sample(folder: Path, rows: list[dict[str, str]], sampling: str) -> Tables:
    return read(folder_of(folder, rows, settings=SETTINGS + sampling + "\n"))


def test_countries_per_region_and_items_per_country(tmp_path: Path) -> None:
    asked = "sampling: {countries_per_sub_region: 2, items_per_category_and_country: 3}"
    items, _, rejects = _sample(tmp_path / "a", ROWS, asked)
    assert items.height == 2 * 2 * 3
    assert set(items["country"].value_counts()["count"]) == {3}
    regions = [country(code).sub_region for code in items["country"].unique()]
    assert sorted(regions.count(region) for region in set(regions)) == [2, 2]
    assert set(rejects["reason"]) == {"not_sampled"}
    assert items.height + rejects.height == len(ROWS)


def test_the_seed_decides_and_the_order_of_rows_does_not(tmp_path: Path) -> None:
    asked = "sampling: {items_per_category_and_country: 1, seed: %d}"
    ids = [
        set(_sample(tmp_path / str(n), rows, asked % seed)[0]["external_id"])
        for n, (rows, seed) in enumerate([(ROWS, 0), (ROWS[::-1], 0), (ROWS, 1)])
    ]
    assert ids[0] == ids[1] != ids[2]


def test_an_item_that_goes_changes_only_its_own_cell(tmp_path: Path) -> None:
    asked = "sampling: {items_per_category_and_country: 2}"
    whole = set(_sample(tmp_path / "a", ROWS, asked)[0]["external_id"])
    gone = next(one for one in ROWS if one["external_id"] in whole)
    rest = [one for one in ROWS if one is not gone]
    less = set(_sample(tmp_path / "b", rest, asked)[0]["external_id"])
    assert len(less - whole) == 1
    assert whole - less == {gone["external_id"]}


def test_a_bad_picture_takes_nobodys_place(tmp_path: Path) -> None:
    asked = "sampling: {items_per_category_and_country: 3}"
    rows = [row(f"jp-{n}", picture="none/x.png" if n < 3 else f"jp-{n}.png") for n in range(6)]
    assert _sample(tmp_path / "a", rows, asked)[0].height == 3


def test_only_the_countries_named(tmp_path: Path) -> None:
    items, _, rejects = _sample(tmp_path / "a", ROWS, "countries: [JP, Peru]")
    assert set(items["country"]) == {"JPN", "PER"}
    assert rejects.height == 16
