"""CPU seconds until a delegated step's first line, against `import dagster` alone.

The step belongs to the real code location plus one GPU asset; devices are a fake list. Its process
reports `time.process_time()`, which counts everything since it was started, imports included.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path

from culture_conflict_tests.benchmarks.imports import cpu_seconds
from culture_conflict_tests.executors.slot_kit import host_in

_MODULE = "culture_conflict_tests.executors.start_up"
_RUNS = 3


def step_cpu_seconds(folder: Path) -> float:
    """One run of one delegated step; CPU seconds of the step's process at its first line."""
    with host_in(folder) as host:
        own = {
            "CULTURE_CONFLICT_HOME": str(folder / "home"),
            "DAGSTER_HOME": str(folder / "home" / "dagster"),
            "CULTURE_CONFLICT_TEST_FILE": str(folder / "seconds"),
        }
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-m", _MODULE],
            env=host.environment | own,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-2000:]
        return float(json.loads((folder / "seconds").read_text())["cpu_s"])


def main() -> None:
    with tempfile.TemporaryDirectory() as root:
        baseline, ours = [], []
        for _ in range(_RUNS):
            baseline.append(cpu_seconds("import dagster", dict(os.environ)))
            ours.append(step_cpu_seconds(Path(root)))
    over = statistics.median(ours) - statistics.median(baseline)
    print(f"import dagster (baseline): {statistics.median(baseline):.2f} CPU s")
    print(f"a delegated step's first line: {statistics.median(ours):.2f} CPU s")
    print(f"over the baseline: {over:.2f} CPU s (at most 3)")
