"""A diffusion editor that somebody adds becomes a partition, and paints and is judged by clicks."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import pytest
import yaml
from playwright.sync_api import Page, expect

from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.edited_images import EDITED_IMAGES
from culture_conflict_tests.benchmarks_confused_tourist.painted_world import world
from culture_conflict_tests.checkpoints.kit import needs_torch, run_python
from culture_conflict_tests.ui.clicks import launch
from culture_conflict_tests.ui.daemon_kit import Ui, ask, runs_of, wait, wait_for_partition

pytestmark = [pytest.mark.slow, needs_torch("diffusers", "accelerate")]

BENCHMARK, EDITOR, SOURCE = "confused_tourist", "tiny-flux", "sample"
JOB = "confused_tourist_edit"
KEY = {"path": [BENCHMARK, EDITED_IMAGES.name]}
BUILD = (
    "import pathlib, sys; from culture_conflict_tests.checkpoints import editing; "
    "editing.build_flux_kontext(pathlib.Path(sys.argv[1]))"
)
METADATA = (
    "query ($k: AssetKeyInput!) { assetOrError(assetKey: $k) { ... on Asset {"
    " assetMaterializations(limit: 1) { partition metadataEntries { label"
    " ... on JsonMetadataEntry { jsonString } ... on MarkdownMetadataEntry { mdStr } } } } } }"
)


@pytest.fixture
def added(ui: Ui, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ui]:
    """Two items with pairs, and a tiny FLUX.1-Kontext as a row of `editors.yaml`."""
    home, checkpoint = ui.home, tmp_path_factory.mktemp("flux") / "kontext"
    run_python(sys.executable, "-c", BUILD, checkpoint)
    items, cues, pairs = world(home.pictures)
    tables = {"items": items, "cues": cues, "pairs": pairs}
    for name, frame in (tables | {"imported_images": TABLES["imported_images"].empty()}).items():
        home.tables.write(TABLES[name], frame, BENCHMARK, SOURCE)
    row = {"key": EDITOR, "kind": "flux", "checkpoint": str(checkpoint)}
    small = {"pixels": 16384, "steps": 1, "dtype": "float32", "gpus": 0}
    home.editors_file.write_text(yaml.safe_dump({"editors": [row | small]}))
    yield ui
    home.editors_file.unlink()
    # Of these items only: other tests of this home build the real sample.
    home.tables.path(EDITED_IMAGES, BENCHMARK, EDITOR, SOURCE).unlink(missing_ok=True)


def latest(ui: Ui) -> tuple[str, dict[str, Any]]:
    """Partition and metadata of the asset's latest materialization."""
    (event,) = ask(ui, METADATA, k=KEY)["assetOrError"]["assetMaterializations"]
    entries = event["metadataEntries"]
    told = {each["label"]: each.get("jsonString") or each.get("mdStr") for each in entries}
    return event["partition"], told


def test_a_new_editor_is_a_partition_and_its_pictures_are_judged(added: Ui, page: Page) -> None:
    ui = added
    wait_for_partition(ui, KEY["path"], "editor", EDITOR)
    launch(page, ui, JOB, EDITOR, SOURCE)
    wait(lambda: [run for run in runs_of(ui, JOB) if run["status"] in {"SUCCESS", "FAILURE"}], 300)
    (run,) = runs_of(ui, JOB)
    assert (run["status"], run["tags"]["dagster/partition"]) == ("SUCCESS", f"{EDITOR}|{SOURCE}")
    made = ui.home.tables.read(EDITED_IMAGES, BENCHMARK, EDITOR, SOURCE)
    partition, told = latest(ui)
    assert partition == f"{EDITOR}|{SOURCE}"
    # What a checkpoint paints that was never taught: noise, which the gates don't take for a dish.
    judged = made["gates"].drop_nulls().len()
    assert judged > 0
    assert json.loads(told["verdicts"])["target_lost fail"] == judged
    assert json.loads(told["outcomes"]) == {"rejected": judged, "failed": made.height - judged}
    page.goto(f"{ui.url}/assets/{BENCHMARK}/{EDITED_IMAGES.name}")
    page.get_by_text("[Show Markdown]").first.click(timeout=60_000)
    sheet = page.get_by_alt_text("contact sheet")
    expect(sheet).to_be_visible(timeout=60_000)
    assert sheet.evaluate("picture => picture.naturalWidth") > 200
    expect(page.get_by_text("The worst first")).to_be_visible()
