"""Capability, robustness and MCRS: the golden cases, as numbers and as arrays."""

from __future__ import annotations

import numpy as np
import pytest

from culture_conflict.benchmarks.signpost.composites import WEIGHTS, composites
from culture_conflict_tests.benchmarks_signpost.small_scenes import Row, mcrs_cases

GIVEN = {
    "wla_original": "w_orig",
    "wla_blank": "w_blank",
    "wla_random": "w_rnd",
    "wla_adversarial": "w_adv",
    "tbs_adversarial_km": "tbs_adv_km",
    "tfr": "tfr_adv",
}
MADE = {
    "c": "c",
    "rho_random": "rho_rnd",
    "rho_adversarial": "rho_adv",
    "q_tbs": "q_tbs",
    "q_tfr": "q_tfr",
    "r": "r",
    "mcrs": "mcrs",
}


def _parts(row: Row) -> dict[str, float]:
    return {ours: float(row[theirs]) for ours, theirs in GIVEN.items()}


@pytest.mark.parametrize("row", mcrs_cases(), ids=lambda row: row["case"])
def test_golden_cases(row: Row) -> None:
    made = composites(_parts(row))
    exact = not row["case"].startswith("published")
    for ours, theirs in MADE.items():
        tolerance = 1e-9 if exact else (0.02 if ours == "mcrs" else 4e-4)
        assert float(made[ours]) == pytest.approx(float(row[theirs]), abs=tolerance), ours


def test_arrays_are_made_element_by_element_and_nan_stays_nan() -> None:
    rows = mcrs_cases()
    parts = {name: np.array([_parts(row)[name] for row in rows]) for name in GIVEN}
    parts["tfr"][0] = np.nan
    made = composites(parts)
    assert np.isnan(made["mcrs"][0])
    assert np.isnan(made["r"][0])
    one = [float(composites(_parts(row))["mcrs"]) for row in rows[1:]]
    assert made["mcrs"][1:].tolist() == pytest.approx(one)


def test_the_weights_are_those_of_the_paper() -> None:
    assert sum(WEIGHTS.values()) == pytest.approx(1.0)
