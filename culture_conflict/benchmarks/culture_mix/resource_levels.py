"""How much text there is of a country's language: the proxy for its pictures (CultureMix §2.2)."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType

__all__ = ["resource_levels", "resource_levels_csv"]


def resource_levels_csv() -> Path:
    """The table: iso3, level (high, middle, low), language, basis (paper = named there, ours)."""
    return Path(__file__).with_name("resource_levels.csv")


@cache
def resource_levels() -> Mapping[str, str]:
    """The level of each country listed, by ISO 3166-1 alpha-3; of the others it is unknown.

    The language is the one that most people speak at home. The paper names six countries; the
    others are our reading.
    """
    with resource_levels_csv().open(encoding="utf-8", newline="") as file:
        return MappingProxyType({row["iso3"]: row["level"] for row in csv.DictReader(file)})
