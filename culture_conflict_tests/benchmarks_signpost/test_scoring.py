"""Distances, weighted accuracy and pairing of every answer, on the golden rows and by hand."""

from __future__ import annotations

import math

import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.places.distance import EARTH_RADIUS_KM
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    golden_expected,
    golden_tables,
    predictions_of,
    said,
    scene,
    variants_of,
)

DEGREE = math.pi * EARTH_RADIUS_KM / 180


def _golden(unanswered: str) -> pl.DataFrame:
    variants, predictions = golden_tables()
    made = score(predictions, variants, radius_km=6371.0, unanswered=unanswered)
    kinds = variants.select("variant_id", "variant")
    return SIGNPOST_SCORES.validate(made).join(kinds, on="variant_id")


@pytest.mark.parametrize(
    ("policy", "unanswered"), [("drop_unparsed", "drop"), ("unparsed_scores_zero", "wrong")]
)
def test_golden_weighted_accuracy_of_every_source_and_variant(policy: str, unanswered: str) -> None:
    scores = _golden(unanswered)
    expected = {
        (row["dataset"].lower(), row["variant"]): float(row["expected"])
        for row in golden_expected()
        if row["metric"] == "wla" and row["policy"] == policy and row["dataset"] in "AB"
    }
    means = scores.group_by("source", "variant").agg(pl.col("wla").mean())
    assert len(expected) == 10
    got = {(source, variant): wla for source, variant, wla in means.iter_rows()}
    assert got == pytest.approx(expected, abs=1e-11)


def test_golden_shifts_of_complete_pairs() -> None:
    adversarial = _golden("wrong").filter(variant="adversarial")
    by_source = (
        adversarial.group_by("source")
        .agg(
            tbs=(pl.col("error_km") - pl.col("blank_error_km")).mean(),
            tdr=(pl.col("blank_trap_km") - pl.col("trap_km")).mean(),
            near=(pl.col("trap_km") < 50).sum(),
            traps=pl.col("blank_trap_km").is_not_null().sum(),
        )
        .sort("source")
    )
    assert by_source["tbs"].to_list() == pytest.approx([245, 1190])
    assert by_source["tdr"].to_list() == pytest.approx([980 / 3, 1190])
    assert by_source["near"].to_list() == [1, 1]  # 49.9 km is near, 50.1 km is not
    assert by_source["traps"].to_list() == [3, 3]


def test_states_enter_the_denominators_by_ruling_8() -> None:
    pictures = scene("s", "g", (10.0, 20.0), (0.0, 20.0))
    states = ["ok", "out_of_range", "refused", "error", "hedged"]
    rows = [
        said(one, (10.0, 21.0) if state in ("ok", "hedged") else None, state=state)
        for one, state in zip(pictures, states, strict=True)
    ]
    wrong = score(predictions_of(rows), variants_of(pictures))
    assert wrong["counted"].to_list() == [True, True, True, False, True]
    assert wrong["wla"][1:].to_list() == [0.0, 0.0, None, 0.0]
    assert wrong["error_km"].null_count() == wrong["trap_km"].null_count() == 4
    drop = score(predictions_of(rows), variants_of(pictures), unanswered="drop")
    assert drop["counted"].to_list() == [True, False, False, False, False]
    assert drop["wla"].null_count() == 4
    assert set(drop["unanswered"]) == {"drop"}


def test_distances_take_the_radius_and_run_across_the_date_line() -> None:
    pictures = scene("s", "g", (0.0, 179.5), (1.0, -179.5))
    rows = [said(one, (0.0, -179.5)) for one in pictures]
    scores = score(predictions_of(rows), variants_of(pictures))
    assert scores["error_km"].to_list() == pytest.approx([DEGREE] * 5)
    assert scores["trap_km"].to_list() == pytest.approx([DEGREE] * 5)
    assert scores["wla"].to_list() == pytest.approx([math.exp(-0.005 * DEGREE)] * 5)
    smaller = score(predictions_of(rows), variants_of(pictures), radius_km=1000.0)
    assert smaller["error_km"][0] == pytest.approx(1000 * math.pi / 180)


