"""The first panel: ranked and unranked rows, intervals, sources kept apart."""

from __future__ import annotations

import polars as pl
import pytest

from culture_conflict.home import Home
from culture_conflict.reports.confused_tourist_leaderboard import tourist_board, tourist_spec
from culture_conflict.reports.reading import Frames, read_frames
from culture_conflict.reports.views import views
from culture_conflict_tests.reports.kit import HOSTILE, Parsed


@pytest.fixture(scope="module")
def frames(report_home: Home) -> Frames:
    return read_frames(report_home.warehouse)


def test_each_source_prompt_and_evaluation_is_a_section_and_the_sample_comes_last(
    frames: Frames,
) -> None:
    seen = [(view.source, view.evaluation, view.is_sample) for view in views(frames)]
    assert seen == [
        ("weddings", "main", False),
        ("sample", "main", True),
        ("sample", "canary", True),
    ]


def test_imported_answers_about_another_source_make_no_section(frames: Frames) -> None:
    coverage = frames["answer_coverage"]
    row = (
        coverage.filter(source="weddings")
        .head(1)
        .with_columns(model=pl.lit("mine"), prompt_id=pl.lit("imported"))
    )
    before = [view.slug for view in views(frames)]
    for answered, added in ((0, 0), (3, 1)):
        more = row.with_columns(pl.lit(answered, coverage.schema["n_answered"]).alias("n_answered"))
        held = Frames({**frames.by_name, "answer_coverage": pl.concat([coverage, more])})
        slugs = [view.slug for view in views(held)]
        assert len(slugs) == len(before) + added
        assert set(before) <= set(slugs)


def test_an_unranked_row_is_last_marked_and_says_why(frames: Frames) -> None:
    view = next(v for v in views(frames) if v.source == "sample")
    table = tourist_board(frames["confused_tourist_leaderboard"], view).tables[0]
    assert table.rows["model"].to_list() == ["model-a", HOSTILE]
    assert table.rows["_partial"].to_list() == [False, True]
    assert table.rows["rank_note"][1] == "coverage 0.9750 is below 0.99"


def test_whiskers_stand_where_intervals_are(frames: Frames) -> None:
    drawn, none = (
        tourist_spec(frames["confused_tourist_leaderboard"].filter(pl.col("source") == source))
        for source in ("weddings", "sample")
    )
    assert {(v["low"], v["high"]) for v in drawn["data"]["values"]} == {(5.0, 95.0)}
    assert {v["low"] for v in none["data"]["values"]} == {None}


def test_two_editors_of_one_model_are_two_rows(frames: Frames) -> None:
    rows = frames["confused_tourist_leaderboard"].filter(pl.col("source") == "weddings")
    both = pl.concat([rows, rows.with_columns(editor=pl.lit("painter"))])
    names = {v["model"] for v in tourist_spec(both)["data"]["values"]}
    assert names == {"model-a · stacking", "model-a · painter"}


def test_a_setting_without_any_answer_says_so(frames: Frames) -> None:
    view = views(frames)[0]
    panel = tourist_board(frames["confused_tourist_leaderboard"].clear(), view)
    assert panel.missing
    assert not panel.tables


def test_the_table_holds_what_the_mart_holds(frames: Frames, page: Parsed) -> None:
    _, _, columns, rows = next(t for t in page.tables if "-weddings-" in t[0])
    held = frames["confused_tourist_leaderboard"].filter(pl.col("source") == "weddings")
    shown = dict(zip(columns, rows[1], strict=True))
    for name in set(columns) & set(held.columns):
        assert shown[name] == held[name][0]
    assert shown["distraction_stacked_"] == [0.05, 0.95]
