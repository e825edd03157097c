"""Field cases of runs that are killed."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.defs.runs_in_cases import killed


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "run_marked_failed_within_min": lambda given: killed(given["kill"]).minutes,
        "resume_asks_only_missing": lambda given: killed(given["kill"]).only_missing,
    }
