"""What a model is taught of CultureMix: a third of the training part, from plain to mixed (§6)."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence

import polars as pl

from culture_conflict.places.countries import countries
from culture_conflict.tables.mixed_images import SUBTASKS

__all__ = ["SHARE", "answers_of", "data_hash", "training_pictures"]

SHARE = 3


def training_pictures(split: pl.DataFrame, *, seed: int = 0) -> pl.DataFrame:
    """The rows of MIX_SPLIT that are taught, in the order of teaching.

    One in three of each food's pictures of a subtask, to the nearest number and at least one, all
    drawn by a hash of the seed. All single foods come first, then all MF, SFB and MFB; within a
    subtask the order is random.
    """
    drawn = pl.col("variant_id").map_elements(
        lambda variant: hashlib.sha256(f"{seed}/{variant}".encode()).hexdigest(),
        return_dtype=pl.String,
    )
    n_of_cell = pl.len().over("item_id", "subtask")
    taken = (n_of_cell / SHARE).round().clip(lower_bound=1)
    return (
        split.filter(pl.col("part") == "train")
        .with_columns(drawn=drawn)
        .filter(pl.col("drawn").rank("ordinal").over("item_id", "subtask") <= taken)
        .sort(pl.col("subtask").cast(pl.Enum(SUBTASKS)), "drawn")
        .drop("drawn")
    )


def answers_of(variants: pl.DataFrame, fields: Sequence[str]) -> dict[str, str]:
    """The right answer to each of VARIANTS in a prompt's form: a JSON object of name and country.

    Raises:
        ValueError: the form asks for anything else, to which nobody knows the right answer.
    """
    if tuple(fields) != ("name", "country"):
        raise ValueError(f"expected a form of name and country, got {', '.join(fields)}")
    known = countries()
    rows = variants.select("variant_id", "truth_items", "truth_country").iter_rows()
    return {
        variant: json.dumps({"name": names[0], "country": known[iso3].name}, ensure_ascii=False)
        for variant, names, iso3 in rows
    }


def data_hash(taught: Sequence[tuple[str, str, str]]) -> str:
    """The sha256 over each picture's sha256, prompt and answer, in the order of teaching."""
    digest = hashlib.sha256()
    for one in taught:
        digest.update(json.dumps(one, ensure_ascii=False).encode() + b"\n")
    return digest.hexdigest()
