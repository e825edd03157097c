"""Field cases of what one answer counts as."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.benchmarks_signpost.trapped_in_cases import trapped


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "km": lambda given: trapped(given)[0],
        "trap_fit": lambda given: trapped(given)[1],
    }
