"""CPU seconds to load the code location, against `import dagster` alone (median of 5).

Compiled files are kept between the runs, as an installed package keeps them.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile

_PRINT = "import time; print(time.process_time())"


def cpu_seconds(statement: str, environment: dict[str, str]) -> float:
    command = [sys.executable, "-c", f"{statement}; {_PRINT}"]
    output = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return float(output.stdout.splitlines()[-1])


def main() -> None:
    with tempfile.TemporaryDirectory() as home:
        environment = os.environ | {
            "CULTURE_CONFLICT_HOME": f"{home}/home",
            "PYTHONPYCACHEPREFIX": f"{home}/compiled",
            "PYTHONDONTWRITEBYTECODE": "",
        }
        cpu_seconds("import culture_conflict.definitions", environment)
        baseline, ours = [], []
        for _ in range(5):
            baseline.append(cpu_seconds("import dagster", environment))
            ours.append(cpu_seconds("import culture_conflict.definitions", environment))
    ratio = statistics.median(ours) / statistics.median(baseline)
    print(f"import dagster (baseline): {statistics.median(baseline):.2f} CPU s")
    print(f"import culture_conflict.definitions: {statistics.median(ours):.2f} CPU s")
    print(f"ratio {ratio:.2f} (the location should take at most 2.5 CPU s)")
