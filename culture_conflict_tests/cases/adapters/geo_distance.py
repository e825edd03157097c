"""geo_distance: kilometres between points given as [latitude, longitude]."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from culture_conflict.places.distance import haversine_km


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "km": lambda case: haversine_km(*case["a"], *case["b"]),
        "km_each": lambda case: max(haversine_km(*a, *b) for a, b in case["pairs"]),
        "finite": lambda case: all(np.isfinite(haversine_km(*a, *b)) for a, b in case["pairs"]),
    }
