"""Field cases of numbers in the warehouse: means, denominators, pairs and errors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.warehouse.metrics_in_cases import numbers

_NAMES = ("avg", "median", "n_scored", "n_total", "tfr", "in_macro_average", "reported_as", "tbs")
_MORE = ("tdr", "pair_counted", "acc_scored", "acc_all")


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {name: _number(name) for name in (*_NAMES, *_MORE)}


def _number(name: str) -> Callable[[Any], Any]:
    return lambda given: numbers(given)[name]
