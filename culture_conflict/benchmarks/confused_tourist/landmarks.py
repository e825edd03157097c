"""The flag and the landmarks a country is shown by, and the draw among the landmarks."""

from __future__ import annotations

import polars as pl

from culture_conflict.tables.ids import stable_id

__all__ = ["drawn_landmark", "flags_by_country", "landmark_seed", "landmarks_by_country"]

_LANDMARKS = 3


def flags_by_country(cues: pl.DataFrame) -> dict[str, str]:
    """cue_id of each country's flag (rows of CUES); the smallest where a source has several."""
    return {country: ids[0] for country, ids in _by_country(cues, "flag").items()}


def landmarks_by_country(cues: pl.DataFrame) -> dict[str, list[str]]:
    """The first three landmarks of each country by cue_id (Algorithm 2 lists three)."""
    return {country: ids[:_LANDMARKS] for country, ids in _by_country(cues, "landmark").items()}


def landmark_seed(seed: int, pair_id: str) -> int:
    """The seed of one pair's draw: hashed, so that no pair's draw depends on another pair."""
    return int(stable_id("landmark", seed, pair_id), 16) >> 1  # fits a signed 64-bit column


def drawn_landmark(landmarks: list[str], seed: int) -> str | None:
    """The landmark that a pair's seed picks; none from none (ruling 11)."""
    return landmarks[seed % len(landmarks)] if landmarks else None


def _by_country(cues: pl.DataFrame, kind: str) -> dict[str, list[str]]:
    of_kind = cues.filter(pl.col("kind") == kind).sort("cue_id")
    rows = of_kind.group_by("country", maintain_order=True).agg("cue_id").rows()
    return dict(rows)
