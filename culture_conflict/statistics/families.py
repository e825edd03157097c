"""Holm's correction within each model of a benchmark (ruling 30), over rows of a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import polars as pl

from culture_conflict.statistics.holm import holm
from culture_conflict.tables.schema import Table

__all__ = ["with_holm"]

# Two rules are two readings of the same answers and never one number; the sample is put together
# with nothing.
_SHARED = ("benchmark", "is_sample", "rule")

_Row = dict[str, Any]


def with_holm(
    rows: Sequence[_Row], *, sides: Sequence[Sequence[str]], table: Table
) -> pl.DataFrame:
    """The rows as a table, with `p_holm`, `n_tests` and `correction`.

    A family is all that the table tests of one model in one benchmark: every source, prompt and
    evaluation. The two rules are two families, and so is the sample. Each of `sides` names the
    columns that say who was tested: a row of two models belongs to both families and takes the
    larger p of the two.
    """
    families: defaultdict[tuple[object, ...], list[int]] = defaultdict(list)
    for n, row in enumerate(rows):
        for side in sides:
            families[tuple(row[name] for name in (*_SHARED, *side))].append(n)
    found: list[tuple[float | None, int]] = [(None, 0)] * len(rows)
    for members in families.values():
        adjusted = holm([rows[n]["p"] for n in members])
        n_tests = sum(p is not None for p in adjusted)
        for n, p in zip(members, adjusted, strict=True):
            if p is not None:
                found[n] = max(found[n], (p, n_tests), key=lambda one: one[0] or 0.0)
    more = [{"p_holm": p, "n_tests": n, "correction": "Holm"} for p, n in found]
    full = [{**row, **one} for row, one in zip(rows, more, strict=True)]
    return table.frame([{name: row[name] for name in table.schema} for row in full])
