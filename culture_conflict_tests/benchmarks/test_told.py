"""What is told of scores while they are made: means by name, of what was answered."""

from __future__ import annotations

import polars as pl

from culture_conflict.benchmarks.told import right_by_target, told_rates, wla_by_variant


def test_right_answers_are_told_by_target_and_what_was_never_answered_is_no_part() -> None:
    rows = {"target": ["item", "country", "country", "country"]}
    scores = pl.DataFrame(rows | {"correct_guarded": [None, True, False, None]})
    rates = right_by_target(scores)
    assert rates == {"country": 0.5}
    assert told_rates(rates) == "country 50.0 %"


def test_nothing_is_told_as_none() -> None:
    schema = {"target": pl.String, "correct_guarded": pl.Boolean}
    assert told_rates(right_by_target(pl.DataFrame(schema=schema))) == "none"


def test_weighted_accuracy_is_told_by_kind_of_picture() -> None:
    kinds = {"variant_id": ["a", "b", "c"], "variant": ["original", "blank", "blank"]}
    variants = pl.DataFrame(kinds)
    scores = pl.DataFrame({"variant_id": ["a", "b", "c", "b"], "wla": [1.0, 0.25, 0.75, 0.5]})
    assert wla_by_variant(scores, variants) == {"blank": 0.5, "original": 1.0}
