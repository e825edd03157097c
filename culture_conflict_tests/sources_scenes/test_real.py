"""Real photos without a sign, which are rejected for it; those of signs go on to the marts."""

from __future__ import annotations

import shutil
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.defs.partitions import SIGNPOST_SOURCES
from culture_conflict.defs.signpost_texts import BUILDING
from culture_conflict.home import Home
from culture_conflict.tables.catalog import table_of
from culture_conflict_tests.defs.test_materialize import materialize

DATA = Path(__file__).parents[2].parent / "shared" / "data"
KEYS = [f"signpost/{name}" for name in (
    "items", "given_texts", "rejects", "screenings", "ocr_spans", "replacements", "trap_targets"
)]  # fmt: skip
SETTINGS = (
    "kind: scenes\ntitle: Photos\nmedium: photograph\ndefaults: {licence: LicenseRef-unknown}\n"
)


def built(home: Home, name: str, *, steps: list[str]) -> dict[str, pl.DataFrame]:
    """The tables of one folder of real photos, each step by the code location's own assets."""
    if not (DATA / name).is_dir():
        pytest.skip(f"{DATA / name} is not here: real photos are not part of the package")
    shutil.copytree(DATA / name, home.sources_folder / name)
    (home.sources_folder / name / "source.yaml").write_text(SETTINGS)
    result = materialize(home, BUILDING, *steps, partition=name)
    assert result.success
    tables = [key.split("/")[1] for key in steps]
    return {t: home.tables.read(table_of("signpost", t), "signpost", name) for t in tables}


@pytest.mark.slow
def test_real_photos_without_text_are_rejected_for_it(home: Home) -> None:
    made = built(home, "geotagged", steps=KEYS)
    items, screened = made["items"], made["screenings"]
    assert items.height + made["rejects"].height == 5
    assert set(items["located_by"]) == {"exif"}
    assert items["latitude"].is_between(43.4, 43.5).all()
    assert items["longitude"].is_between(11.8, 11.9).all()
    assert set(screened["state"]) == {"rejected"}
    assert set(screened["reason"]) <= {"no_text", "no_valid_text"}
    assert made["replacements"].is_empty()


def test_every_step_is_an_asset_of_the_source() -> None:
    assert {key.to_user_string() for asset in BUILDING for key in asset.keys} == set(KEYS)
    assert {asset.partitions_def for asset in BUILDING} == {SIGNPOST_SOURCES}
