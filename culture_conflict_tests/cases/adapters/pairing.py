"""Field cases of pairs."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.embedders.catalog import encoded_text, published
from culture_conflict_tests.benchmarks_confused_tourist import seen_in_cases as seen


def adapter(_: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "reject_bbox_midpoint": lambda g: seen.rejected_midpoint(g["country"], g["bbox"]),
        "centroid_lon_between": lambda g: seen.centroid(g["country"])[1],
        "error_or_excluded": lambda g: seen.refused(g["vectors"]),
        "nan_in_scores": lambda g: seen.nan_in_scores(g["vectors"]),
        "encoded_text_starts_with": lambda g: encoded_text(**g).removesuffix(g["text"]),
        "recorded_in_metadata": lambda g: (
            published(g["model"]).prefix in published(g["model"]).record
        ),
        "hard": lambda g: seen.nearest_and_farthest(g["items"], g["for"])["hard"],
        "easy": lambda g: seen.nearest_and_farthest(g["items"], g["for"])["easy"],
    }
