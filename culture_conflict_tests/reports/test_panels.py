"""Each panel over rows written by hand: what it shows, what it keeps apart, what it says."""

from __future__ import annotations

from typing import Any

import polars as pl
import pytest

from culture_conflict.home import Home
from culture_conflict.reports.accuracy import accuracy
from culture_conflict.reports.beside_published import beside_published
from culture_conflict.reports.confusions import confusions, fallback
from culture_conflict.reports.distraction import distraction
from culture_conflict.reports.drops import drops
from culture_conflict.reports.extras import extras
from culture_conflict.reports.known_differences import known_differences
from culture_conflict.reports.reading import Frames, read_frames
from culture_conflict.reports.states import states
from culture_conflict.reports.views import View, views
from culture_conflict_tests.reports.kit import HOSTILE, accuracy_rows


@pytest.fixture(scope="module")
def frames(report_home: Home) -> Frames:
    return read_frames(report_home.warehouse)


@pytest.fixture(scope="module")
def sample(frames: Frames) -> View:
    return next(v for v in views(frames) if v.source == "sample" and v.evaluation == "main")


def values(spec: Any) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = spec["data"]["values"]
    return found


def test_accuracy_shows_guarded_and_folds_as_published(frames: Frames, sample: View) -> None:
    panel = accuracy(frames["confused_tourist_accuracy"], sample)
    assert [set(table.rows["rule"]) for table in panel.tables] == [{"guarded"}, {"as_published"}]
    assert panel.tables[1].folded
    shown = values(panel.charts[0].spec)
    assert {v["value"] for v in shown} == {100 * 12 / 37}
    assert {v["shown"] for v in shown} == {"32.4"}
    assert [v["cell"] for v in shown if v["model"] == "model-a"] == ["original", "geo hard flag"]


def test_sources_are_never_in_one_chart(frames: Frames, sample: View) -> None:
    rows = frames["confused_tourist_accuracy"]
    panel = accuracy(rows, sample)
    assert len(values(panel.charts[0].spec)) == 4
    assert {table.rows["source"].unique().item() for table in panel.tables} == {"sample"}
    assert {table.rows["origin"].unique().item() for table in panel.tables} == {"measured"}


def test_distraction_stands_beside_the_same_answer_to_the_original(
    frames: Frames, sample: View
) -> None:
    panel = distraction(
        frames["confused_tourist_distraction"], frames["confused_tourist_accuracy"], sample
    )
    shown = [v for v in values(panel.charts[0].spec) if v["model"] == "model-a"]
    assert [(v["kind"], v["value"], round(v["accuracy"], 6)) for v in shown] == [
        ("with the cue", 40.0, 32.432432),
        ("same answer, original", 5.0, 32.432432),
    ]


def test_a_country_without_an_outline_is_a_circle_at_its_centre(
    frames: Frames, sample: View
) -> None:
    panel = drops(frames["confused_tourist_subregion"], sample)
    _, shapes, circles = panel.charts[0].spec["layer"]
    drawn = {v["id"]: v for v in values(shapes)}
    assert {id_: v["small"] for id_, v in drawn.items()} == {"JPN": False, "SGP": True}
    assert drawn["SGP"]["lat"] == pytest.approx(1.3, abs=0.2)
    assert drawn["SGP"]["shown"] == "\N{MINUS SIGN}50.0"
    assert {"filter": "!datum.small"} in shapes["transform"]
    assert circles["transform"][-1] == {"filter": "datum.small"}
    assert panel.tables[1].rows["region"].to_list() == ["BRA", "JPN", "SGP"]


def test_confusions_count_what_was_said_for_what(frames: Frames, sample: View) -> None:
    table = confusions(frames["confusions"], sample).tables[0]
    rows = table.rows.select("truth_name", "answer_name", "n", "n_distracted").rows()
    assert sorted(rows) == [
        ("Japan", "Peru", 1, 1),
        ("Japan", "TCD", 10, 0),
        ("Japan", "no single country", 1, 0),
    ]


def test_fallback_keeps_the_marts_order_and_says_what_is_left_out(
    frames: Frames, sample: View
) -> None:
    mart = frames["confused_tourist_fallback"]
    assert fallback(mart, sample).tables[0].rows["country_name"].to_list() == ["France", HOSTILE]
    many = pl.concat(
        [mart, *(mart.head(1).with_columns(rank=pl.lit(13 + n, pl.Int64)) for n in range(5))]
    )
    table = fallback(many, sample).tables[0]
    assert (table.rows.height, table.left_out) == (2, 5)


def test_states_count_every_picture(frames: Frames, sample: View) -> None:
    panel = states(frames["answer_coverage"], sample)
    assert {v["state"]: v["n"] for v in values(panel.charts[0].spec)} == {"ok": 200}
    assert "refused" in {column.title for column in panel.tables[0].columns}


def test_measured_and_published_stand_together_with_the_reason(
    frames: Frames, sample: View
) -> None:
    panel = beside_published(frames["confused_tourist_accuracy"], sample)
    rows = panel.tables[0].rows
    assert set(rows["origin"]) == {"measured", "published"}
    assert set(rows["rule"]) == {"as_published"}
    assert panel.notes == ["No measured row here may be set beside a published one: illustrations."]
    assert {v["strength"] for v in values(panel.charts[0].spec)} == {0.45}


def test_bars_that_may_be_compared_are_strong(sample: View) -> None:
    rows = pl.DataFrame(
        [row | {"comparable": True, "ci_low": None, "ci_high": None} for row in accuracy_rows("m")]
    )
    panel = beside_published(rows, sample)
    assert not panel.notes
    assert {v["strength"] for v in values(panel.charts[0].spec)} == {1.0}


def test_absent_statistics_are_said(frames: Frames, sample: View) -> None:
    (panel,) = extras(frames, sample)
    assert panel.missing
    assert "model_comparison" in panel.missing
    assert "conflict_effect" in panel.missing


def test_present_statistics_are_shown_by_rule_with_their_intervals(
    frames: Frames, sample: View
) -> None:
    row = {
        **{name: getattr(sample, name) for name in ("benchmark", "source", "evaluation")},
        "model_a": "a",
        "model_b": "b",
        "prompt_id_a": sample.prompt_id,
        "rule": "guarded",
        "delta": -0.125,
        "ci_low": -0.25,
        "ci_high": 0.0,
        "p_holm": 0.0004,
        "is_real": True,
    }
    other = row | {"source": "weddings"}
    held = pl.DataFrame([row, row | {"rule": "as_published"}, other])
    made = Frames({**frames.by_name, "model_comparison": held})
    panel, _ = extras(made, sample)
    assert [table.rows.height for table in panel.tables] == [1, 1]
    (value,) = values(panel.charts[0].spec)
    assert (value["value"], value["low"], value["high"]) == (-12.5, -25.0, 0.0)
    assert (value["p"], value["real"]) == ("< 0.001", "beyond chance")


def test_known_differences_name_their_papers(frames: Frames) -> None:
    rows = known_differences(frames["known_differences"]).tables[0].rows
    assert set(rows["benchmark"]) == {"ConfusedTourist", "SIGNPOST", "CultureMix"}
    assert rows.null_count().sum_horizontal().item() == 0
