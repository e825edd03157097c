"""How far people agree with each other and with the automatic tiers (SIGNPOST, table 16)."""

from __future__ import annotations

from itertools import combinations

import polars as pl

from culture_conflict.errors import CultureConflictError
from culture_conflict.statistics.agreement import Agreement, cohen_kappa

__all__ = ["LabelsError", "tier_agreement"]

_TIERS = {"T1", "T2", "T3"}


class LabelsError(CultureConflictError):
    """Labels of an audit that can't be compared."""


def tier_agreement(sample: pl.DataFrame, labels: pl.DataFrame) -> dict[tuple[str, str], Agreement]:
    """Agreement of every two raters over the groups of the sample, the rules being one of them.

    `sample` has `group_id` and `tier` (the automatic one); `labels` has `group_id` and one column
    per rater with T1, T2, T3 or null. Groups outside the sample don't count; groups without a label
    are left out of their pair and counted there.

    Raises:
        LabelsError: no rater's column, a group twice, a label that is no tier, or no common group.
    """
    raters = [name for name in labels.columns if name != "group_id"]
    _check(labels, raters)
    wanted = sample.select("group_id", automatic="tier")
    both = wanted.join(labels, on="group_id", how="left")
    if not labels["group_id"].is_in(sample["group_id"].implode()).any():
        raise LabelsError("no labelled group_id is in the sample; label the groups it names.")
    return {
        (a, b): cohen_kappa(both[a].to_list(), both[b].to_list())
        for a, b in combinations(("automatic", *raters), 2)
    }


def _check(labels: pl.DataFrame, raters: list[str]) -> None:
    if not raters or "group_id" not in labels.columns or "automatic" in raters:
        raise LabelsError(
            f"the labels have columns {labels.columns}: expected group_id and one column per rater "
            f"(none called automatic)."
        )
    if labels["group_id"].is_duplicated().any():
        twice = labels.filter(labels["group_id"].is_duplicated())["group_id"][0]
        raise LabelsError(f"group {twice!r} is labelled twice; keep one row per group.")
    for rater in raters:
        if wrong := set(labels[rater].drop_nulls().unique()) - _TIERS:
            raise LabelsError(f"{rater}: {sorted(map(str, wrong))} are no tiers; use T1, T2 or T3.")
