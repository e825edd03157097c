"""Field cases of dbt in runs of Dagster."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.defs.parallel_in_cases import ran


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "dbt_parse_at_run_time": lambda given: ran(given["parallel_runs"]).parses,
        "failures": lambda given: ran(given["parallel_runs"]).failures,
    }
