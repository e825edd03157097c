"""Composites of a model that gives no place: without a complete pair there is no TBS."""

from __future__ import annotations

import numpy as np
import pytest

from culture_conflict.benchmarks.signpost.composites import PARTS
from culture_conflict.statistics.signpost_draws import bounded
from culture_conflict.statistics.signpost_sets import _composed

ALL = {"c", "rho_random", "rho_adversarial", "q_tbs", "q_tfr", "r", "mcrs"}


@pytest.mark.parametrize(
    ("missing", "left"),
    [
        ("tbs_adversarial_km", {"c", "rho_random", "rho_adversarial", "q_tfr"}),
        ("tfr", {"c", "rho_random", "rho_adversarial", "q_tbs"}),
        ("wla_blank", {"q_tbs", "q_tfr"}),
        (None, ALL),
    ],
)
def test_what_does_not_need_a_missing_part_still_has_its_interval(
    missing: str | None, left: set[str]
) -> None:
    draws = np.linspace(0.1, 0.3, 200)
    means = {name: bounded(0.2, draws, 9) for name in PARTS if name != missing}
    made = _composed(means)
    assert set(made) == left
    assert all(np.isfinite(one.estimate) for one in made.values())
