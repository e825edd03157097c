"""Flags and landmarks of a country, and the draw."""

from __future__ import annotations

from collections import Counter

from culture_conflict.benchmarks.confused_tourist.landmarks import (
    drawn_landmark,
    flags_by_country,
    landmark_seed,
    landmarks_by_country,
)
from culture_conflict_tests.benchmarks_confused_tourist import small_world

CUES = small_world.cues(
    *({"cue_id": f"l{n}", "kind": "landmark", "country": "PER"} for n in (5, 1, 4, 2)),
    {"cue_id": "g", "kind": "flag", "country": "PER"},
    {"cue_id": "f", "kind": "flag", "country": "PER"},
    {"cue_id": "b", "kind": "background", "country": "NPL"},
    {"cue_id": "n", "kind": "flag", "country": "NPL"},
)


def test_first_three_landmarks_and_the_first_flag() -> None:
    assert landmarks_by_country(CUES) == {"PER": ["l1", "l2", "l4"]}
    assert flags_by_country(CUES) == {"PER": "f", "NPL": "n"}


def test_every_landmark_is_drawn_about_as_often() -> None:
    drawn = Counter(drawn_landmark(["a", "b", "c"], landmark_seed(0, f"p{n}")) for n in range(3000))
    assert min(drawn.values()) > 900
    assert drawn_landmark([], 5) is None


def test_seeds_fit_the_column_and_differ() -> None:
    seeds = {landmark_seed(seed, f"p{n}") for n in range(100) for seed in range(3)}
    assert len(seeds) == 300
    assert all(0 <= seed < 2**63 for seed in seeds)
    assert landmark_seed(0, "p0") == landmark_seed(0, "p0")
