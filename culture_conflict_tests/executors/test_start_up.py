"""What a delegated step's process costs before its first line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from culture_conflict_tests.benchmarks.executor import step_cpu_seconds
from culture_conflict_tests.benchmarks.imports import cpu_seconds

pytestmark = pytest.mark.slow

MOST_CPU_S = 3.0


def test_it_is_at_most_three_cpu_seconds_over_importing_dagster(tmp_path: Path) -> None:
    over = step_cpu_seconds(tmp_path) - cpu_seconds("import dagster", dict(os.environ))
    assert 0 < over <= MOST_CPU_S
