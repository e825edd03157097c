"""Field cases of summaries over sources that are not all there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.defs.partitions_in_cases import summary


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "summary": lambda given: summary(given)["summary"],
        "coverage": lambda given: summary(given)["coverage"],
        "macro": lambda given: summary(given)["macro"],
    }
