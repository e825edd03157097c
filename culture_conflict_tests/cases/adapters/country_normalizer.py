"""country_normalizer: names to ISO codes, and both rules of matching."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.confused_tourist.matching import contained, same_country
from culture_conflict.places.normalize import resolve_country


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "iso3": resolve_country,
        "iso3_list": lambda names: [resolve_country(name) for name in names],
        "iso3_each": lambda names: "|".join({str(resolve_country(name)) for name in names}),
        "pred_iso3": lambda case: resolve_country(case["pred"]),
        "paper_substring": lambda case: contained(case["pred"], case["gt"]),
        "normalised_match": lambda case: any(
            same_country(case["pred"], str(resolve_country(truth))) for truth in case["gt"]
        ),
    }
