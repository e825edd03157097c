"""Data sets of mixed pictures: the published layout, its rows, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from culture_conflict.benchmarks.culture_mix.variants import mixed_variants
from culture_conflict.errors import RegistryError
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.catalog import list_sources
from culture_conflict.sources.folder.rows import RowError
from culture_conflict.sources.mix.read import MixTables, read_mix
from culture_conflict.sources.mix.rows import place_and_index
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.sources.mix_kit import FOOD, HEAD, TABLES, Rows, write


def read(folder: Path, tables: dict[str, Rows] = TABLES, head: str = HEAD) -> MixTables:
    source = write(folder / "mixes", tables, head)
    assert source.folder
    return read_mix(source, source.folder, PictureStore(folder / "pictures"))


def test_the_published_layout(tmp_path: Path) -> None:
    made = read(tmp_path)
    assert made.rejects.is_empty()
    assert made.items.select("external_id", "name", "country").rows() == [("7", "Laksa", "MYS")]
    columns = ("subtask", "food2_name", "food2_country", "background_country")
    more = ("background_index", "background_kind", "food_distance", "background_distance")
    nothing = (None,) * 4
    assert sorted(made.mixed_images.select(*columns, *more).rows(), key=str) == sorted(
        [
            ("sf", None, None, None, *nothing),
            ("mf", "Pho", "VNM", None, None, None, "same_continent", None),
            ("sfb", None, None, "USA", 2, "street", None, "other_continent"),
            ("sfb", None, None, "MYS", None, "street", None, "same_country"),
            ("mfb", "Pho", "VNM", "KOR", 1, "landmark", "same_continent", "same_continent"),
        ],
        key=str,
    )
    sf = made.mixed_images.filter(subtask="sf")
    assert made.items["picture"][0] == sf["picture"][0]
    data = (tmp_path / "mixes" / "images" / "sf" / "7.png").read_bytes()
    assert PictureStore(tmp_path / "pictures").get(sf["picture"][0]) == data


def test_variants_of_the_pictures(tmp_path: Path) -> None:
    made = read(tmp_path)
    variants = VARIANTS.validate(mixed_variants(made.items, made.mixed_images))
    reference = variants.filter(variant="sf")["variant_id"][0]
    assert set(variants["reference_variant"].drop_nulls()) == {reference}
    assert set(variants["group_id"]) == set(made.items["item_id"])
    assert set(variants["variant"]) == {
        "sf",
        "mf/Pho",
        "sfb/street/USA-2",
        "sfb/street/MYS",
        "mfb/Pho/landmark/KOR-1",
    }


def test_ids_do_not_hang_on_the_order_of_rows_or_on_pixels(tmp_path: Path) -> None:
    first = read(tmp_path / "a").mixed_images
    turned = {name: rows[::-1] for name, rows in reversed(TABLES.items())}
    second = read(tmp_path / "b", turned).mixed_images
    assert set(first["variant_id"]) == set(second["variant_id"])
    assert first["variant_id"].n_unique() == first.height


@pytest.mark.parametrize(
    ("cell", "expected"),
    [
        ("unitedstates2", ("USA", 2)),
        ("Unitedstates2", ("USA", 2)),
        ("United States 2", ("USA", 2)),
        ("Mexico1", ("MEX", 1)),
        ("southkorea", ("KOR", None)),
        ("Spain", ("ESP", None)),
        ("unitedkingdom10", ("GBR", 10)),
    ],
)
def test_a_background_is_a_country_and_an_index(cell: str, expected: tuple[str, int]) -> None:
    assert place_and_index(cell) == expected


@pytest.mark.parametrize("cell", ["", "2", "atlantis3", "united", "Paris1"])
def test_what_names_no_country_is_not_guessed(cell: str) -> None:
    with pytest.raises(RowError):
        place_and_index(cell)


def test_every_bad_row_is_told_and_stops_no_other(tmp_path: Path) -> None:
    bad = [
        {"image_path": "images/sfb/3.png", "background_country": "atlantis1"},
        {"image_path": "images/sfb/1.png", "background_country": "Peru"},
        {"image_path": "../outside.png", "background_country": "Peru"},
        {"image_path": "images/sfb/4.png"},
        {"image_path": "images/sfb/5.png", "background_country": "Peru", "food2_name": "Pho"},
        {"image_path": "images/sfb/6.png", "background_country": "Peru", "food1_name": "Pizza"},
        {"image_path": "images/sfb/7.png", "background_country": "Peru", "food1_country": ""},
    ]
    tables = TABLES | {"sfb_street": [*TABLES["sfb_street"], *(FOOD | row for row in bad)]}
    made = read(tmp_path, tables)
    assert made.mixed_images.height == 5
    found = dict(made.rejects.select("row", "reason").rows())
    assert found == {
        4: "unknown_country",
        5: "duplicate",
        6: "path_escape",
        7: "subtask",
        8: "subtask",
        9: "contradiction",
        10: "empty",
    }


def test_a_broken_picture_is_a_reject(tmp_path: Path) -> None:
    source = write(tmp_path / "mixes")
    assert source.folder
    (source.folder / "images" / "mf" / "1.png").write_bytes(b"no picture")
    made = read_mix(source, source.folder, PictureStore(tmp_path / "pictures"))
    assert made.rejects["file"].to_list() == ["metadata/mf.csv"]
    assert "mf" not in set(made.mixed_images["subtask"])


def test_the_first_of_several_single_pictures_is_the_baseline(tmp_path: Path) -> None:
    copies = [FOOD | {"image_path": f"images/sf/{n}.png"} for n in (7, 8, 9)]
    made = read(tmp_path / "a", {"sf": copies})
    by_path = dict(made.mixed_images.select("external_id", "augmentation").rows())
    assert by_path == {f"images/sf/{n}.png": k for k, n in enumerate((7, 8, 9))}
    assert any("the first is taken" in note for note in made.notes)
    numbered = [row | {"augmentation": n} for row, n in zip(copies, "210", strict=True)]
    made = read(tmp_path / "b", {"sf": numbered})
    by_path = dict(made.mixed_images.select("external_id", "augmentation").rows())
    assert by_path == {"images/sf/7.png": 2, "images/sf/8.png": 1, "images/sf/9.png": 0}
    assert made.items["picture"][0] == made.mixed_images.filter(augmentation=0)["picture"][0]


@pytest.mark.parametrize("numbers", ["   ", "012"])
def test_no_copy_takes_the_place_of_a_baseline_that_cannot_be_used(
    tmp_path: Path, numbers: str
) -> None:
    copies = [
        FOOD | {"image_path": f"images/sf/{n}.png", "augmentation": number.strip()}
        for n, number in zip((7, 8, 9), numbers, strict=True)
    ]
    source = write(tmp_path / "mixes", {"sf": copies})
    assert source.folder
    (source.folder / "images" / "sf" / "7.png").write_bytes(b"no picture")
    made = read_mix(source, source.folder, PictureStore(tmp_path / "pictures"))
    by_path = dict(made.mixed_images.select("external_id", "augmentation").rows())
    assert by_path == {"images/sf/8.png": 1, "images/sf/9.png": 2}
    assert any("1 foods have augmented copies only" in note for note in made.notes)
    assert (
        mixed_variants(made.items, made.mixed_images)["reference_variant"].to_list() == [None] * 2
    )


def test_doubtful_names_are_kept_and_told(tmp_path: Path) -> None:
    made = read(tmp_path, {"sf": [FOOD | {"image_path": "images/sf/7.png", "food1_name": "no"}]})
    assert made.items["name"].to_list() == ["no"]
    assert "doubtful names, kept: 'no'" in made.notes


def test_a_forgotten_picture_of_a_food_takes_its_mixes_along(tmp_path: Path) -> None:
    source = write(tmp_path / "mixes")
    assert source.folder
    pictures = PictureStore(tmp_path / "pictures")
    first = read_mix(source, source.folder, pictures)
    mf = first.mixed_images.filter(subtask="mf")["picture"][0]
    pictures.tombstone(mf).parent.mkdir(parents=True, exist_ok=True)
    pictures.tombstone(mf).write_text("")
    again = read_mix(source, source.folder, pictures)
    assert again.mixed_images.height == 4
    assert again.rejects["reason"].to_list() == ["forgotten"]
    pictures.tombstone(first.items["picture"][0]).write_text("")
    with pytest.raises(RegistryError, match="forgotten"):
        read_mix(source, source.folder, pictures)


def test_tables_and_columns_can_be_named(tmp_path: Path) -> None:
    head = HEAD + (
        "tables: [{path: metadata/all.csv}]\n"
        "columns: {image_path: image, background_country: background}\n"
    )
    rows = [
        FOOD | {"image_path": "a.png", "image": "a.png", "subtask": "SF", "background": ""},
        FOOD | {"image_path": "b.png", "image": "b.png", "subtask": "sfb", "background": "Peru1"},
    ]
    made = read(tmp_path, {"all": rows}, head)
    assert made.rejects.is_empty()
    assert made.mixed_images["subtask"].to_list() == ["sf", "sfb"]


@pytest.mark.parametrize(
    ("head", "match"),
    [
        (HEAD.replace("defaults: {licence: CC-BY-4.0}\n", ""), "defaults"),
        (HEAD + "tables: [{path: ../x.csv}]\n", "in this folder"),
        (HEAD + "tables: [{path: metadata/none.csv, subtask: sf}]\n", "missing|not in the folder"),
        (HEAD + "columns: {food1_name: dish}\n", "'dish'"),
        (HEAD + "benchmark: confused_tourist\n", "benchmark"),
    ],
)
def test_settings_that_cannot_be_used_say_why(tmp_path: Path, head: str, match: str) -> None:
    with pytest.raises(RegistryError, match=match):
        read(tmp_path, TABLES, head)


def test_a_folder_without_tables_says_what_is_expected(tmp_path: Path) -> None:
    with pytest.raises(RegistryError, match=r"metadata/sf\.csv"):
        read(tmp_path, {})


def test_the_source_belongs_to_its_benchmark_alone(tmp_path: Path) -> None:
    write(tmp_path / "sources" / "mixes")
    names = {
        benchmark: [one.name for one in list_sources(benchmark, tmp_path / "sources")]
        for benchmark in ("culture_mix", "confused_tourist")
    }
    assert names == {"culture_mix": ["sample", "mixes"], "confused_tourist": ["sample"]}
