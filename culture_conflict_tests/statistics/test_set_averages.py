"""Averages over sources: drawn source by source, averaged in each draw."""

from __future__ import annotations

import numpy as np
import polars as pl
import pytest

from culture_conflict.statistics.confused_tourist import confused_tourist_intervals
from culture_conflict.statistics.set_averages import Headlines, set_intervals
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict_tests.statistics.small_source import Small

SETS = {"alone": ["sample"], "both": ["sample", "other"], "missing": ["sample", "nowhere"]}


@pytest.fixture(scope="module")
def made() -> list[tuple[pl.DataFrame, Headlines]]:
    """Twelve items and, as another source, twenty; two models."""
    found = []
    for source, n_items in (("sample", 12), ("other", 20)):
        tables = Small(n_items=n_items, models=("alpha", "beta")).tables
        named = {
            name: tables[name].with_columns(source=pl.lit(source))
            for name in ("variants", "predictions", "scores")
        }
        answered = [
            tuple(named[name].filter(model=model) for name in ("predictions", "scores"))
            for model in ("alpha", "beta")
        ]
        rows, head = confused_tourist_intervals(
            named["variants"], tables["models"], answered, draws=400
        )
        assert head is not None
        found.append((rows, head))
    return found


def test_the_average_and_its_ends_come_of_each_sources_draws(
    made: list[tuple[pl.DataFrame, Headlines]],
) -> None:
    rows = INTERVALS.validate(set_intervals("confused_tourist", [head for _, head in made], SETS))
    assert set(rows["source"]) == {"alone", "both"}
    metric = "country_accuracy_stacked"
    key = {"metric": metric, "model": "alpha", "editor": "stacking"}
    both = rows.filter(source="both", **key).row(0, named=True)
    alone = [
        drawn.filter(mart="confused_tourist_leaderboard", **key).row(0, named=True)
        for drawn, _ in made
    ]
    assert both["estimate"] == pytest.approx(sum(one["estimate"] for one in alone) / 2)
    assert both["ci_low"] < both["estimate"] < both["ci_high"]
    # Two independent sources: narrower than the mean width, wider than half of it.
    widths = [one["ci_high"] - one["ci_low"] for one in alone]
    width = both["ci_high"] - both["ci_low"]
    expected = np.hypot(*widths) / 2
    assert width == pytest.approx(expected, rel=0.2)
    cell = (metric, "alpha", "base-v1", "main", "stacking")
    draws = [head.numbers[cell].draws for _, head in made]
    assert abs(np.corrcoef(*draws)[0, 1]) < 0.3


def test_a_number_that_one_source_lacks_has_no_average(
    made: list[tuple[pl.DataFrame, Headlines]],
) -> None:
    (_, one), (_, other) = made
    fewer = {cell: number for cell, number in other.numbers.items() if cell[1] != "beta"}
    rows = set_intervals("confused_tourist", [one, Headlines("other", fewer)], SETS)
    assert set(rows.filter(source="both")["model"]) == {"alpha"}
    assert set(rows.filter(source="alone")["model"]) == {"alpha", "beta"}
