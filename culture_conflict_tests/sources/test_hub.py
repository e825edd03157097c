"""A data set in the published schema becomes variants; what can't be used is listed."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.imported import imported_variants, to_be_made
from culture_conflict.errors import RegistryError
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.sources.folder_kit import picture
from culture_conflict_tests.sources.hub_kit import (
    original,
    perturbed,
    read,
    reasons,
    source_of,
    write,
)

ROWS = [
    original(1),
    perturbed(2),
    perturbed(
        3, perturb_method="AI", perturb_context="flag", difficulty="easy", pair_method="desc"
    ),
    original(4, "Kimono", category="attire", origin_country="Japan"),
    perturbed(5, "Kimono", category="attire", origin_country="Japan", perturb_context="landmark"),
]


def test_every_row_becomes_a_variant_of_its_group(tmp_path: Path) -> None:
    tables, store = read(source_of(tmp_path / "sources", {"train-00000-of-00001.parquet": ROWS}))
    assert tables.rejects.is_empty()
    assert tables.cues.is_empty()
    assert to_be_made(tables.items, tables.imported_images).is_empty()
    made = VARIANTS.validate(imported_variants(tables.items, tables.imported_images))
    assert made["external_id"].to_list() == ["1", "2", "3", "4", "5"]
    assert made["variant"].to_list() == [
        "original",
        "stacked/geo/hard/flag_landmark",
        "generative/desc/easy/flag",
        "original",
        "stacked/geo/hard/landmark",
    ]
    assert made["distractor_country"].to_list() == [None, "PER", "PER", None, "PER"]
    assert made["truth_country"].to_list() == ["HUN"] * 3 + ["JPN"] * 2
    assert made["truth_items"].to_list() == [["Goulash"]] * 3 + [["Kimono"]] * 2
    first, fourth = made["variant_id"][0], made["variant_id"][3]
    assert made["reference_variant"].to_list() == [None, first, first, None, fourth]
    assert made["group_id"].n_unique() == 2
    assert made["licence"].to_list()[:3] == [
        "CC BY 4.0",
        "CC BY 4.0 AND Public Domain AND CC BY-SA 3.0",
        "CC BY 4.0 AND Public Domain",
    ]
    for row, sha256 in zip(ROWS, made["picture"], strict=True):
        assert sha256 == hashlib.sha256(row["image"]["bytes"]).hexdigest()
        assert store.get(sha256) == row["image"]["bytes"]
    recipe = json.loads(made["recipe"][1])
    assert recipe["landmark_name"] == "Machu Picchu"
    assert recipe["credits"][2]["url"] == "https://example.org/landmark"


def test_ids_of_variants_do_not_depend_on_pixels_or_on_the_file(tmp_path: Path) -> None:
    one, _ = read(source_of(tmp_path / "a", {"x.parquet": ROWS}))
    changed = [
        row | {"image": {"bytes": picture(n + 50), "path": None}} for n, row in enumerate(ROWS)
    ]
    other, _ = read(source_of(tmp_path / "b", {"y.parquet": changed[3:], "z.parquet": changed[:3]}))
    ids = [
        imported_variants(each.items, each.imported_images)
        .sort("external_id")["variant_id"]
        .to_list()
        for each in (one, other)
    ]
    assert ids[0] == ids[1]


def test_rows_that_can_not_be_used_are_listed_and_stop_nothing(tmp_path: Path) -> None:
    pixels = {"bytes": b"<html>not found</html>", "path": "a.jpg"}
    shards = {
        "train-00000-of-00002.parquet": [
            *ROWS,
            original(6, "Soup", origin_country=None),
            perturbed(7, adversarial_country="Atlantis"),
            perturbed(8, image=pixels),
            perturbed(9, "Nobody's dish"),
        ],
        "train-00001-of-00002.parquet": [
            perturbed(2),
            perturbed(10, image={"bytes": None, "path": "/etc/hostname"}),
            perturbed(11, perturb_method="Gaussian Noise"),
            perturbed(12, difficulty=None),
            perturbed(13, adversarial_country="Hungary"),
            perturbed(14, landmark_url_license=None),
            original(15, "Broken", image=pixels),
            perturbed(16, "Broken"),
            perturbed(None),
            perturbed(18, category="Landmark"),
        ],
    }
    tables, _ = read(source_of(tmp_path / "sources", shards))
    first, second = (f"data/{name}" for name in shards)
    assert reasons(tables) == {
        (first, 6): "empty",
        (first, 7): "unknown_country",
        (first, 8): "not_an_image",
        (first, 9): "missing_original",
        (second, 1): "duplicate",
        (second, 2): "no_picture",
        (second, 3): "unknown_value",
        (second, 4): "factors",
        (second, 5): "same_country",
        (second, 6): "empty",
        (second, 7): "not_an_image",
        (second, 8): "missing_original",
        (second, 9): "empty",
        (second, 10): "unknown_value",
    }
    assert tables.imported_images["external_id"].to_list() == ["1", "2", "3", "4", "5"]
    detail = dict(tables.rejects.select("external_id", "detail").rows())
    assert "no country" in detail["6"]
    assert "row 2 of data/train-00000" in detail["2"]
    assert "words: {perturb_method" in detail["11"]


def test_several_originals_are_told_apart_by_their_address(tmp_path: Path) -> None:
    rows = [
        original(1, item_url="https://e.org/1"),
        original(2, item_url="https://e.org/2"),
        perturbed(3, item_url="https://e.org/2"),
        perturbed(4, item_url="https://e.org/3"),
        perturbed(5, item_url=None),
    ]
    tables, _ = read(source_of(tmp_path / "sources", {"train.parquet": rows}))
    made = imported_variants(tables.items, tables.imported_images)
    assert made["external_id"].to_list() == ["1", "2", "3"]
    assert made["reference_variant"][2] == made["variant_id"][1]
    assert reasons(tables) == {
        ("data/train.parquet", 4): "missing_original",
        ("data/train.parquet", 5): "missing_original",
    }


def test_a_surplus_column_is_noted_and_a_missing_one_named(tmp_path: Path) -> None:
    rows = [row | {"split_hint": "x"} for row in ROWS]
    tables, _ = read(source_of(tmp_path / "sources", {"train.parquet": rows}))
    assert "columns left unread: split_hint" in tables.notes
    assert tables.imported_images.height == 5
    folder = source_of(tmp_path / "other", {})
    write(folder / "data" / "train-0.parquet", ROWS)
    write(folder / "data" / "train-1.parquet", ROWS, drop=["pair_method"])
    with pytest.raises(RegistryError, match=r"train-1\.parquet: expected a column 'pair_method'"):
        read(folder)


def test_words_columns_and_defaults_are_mapped_by_settings(tmp_path: Path) -> None:
    rows = [
        {name: value for name, value in row.items() if not name.endswith("license")}
        | {"dish": row["item"], "perturb_method": row["perturb_method"] and "pasted"}
        for row in ROWS[:2]
    ]
    more = (
        "columns: {item: dish}\nwords: {perturb_method: {pasted: stacked}}\n"
        "defaults: {licence: CC0-1.0, author: Us}\n"
    )
    tables, _ = read(source_of(tmp_path / "sources", {"train.parquet": rows}, more))
    made = imported_variants(tables.items, tables.imported_images)
    assert made["perturb_method"].to_list() == ["none", "stacked"]
    assert set(made.select("licence", "author").rows()) == {("CC0-1.0", "Us")}


def test_numbered_classes_are_read_by_their_names(tmp_path: Path) -> None:
    rows = [row | {"category": 1} for row in ROWS[:2]]
    folder = source_of(tmp_path / "sources", {})
    write(folder / "data" / "train.parquet", rows, classes={"category": ["attire", "cuisine"]})
    tables, _ = read(folder)
    assert tables.items["category"].to_list() == ["cuisine"]


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ("path: ../elsewhere", "leaves the source's folder"),
        ("path: /etc", "leaves the source's folder"),
        ("path: ../x.parquet", "leaves the folder"),
        ("path: nothing", "found none"),
        ("path: data\nsplit: test", "expected Parquet files of the split 'test'"),
        ("title: y", "unless `repo:`"),
        ("repo: a/b", "40 hexadecimal digits"),
        ("repo: a/b\nrevision: main", "40 hexadecimal digits"),
        ("repo: https://x", "owner/name"),
        ("path: data\ncolumn: {}", "did you mean"),
    ],
)
def test_wrong_settings_are_told(tmp_path: Path, settings: str, message: str) -> None:
    folder = source_of(tmp_path / "sources", {"train-0.parquet": ROWS[:1]})
    text = f"kind: hub\ntitle: x\nmedium: photograph\n{settings}\n".replace(
        "title: x\n", "", settings.startswith("title")
    )
    (folder / "source.yaml").write_text(text)
    with pytest.raises(RegistryError, match=message.replace("(", r"\(")):
        read(folder)


def test_what_is_no_parquet_is_refused_by_name(tmp_path: Path) -> None:
    folder = source_of(tmp_path / "sources", {"train-0.parquet": ROWS})
    path = folder / "data" / "train-0.parquet"
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(RegistryError, match=r"train-0\.parquet: expected a Parquet file"):
        read(folder)


def test_nothing_usable_is_an_error_with_reasons(tmp_path: Path) -> None:
    folder = source_of(tmp_path / "sources", {"train.parquet": [perturbed(1), perturbed(2)]})
    with pytest.raises(RegistryError, match=r"none of the 2 rows .* 2 missing_original"):
        read(folder)


def test_other_splits_are_left_alone(tmp_path: Path) -> None:
    shards = {"train-0.parquet": ROWS[:2], "test-0.parquet": ROWS[3:]}
    tables, _ = read(source_of(tmp_path / "sources", shards))
    assert tables.imported_images["external_id"].to_list() == ["1", "2"]
    assert isinstance(tables.items, pl.DataFrame)
