"""human_review: agreement of two raters."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.statistics.agreement import cohen_kappa


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "agreement": lambda given: cohen_kappa(given["a"], given["b"]).observed,
        "kappa": lambda given: cohen_kappa(given["a"], given["b"]).kappa,
        "note": lambda given: str(cohen_kappa(given["a"], given["b"]).reason).partition(":")[0],
    }