def test_answers_are_paired_within_model_and_source_by_key() -> None:
    """Two sources may name their groups alike, and file names mean nothing."""
    pictures = [*scene("s", "pano_0", trap=(0.0, 9.0)), *scene("t", "pano_0"), *scene("s", "pano")]
    rows = [
        said(one, (0.0, float(n + 10 * len(model))), model)
        for model in ("m", "mm")
        for n, one in enumerate(pictures)
    ]
    scores = score(predictions_of(rows), variants_of(pictures)).with_columns(
        pl.col("error_km", "blank_error_km", "original_error_km") / DEGREE
    )
    mine = scores.filter(model="mm", source="t", variant_id="t-pano_0-adversarial")
    assert mine.select("error_km", "blank_error_km", "original_error_km").row(0) == pytest.approx(
        (29.0, 26.0, 25.0)
    )
    assert mine["trap_km"].to_list() == [None]
    assert scores.height == 30


def test_without_an_answer_to_blank_there_is_no_pair_and_stale_answers_are_left_out() -> None:
    pictures = scene("s", "g")
    rows = [said(one, (0.0, 1.0)) for one in pictures if one["variant"] != "blank"]
    rows[0]["picture"] = "0" * 64
    scores = score(predictions_of(rows), variants_of(pictures))
    assert scores.height == 3
    assert scores["blank_state"].null_count() == scores["original_state"].null_count() == 3


def test_editors_have_blanks_of_their_own_and_share_the_original() -> None:
    one, two = scene("s", "g"), scene("s", "g")[1:]
    for picture in two:
        picture["variant_id"] += "-two"
        picture["editor"] = "two"
        if picture["reference_variant"]:
            picture["reference_variant"] += "-two"
    pictures = [*one, *two]
    rows = [said(picture, (0.0, float(n))) for n, picture in enumerate(pictures)]
    scores = score(predictions_of(rows), variants_of(pictures))
    blanks = dict(zip(scores["variant_id"], scores["blank_error_km"] / DEGREE, strict=True))
    assert blanks["s-g-random"] == pytest.approx(1.0)
    assert blanks["s-g-random-two"] == pytest.approx(5.0)
    assert scores["original_error_km"].to_list() == [0.0] * 9


def test_any_trap_is_the_nearest_of_all_spans_that_geocode() -> None:
    """Ruling 18: 66.7 km from the trap is a miss, 11.1 km from the third span's place a hit."""
    pictures = scene("s", "g", (-20.0, 0.0), (1.0, 0.0))
    alone = scene("s", "alone", (-20.0, 0.0), (1.0, 0.0))
    for one in pictures:
        one["other_traps"] = [5.0, 5.0, 0.3, 0.0]
    rows = [said(one, (0.4, 0.0)) for one in (*pictures, *alone)]
    rows[1] = said(pictures[1], None)
    scores = score(predictions_of(rows), variants_of([*pictures, *alone]))
    adversarial = scores.filter(pl.col("variant_id").str.ends_with("-adversarial"))
    assert adversarial["trap_km"].to_list() == pytest.approx([0.6 * DEGREE] * 2)
    assert adversarial["any_trap_km"].to_list() == pytest.approx([0.1 * DEGREE, 0.6 * DEGREE])
    assert scores["any_trap_km"].to_list()[1] is None
    smaller = score(predictions_of(rows), variants_of(pictures), radius_km=1000.0)
    assert smaller["any_trap_km"][0] == pytest.approx(0.1 * 1000 * math.pi / 180)
    untrapped = scene("s", "u")
    none = score(predictions_of([said(untrapped[0], (0.0, 0.0))]), variants_of(untrapped))
    assert none["any_trap_km"].to_list() == [None]


def test_the_tables_are_known_and_keep_their_promises() -> None:
    assert TABLES["signpost_scores"] is SIGNPOST_SCORES
    empty = score(TABLES["signpost_predictions"].empty(), TABLES["signpost_variants"].empty())
    assert SIGNPOST_SCORES.validate(empty).is_empty()
