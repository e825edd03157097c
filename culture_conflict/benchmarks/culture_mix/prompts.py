"""What a model is asked about a dish among others (§3.1, §5.2 and §6.1, in our own words)."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import polars as pl

from culture_conflict.benchmarks.prompts import PromptSet

__all__ = ["PROMPTS", "WORDS", "wording"]

WORDS: Mapping[str, str] = MappingProxyType(
    {
        "one": "the dish in the picture",
        "left": "the dish on the left side of the picture",
        "right": "the dish on the right side of the picture",
        "boxed": "the dish inside the red box in the picture",
    }
)

PROMPTS = PromptSet(Path(__file__).parent / "prompts", WORDS, asks=("answer", "reasoned"))


def wording(mixed_images: pl.DataFrame) -> pl.DataFrame:
    """Which dish a picture asks about: columns variant_id and category, a key of WORDS.

    The target stands on the left of two (§3.1), on the right in mirrored pictures, and is marked
    in photographs.
    """
    beside = pl.col("subtask").is_in(["mf", "mfb"])
    which = (
        pl.when(pl.col("framing") == "box")
        .then(pl.lit("boxed"))
        .when(~beside)
        .then(pl.lit("one"))
        .otherwise(pl.col("target_side").fill_null("left"))
    )
    return mixed_images.select("variant_id", category=which)
