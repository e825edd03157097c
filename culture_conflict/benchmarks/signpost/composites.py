"""Capability, Conflict Robustness and MCRS from macro averages (eqs. 5-12)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    Numbers = NDArray[np.float64]

__all__ = ["EXPONENTS", "PARTS", "WEIGHTS", "composites"]

PARTS = ("wla_original", "wla_blank", "wla_random", "wla_adversarial", "tbs_adversarial_km", "tfr")
WEIGHTS = {"rho_random": 0.22, "rho_adversarial": 0.44, "q_tbs": 0.17, "q_tfr": 0.17}
EXPONENTS = {"c": 0.40, "r": 0.60}
_FLOOR = 0.10
_TBS_ANCHOR_KM = 3000.0
_TFR_ANCHOR = 0.40


def composites(parts: Mapping[str, ArrayLike]) -> dict[str, Any]:
    """c, rho_random, rho_adversarial, q_tbs, q_tfr, r (fractions) and mcrs (0-100).

    `parts` holds `PARTS`, each averaged over sources first (ruling 19): WLA and TFR as fractions,
    TBS in kilometres; numbers, or arrays of one shape. NaN gives NaN. A Blank WLA of 0 gives a
    retention of 1, as printed.
    """
    import numpy as np

    given = {name: np.asarray(parts[name], dtype=np.float64) for name in PARTS}
    blank = given["wla_blank"]
    made = {
        "c": 0.5 * given["wla_original"] + 0.5 * blank,
        "rho_random": _retention(blank, given["wla_random"]),
        "rho_adversarial": _retention(blank, given["wla_adversarial"]),
        "q_tbs": 1 - np.clip(given["tbs_adversarial_km"] / _TBS_ANCHOR_KM, 0, 1),
        "q_tfr": 1 - np.clip(given["tfr"] / _TFR_ANCHOR, 0, 1),
    }
    total = sum(WEIGHTS.values())
    made["r"] = np.asarray(sum(weight * made[name] for name, weight in WEIGHTS.items())) / total
    made["mcrs"] = 100 * made["c"] ** EXPONENTS["c"] * made["r"] ** EXPONENTS["r"]
    return made


def _retention(blank: Numbers, other: Numbers) -> Numbers:
    import numpy as np

    lost = np.maximum(0, blank - other)
    kept: Numbers = np.clip(1 - lost / np.maximum(blank, _FLOOR), 0, 1)
    return kept
