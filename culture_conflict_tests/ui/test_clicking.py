"""What a user does first in the UI: see the graph, materialize an asset by clicking."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from culture_conflict.tables.catalog import TABLES
from culture_conflict_tests.ui.conftest import Ui

pytestmark = pytest.mark.slow


def test_the_graph_shows_the_lineage_from_items_to_marts(ui: Ui, page: Page) -> None:
    page.goto(f"{ui.url}/asset-groups")
    for group in ("confused_tourist", "metrics_marts", "registry"):
        expect(page.get_by_text(group, exact=True).first).to_be_visible(timeout=60_000)
    page.goto(f"{ui.url}/locations/culture_conflict/asset-groups/confused_tourist/lineage")
    for asset in ("items", "cues", "pairs", "stacked_images", "variants", "predictions", "scores"):
        expect(page.get_by_text(asset, exact=True).first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("stg_predictions", exact=True).first).to_be_visible(timeout=60_000)


def test_an_asset_is_materialized_by_clicking(ui: Ui, page: Page) -> None:
    page.goto(f"{ui.url}/assets/models")
    page.get_by_role("button", name="Materialize").first.click(timeout=60_000)
    expect(page.get_by_text("Launched run")).to_be_visible(timeout=60_000)
    page.goto(f"{ui.url}/runs")
    expect(page.get_by_text("Success", exact=True).first).to_be_visible(timeout=180_000)
    assert ui.home.tables.read(TABLES["models"], None).height == 3
