"""Scores of one model and source in a few numbers, for whoever looks on while they are made."""

from __future__ import annotations

from collections.abc import Mapping

import polars as pl

__all__ = ["right_by_target", "told_rates", "wla_by_variant"]


def right_by_target(scores: pl.DataFrame) -> dict[str, float]:
    """The share of SCORES or MIX_SCORES that is right, guarded, by target, over all pictures.

    An answer that was never given is no part of it.
    """
    return _means(scores, "target", "correct_guarded")


def wla_by_variant(scores: pl.DataFrame, variants: pl.DataFrame) -> dict[str, float]:
    """The mean WLA (0 to 1) of SIGNPOST_SCORES by kind of picture, over all prompts."""
    kinds = variants.select("variant_id", "variant")
    return _means(scores.join(kinds, on="variant_id"), "variant", "wla")


def told_rates(rates: Mapping[str, float]) -> str:
    """Rates of 0 to 1 by name, as percentages in words."""
    return ", ".join(f"{name} {100 * rate:.1f} %" for name, rate in rates.items()) or "none"


def _means(rows: pl.DataFrame, by: str, value: str) -> dict[str, float]:
    means = rows.group_by(by).agg(pl.col(value).mean()).drop_nulls(value).sort(by)
    return dict(means.iter_rows())
