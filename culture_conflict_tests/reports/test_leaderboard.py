"""The leaderboards side by side: each benchmark's ranked models apart, no number but the mart's."""

from __future__ import annotations

from io import BytesIO
from pathlib import Path

import polars as pl
import pytest
from PIL import Image

from culture_conflict.home import Home
from culture_conflict.pictures.contact_sheet import MAX_WIDTH
from culture_conflict.reports.leaderboard import leaderboard, ranked_boards
from culture_conflict.reports.model import Panel
from culture_conflict.reports.plot import MAX_BYTES, leaderboard_png
from culture_conflict.reports.reading import read_frames
from culture_conflict_tests.reports.kit import HOSTILE, Made, Parsed, common_row

KEY = ("benchmark", "source", "model", "evaluation", "rank", "score", "followed_n", "rank_note")


@pytest.fixture(scope="module")
def mart(report_home: Home) -> pl.DataFrame:
    return read_frames(report_home.warehouse)["leaderboard"]


@pytest.fixture(scope="module")
def panel(mart: pl.DataFrame) -> Panel:
    return leaderboard(mart)


def test_each_board_is_a_chart_of_its_own_and_says_what_it_ranks_by(panel: Panel) -> None:
    assert [chart.title for chart in panel.charts] == [
        "ConfusedTourist, sample: score",
        "ConfusedTourist, weddings: score",
        "SIGNPOST, four: MCRS / 100",
    ]
    values = panel.charts[-1].spec["data"]["values"]
    scores = [(v["model"], v["value"]) for v in values if v["pictures"] == "MCRS / 100"]
    assert scores == [("model-a", 93.75), ("model-b", 87.5)]


def test_only_measured_and_ranked_rows_are_drawn_and_every_row_is_in_the_tables(
    panel: Panel, mart: pl.DataFrame
) -> None:
    measured, printed = panel.tables
    assert measured.rows.height + printed.rows.height == mart.height
    assert printed.rows["model"].to_list() == ["Printed-1"]
    assert measured.rows.filter("_partial")["model"].to_list() == [HOSTILE, "model-a"]
    drawn = {v["model"] for chart in panel.charts for v in chart.spec["data"]["values"]}
    assert drawn == {"model-a", "model-b"}


def test_boards_that_find_no_room_are_counted(mart: pl.DataFrame) -> None:
    many = pl.concat([mart.filter(benchmark="signpost", rank=1)] * 15).with_columns(
        source=pl.concat_str(pl.lit("set"), pl.int_range(15).cast(pl.String))
    )
    assert len(list(ranked_boards(many))) == 15
    panel = leaderboard(many)
    assert len(panel.charts) == 12
    assert list(panel.notes) == ["3 more boards stand in the table only."]


def test_the_page_holds_what_the_mart_holds(mart: pl.DataFrame, page: Parsed) -> None:
    tables = [t for t in page.tables if t[1] == "leaderboard"]
    columns = tables[0][2]
    shown = {tuple(row[columns.index(name)] for name in KEY) for t in tables for row in t[3][1:]}
    assert shown == set(mart.select(KEY).iter_rows())


def test_the_picture_of_the_boards_is_small_and_there_only_where_somebody_ranks(
    report_home: Home, tmp_path: Path
) -> None:
    png = leaderboard_png(report_home)
    assert png is not None
    assert png.startswith(b"\x89PNG")
    assert len(png) <= MAX_BYTES
    assert Image.open(BytesIO(png)).width <= MAX_WIDTH
    unranked = Home(tmp_path / "unranked")
    unranked.root.mkdir()
    Made({"marts.leaderboard": [common_row("a", rank=None)]}).write(unranked.warehouse)
    assert leaderboard_png(unranked) is None
