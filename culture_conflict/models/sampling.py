"""A part of a source's variants that stands for the whole: seeded, stratified, nested."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from dataclasses import dataclass

import polars as pl

from culture_conflict.errors import CultureConflictError

__all__ = ["Sample", "SampleError", "draw_sample", "group_order"]

_CELL = ("variant", "perturb_method", "pair_method", "difficulty", "perturb_context")
_RANGE = 2.0**32


class SampleError(CultureConflictError):
    """No sample of this size can be drawn."""


@dataclass(frozen=True)
class Sample:
    """The variants drawn, in their order; `limit` and `seed` are None where these are all."""

    variants: pl.DataFrame
    limit: int | None
    seed: int | None


def draw_sample(variants: pl.DataFrame, limit: int | None, seed: int = 0) -> Sample:
    """At most `limit` variants: whole groups, in `group_order`, up to the first that is too many.

    A group keeps its original and all that is compared with it, so that paired drops can be
    computed. With one seed a smaller sample is part of every larger one. Without a limit, or with
    one that all variants keep, there is no sample.

    Raises:
        SampleError: the limit is below 1, or below the size of the group that comes first.
    """
    if limit is None or limit >= variants.height:
        return Sample(variants, None, None)
    sizes = dict(variants.group_by("group_id").len().iter_rows())
    taken: list[str] = []
    left = limit
    for group in group_order(variants, seed):
        if sizes[group] > left:
            break
        taken.append(group)
        left -= sizes[group]
    if not taken:
        raise SampleError(_too_few(variants, limit, seed))
    return Sample(variants.filter(pl.col("group_id").is_in(taken)), limit, seed)


def group_order(variants: pl.DataFrame, seed: int) -> list[str]:
    """Every group_id once; any beginning of the list holds each stratum in proportion.

    A stratum is the groups of one category with the same set of cells (variant, its method,
    pairing, difficulty and cue). Within a stratum the order is random by the seed; strata are
    interleaved evenly, each from a random start.
    """
    strata: dict[str, list[str]] = defaultdict(list)
    for group, category, cells in _signatures(variants).iter_rows():
        strata[f"{category}\n{cells}"].append(group)
    placed: list[tuple[float, str, str]] = []
    for stratum, groups in strata.items():
        start = int(_hash(seed, stratum)[:8], 16) / _RANGE
        shuffled = sorted(groups, key=lambda group: _hash(seed, group))
        placed += [
            ((n + start) / len(groups), _hash(seed, group), group)
            for n, group in enumerate(shuffled)
        ]
    return [group for _, _, group in sorted(placed)]


def _signatures(variants: pl.DataFrame) -> pl.DataFrame:
    cell = pl.concat_str(*_CELL, separator="\t")
    cells = cell.sort().str.join("\n").alias("cells")
    return variants.group_by("group_id").agg(pl.col("category").min(), cells)


def _hash(seed: int, text: str) -> str:
    return hashlib.sha256(f"{seed}\n{text}".encode()).hexdigest()


def _too_few(variants: pl.DataFrame, limit: int, seed: int) -> str:
    if limit < 1:
        return f"limit {limit}: expected at least 1. Leave it out to ask about every picture."
    first = group_order(variants, seed)[0]
    size = variants.filter(pl.col("group_id") == first).height
    return (
        f"limit {limit} is less than the {size} pictures of one item. Pictures of an item are "
        f"asked together, so that what a cue changes can be told. Give a limit of {size} or more."
    )
