"""What a user does first in the UI: see the graph, ask a model by clicking."""

from __future__ import annotations

import time
from typing import Any

import polars as pl
import pytest
from playwright.sync_api import Page, expect

from culture_conflict.reports.write import report_path
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.models.api.kit import png
from culture_conflict_tests.models.asking_kit import World
from culture_conflict_tests.ui.conftest import Ui
from culture_conflict_tests.ui.test_cancelling import ask
from culture_conflict_tests.ui.test_nightly import wait

pytestmark = pytest.mark.slow

MODEL = "reference-prior"
RUNS = (
    'query { runsOrError(filter: {pipelineName: "metrics"}) {'
    " ... on Runs { results { status tags { key value } } } } }"
)


def test_the_graph_shows_the_lineage_from_items_to_marts(ui: Ui, page: Page) -> None:
    page.goto(f"{ui.url}/asset-groups")
    for group in ("confused_tourist", "metrics_marts", "registry"):
        expect(page.get_by_text(group, exact=True).first).to_be_visible(timeout=60_000)
    page.goto(f"{ui.url}/locations/culture_conflict/asset-groups/confused_tourist/lineage")
    for asset in ("items", "cues", "pairs", "stacked_images", "variants", "predictions", "scores"):
        expect(page.get_by_text(asset, exact=True).first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("stg_predictions", exact=True).first).to_be_visible(timeout=60_000)


def choose(page: Page, partition: str) -> None:
    """Pick a partition of the first dimension that has none yet."""
    page.get_by_text("Select a partition or create one").first.click(timeout=60_000)
    page.get_by_text(partition).first.click(timeout=60_000)
    page.keyboard.press("Escape")


def metrics_runs(ui: Ui) -> list[dict[str, Any]]:
    results: list[dict[str, Any]] = ask(ui, RUNS)["runsOrError"]["results"]
    return results


def test_a_model_is_asked_by_clicking_and_the_metrics_follow_by_themselves(
    ui: Ui, page: Page
) -> None:
    world = World(ui.home.root)
    pictures = [world.pictures.put(png(n)) for n in range(6)]
    variants = world.variants(range(6)).with_columns(picture=pl.Series(pictures))
    ui.home.tables.write(TABLES["variants"], variants, "confused_tourist", "sample")
    page.goto(f"{ui.url}/locations/culture_conflict/jobs/confused_tourist_evaluate")
    page.get_by_role("button", name="Materialize all").click(timeout=60_000)
    # Nobody materialized the variants, which this test wrote; the UI warns of it.
    page.get_by_role("button", name="Confirm").click(timeout=60_000)
    choose(page, MODEL)  # the other models of the grid are never asked
    choose(page, "sample")
    page.get_by_role("button", name="Launch 1 run").click(timeout=60_000)
    wait(lambda: any(run["status"] == "SUCCESS" for run in metrics_runs(ui)), 400)
    (run,) = metrics_runs(ui)
    assert {"key": "dagster/sensor_name", "value": "metrics_follow"} in run["tags"]
    assert read_mart(ui.home.warehouse, "leaderboard")["model"].to_list().count(MODEL) > 0
    assert report_path(ui.home).exists()
    time.sleep(35)  # the sensor looks every 30 s
    assert len(metrics_runs(ui)) == 1
