"""The report of a real demo: its numbers are the marts', and a browser without network shows it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import duckdb
import pytest
from playwright.sync_api import BrowserContext, Page, expect, sync_playwright

from culture_conflict.reports.write import MAX_BYTES, report_path
from culture_conflict_tests.demo.conftest import ONE, Demo, run
from culture_conflict_tests.reports.kit import parsed
from culture_conflict_tests.ui.conftest import CHROMIUM, FLAGS

pytestmark = pytest.mark.slow

MARTS = {
    "leaderboard",
    "confused_tourist_leaderboard",
    "culture_mix_leaderboard",
    "answer_coverage",
    "confused_tourist_accuracy",
    "confused_tourist_distraction",
    "confused_tourist_fallback",
    "confused_tourist_subregion",
}


@contextmanager
def browser(**options: object) -> Iterator[BrowserContext]:
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield chromium.new_context(offline=True, **options)  # type: ignore[arg-type]
        chromium.close()


def watched(context: BrowserContext) -> tuple[Page, list[str]]:
    """A page, and what it asked for or complained about beyond the file itself."""
    page, seen = context.new_page(), list[str]()
    page.on("console", lambda message: seen.append(message.text))
    page.on("pageerror", lambda error: seen.append(str(error)))
    page.on("request", lambda r: seen.append(r.url) if r.url[:5] not in {"file:", "data:"} else 0)
    return page, seen


def opened(page: Page, path: Path) -> None:
    page.goto(path.as_uri())
    page.wait_for_selector("html[data-drawn=yes]", timeout=60_000)


def test_the_demo_says_where_the_report_is_and_writes_it_once(demo: Demo) -> None:
    path = report_path(demo.home)
    assert f"Report: {path}" in demo.output
    assert path.stat().st_size <= MAX_BYTES
    before = path.stat().st_mtime_ns
    assert run(demo.home.root, *ONE).returncode == 0
    assert path.stat().st_mtime_ns == before


def test_every_shown_number_is_in_its_mart(demo: Demo) -> None:
    """A row of the page is a row of the mart, in all columns that both have."""
    seen = set()
    with duckdb.connect(str(demo.home.warehouse), read_only=True) as warehouse:
        for panel, mart, columns, rows in parsed(report_path(demo.home).read_text("utf-8")).tables:
            if mart not in MARTS:
                continue
            held = warehouse.table(f"marts.{mart}")
            both = [name for name in columns if name in held.columns]
            listed = set(held.project(", ".join(f'"{name}"' for name in both)).fetchall())
            places = [columns.index(name) for name in both]
            shown = [tuple(row[place] for place in places) for row in rows if row]
            assert shown, panel
            assert set(shown) <= listed, (panel, mart)
            seen.add(mart)
    assert seen == MARTS


def test_a_browser_without_network_draws_sorts_and_shows_pictures(demo: Demo) -> None:
    with browser(viewport={"width": 1400, "height": 900}) as context:
        page, seen = watched(context)
        opened(page, report_path(demo.home))
        expect(page.locator("#unscripted")).to_be_hidden()
        plots = page.locator(".plot")
        assert plots.count() >= 10
        assert page.locator(".plot svg").count() == plots.count()
        pictures = page.locator(".pair img")
        assert pictures.count() >= 2
        assert pictures.first.evaluate("i => i.complete && i.naturalWidth") > 0
        table = page.locator("table").first
        names = table.locator("tbody th")
        before = names.all_inner_texts()
        button = table.get_by_role("button", name="model")
        button.focus()
        page.keyboard.press("Enter")
        assert names.all_inner_texts() == sorted(before)
        page.keyboard.press("Enter")
        assert names.all_inner_texts() == sorted(before, reverse=True)
        expect(table.locator("th[aria-sort]")).to_have_attribute("aria-sort", "descending")
        assert seen == []


def test_it_fits_a_telephone_and_follows_the_colour_scheme(demo: Demo) -> None:
    with browser(viewport={"width": 400, "height": 800}, color_scheme="dark") as context:
        page, seen = watched(context)
        opened(page, report_path(demo.home))
        assert page.evaluate("document.documentElement.scrollWidth") == 400
        label = page.locator(".plot svg text").first
        dark = label.get_attribute("fill")
        page.emulate_media(color_scheme="light")
        expect(label).not_to_have_attribute("fill", str(dark), timeout=20_000)
        assert seen == []


def test_without_scripts_every_number_is_still_there(demo: Demo) -> None:
    with browser(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(report_path(demo.home).as_uri())
        expect(page.locator("#unscripted")).to_be_visible()
        expect(page.locator("table").first).to_contain_text("reference-prior")


def test_the_tables_documentation_is_one_file(demo: Demo) -> None:
    said = run(demo.home.root, "docs")
    assert said.returncode == 0, said.stderr
    path = demo.home.root / "docs" / "tables.html"
    assert str(path) in said.stdout
    with browser() as context:
        page, seen = watched(context)
        page.goto(f"{path.as_uri()}#!/model/model.culture_conflict.confused_tourist_leaderboard")
        expect(page.get_by_text("country_accuracy_stacked", exact=True).first).to_be_visible(
            timeout=30_000
        )
        assert [text for text in seen if text.startswith("http")] == []
