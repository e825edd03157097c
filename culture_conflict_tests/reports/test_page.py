"""The page as a whole: one file, nothing from outside, nothing from tables that could run."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import duckdb
import pytest

from culture_conflict.errors import HomeError, MissingTableError
from culture_conflict.home import Home
from culture_conflict.reports import write
from culture_conflict_tests.reports.kit import HOSTILE, Made, Parsed, parsed


def test_what_a_table_holds_is_never_markup(html: str, page: Parsed) -> None:
    assert HOSTILE not in html
    assert not [attrs for tag, attrs in page.elements if tag == "img" and "onerror" in attrs]
    assert sum(tag == "script" for tag, _ in page.elements) == 4
    shown = [
        row[1]
        for _, mart, _, rows in page.tables
        if mart == "confused_tourist_leaderboard"
        for row in rows[1:]
    ]
    assert HOSTILE in shown


def test_only_scripts_of_known_content_may_run(html: str) -> None:
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', html)
    assert policy
    scripts = re.findall(r'<script type="module">(.*?)</script>', html, re.DOTALL)
    hashes = [base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts]
    assert len(hashes) == 2
    told = policy[1].replace("&#39;", "'")
    assert "script-src " + " ".join(f"'sha256-{h}'" for h in hashes) + ";" in told
    assert told.startswith("default-src 'none';")


def test_nothing_is_fetched(page: Parsed) -> None:
    linked = [
        value
        for tag, attrs in page.elements
        for name, value in attrs.items()
        if name in {"src", "href", "srcset", "data", "action"} and value
    ]
    assert linked
    assert [value for value in linked if not value.startswith(("#", "data:"))] == []


def test_every_chart_has_its_specification_and_its_words(html: str, page: Parsed) -> None:
    held = re.search(r'id="specs">(.*?)</script>', html, re.DOTALL)
    assert held
    plots = {attrs["id"]: attrs for _, attrs in page.elements if attrs.get("class") == "plot"}
    assert set(json.loads(held[1])) == set(plots)
    assert all(attrs["aria-label"] for attrs in plots.values())


def test_every_id_is_there_once(page: Parsed) -> None:
    ids = [attrs["id"] for _, attrs in page.elements if "id" in attrs]
    assert len(ids) == len(set(ids))
    links = [str(a["href"])[1:] for t, a in page.elements if t == "a"]
    assert set(links) <= set(ids)


def test_the_same_warehouse_gives_the_same_bytes(
    report_home: Home, html: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "vega_bundle", lambda _: "window.vegaEmbed = null;")
    again = write.write_report(report_home, report_home.root / "again.html")
    assert again.path.read_text(encoding="utf-8") == html
    assert again.n_bytes == len(html.encode())


def test_where_room_is_short_rows_are_left_out_and_counted(
    report_home: Home, html: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "vega_bundle", lambda _: "window.vegaEmbed = null;")
    monkeypatch.setattr(write, "MAX_BYTES", len(html.encode()) - 1)
    monkeypatch.setattr(write, "_ROWS", (2000, 1))
    path = write.write_report(report_home, report_home.root / "short.html").path
    short = parsed(path.read_text(encoding="utf-8"))
    assert {len(rows) for _, _, _, rows in short.tables} == {2}  # the heading and one row
    assert "2 more rows are in the warehouse, in known_differences." in path.read_text("utf-8")


def test_a_page_too_large_is_not_written(
    report_home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "vega_bundle", lambda _: " " * write.MAX_BYTES)
    with pytest.raises(write.ReportError, match="at most 10,000,000"):
        write.write_report(report_home, report_home.root / "large.html")
    assert not (report_home.root / "large.html").exists()


def test_a_folder_that_is_missing_is_named(
    report_home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write, "vega_bundle", lambda _: "")
    with pytest.raises(HomeError, match="--output"):
        write.write_report(report_home, report_home.root / "no" / "report.html")


def test_a_warehouse_without_a_mart_is_named(tmp_path: Path) -> None:
    home = Home(tmp_path)
    Made().write(home.warehouse)
    with duckdb.connect(str(home.warehouse)) as connection:
        connection.execute("drop table marts.answer_coverage")
    with pytest.raises(MissingTableError, match="answer_coverage"):
        write.write_report(home)
