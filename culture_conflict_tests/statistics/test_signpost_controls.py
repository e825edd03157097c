"""The native text lettered again: compared with the Original in pairs, in no average."""

from __future__ import annotations

import math

import polars as pl
import pytest

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.statistics.signpost import SourceNumbers, source_numbers
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    predictions_of,
    said,
    scene,
    variants_of,
)

GROUPS = [f"g{n}" for n in range(6)]
CELL = ("m", "base-v1", "main", "wrong", "qwen", "all", "all")


def _numbers(*, with_controls: bool, answered: bool = True) -> SourceNumbers:
    rows, answers = [], []
    for n, group in enumerate(GROUPS):
        five = scene("s", group, (0.0, 0.0), (40.0, 40.0))
        answers += [said(one, (0.0, 0.0) if n else None) for one in five]
        rows += five
        if with_controls:
            native = five[0] | {
                "variant_id": f"{group}-n",
                "variant": "native",
                "editor": "qwen",
                "picture": f"{n:064x}",
            }
            rows.append(native)
            answers += [said(native, (0.0, 1.0))] if answered else []
    variants = variants_of(rows)
    return source_numbers(variants, score(predictions_of(answers), variants), draws=50)


def test_a_control_is_compared_with_the_original_of_its_group() -> None:
    found = _numbers(with_controls=True).numbers["signpost_shift", "wla_native_change", CELL]
    off = math.exp(-0.005 * 6371.0088 * math.pi / 180)
    # Five Originals are placed exactly; the sixth names no place, which is 0.
    assert found.estimate == pytest.approx(off - 5 / 6)
    assert found.n_groups == 6


def test_an_unanswered_control_costs_no_coverage_and_controls_move_no_other_number() -> None:
    plain = _numbers(with_controls=False)
    silent = _numbers(with_controls=True, answered=False)
    asked = _numbers(with_controls=True)
    assert plain.covered
    assert plain.covered == silent.covered == asked.covered
    assert plain.numbers.keys() == silent.numbers.keys()
    ours = {key for key in asked.numbers if "native" in (key[2][5], *key[1].split("_"))}
    assert asked.numbers.keys() - ours == plain.numbers.keys()
    assert pl.Series([asked.numbers[key].estimate for key in plain.numbers]).equals(
        pl.Series([plain.numbers[key].estimate for key in plain.numbers])
    )
