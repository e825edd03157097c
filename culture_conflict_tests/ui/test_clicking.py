"""What a user does first in the UI: see the graph, ask a model by clicking."""

from __future__ import annotations

import time

import polars as pl
import pytest
from playwright.sync_api import Page, expect

from culture_conflict.reports.write import report_path
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.models.api.kit import png
from culture_conflict_tests.models.asking_kit import World
from culture_conflict_tests.ui.clicks import launch
from culture_conflict_tests.ui.daemon_kit import Ui, metrics_following, runs_of, wait

pytestmark = pytest.mark.slow

MODEL = "reference-prior"


def test_the_graph_shows_the_lineage_from_items_to_marts(ui: Ui, page: Page) -> None:
    page.goto(f"{ui.url}/asset-groups")
    for group in ("confused_tourist", "metrics_marts", "registry"):
        expect(page.get_by_text(group, exact=True).first).to_be_visible(timeout=60_000)
    page.goto(f"{ui.url}/locations/culture_conflict/asset-groups/confused_tourist/lineage")
    for asset in ("items", "cues", "pairs", "stacked_images", "variants", "predictions", "scores"):
        expect(page.get_by_text(asset, exact=True).first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("stg_predictions", exact=True).first).to_be_visible(timeout=60_000)


def test_a_model_is_asked_by_clicking_and_the_metrics_follow_by_themselves(
    ui: Ui, page: Page
) -> None:
    world = World(ui.home.root)
    pictures = [world.pictures.put(png(n)) for n in range(6)]
    variants = world.variants(range(6)).with_columns(picture=pl.Series(pictures))
    ui.home.tables.write(TABLES["variants"], variants, "confused_tourist", "sample")
    with metrics_following(ui):
        launch(page, ui, "confused_tourist_evaluate", MODEL, "sample")  # of no other model
        wait(lambda: any(run["status"] == "SUCCESS" for run in runs_of(ui, "metrics")), 400)
        (run,) = runs_of(ui, "metrics")
        assert run["tags"]["dagster/sensor_name"] == "metrics_follow"
        assert MODEL in read_mart(ui.home.warehouse, "confused_tourist_leaderboard")["model"]
        assert report_path(ui.home).exists()
        time.sleep(35)  # the sensor looks every 30 s
        assert len(runs_of(ui, "metrics")) == 1
