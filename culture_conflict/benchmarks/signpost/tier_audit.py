"""A sample of groups for people to judge, stratified by the automatic tier (Appendix B)."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from types import MappingProxyType

import polars as pl

from culture_conflict.benchmarks.signpost.tiers import TIERS

__all__ = ["PER_TIER", "audit_sample"]

PER_TIER: Mapping[str, int] = MappingProxyType({"T1": 100, "T2": 150, "T3": 100})


def audit_sample(
    groups: pl.DataFrame, *, seed: int = 42, per_tier: Mapping[str, int] = PER_TIER
) -> pl.DataFrame:
    """Rows of `groups` (`group_id`, `tier`, anything else) drawn per tier, in a shuffled order.

    A tier with too few groups gives all of them. The draw depends on the seed and the ids only,
    never on the order of rows; the shuffle keeps a rater from guessing the tier from its place.

    Raises:
        ValueError: a group_id stands twice.
    """
    if groups["group_id"].is_duplicated().any():
        raise ValueError("group_id must be unique: one row per group, with its highest tier.")
    drawn: list[str] = []
    for tier in TIERS:
        ids = sorted(groups.filter(pl.col("tier") == tier)["group_id"].to_list())
        drawn += _draw(ids, per_tier.get(tier, 0), f"{seed}/{tier}")
    random.Random(f"{seed}/order").shuffle(drawn)  # noqa: S311 - a sample, no secret
    order = pl.DataFrame({"group_id": drawn}, schema={"group_id": groups.schema["group_id"]})
    return order.join(groups, on="group_id", how="left", maintain_order="left")


def _draw(ids: Sequence[str], count: int, seed: str) -> list[str]:
    return random.Random(seed).sample(ids, min(count, len(ids)))  # noqa: S311 - as above
