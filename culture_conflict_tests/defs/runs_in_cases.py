"""A run in a process of its own that is killed while it asks, for field cases.

`python -m culture_conflict_tests.defs.runs_in_cases FOLDER` is that process.
"""

from __future__ import annotations

import math
import os
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import dagster as dg

from culture_conflict.defs.runs import execute
from culture_conflict.defs.sensors import dead_runs
from culture_conflict.defs.terminal import terminal_logger
from culture_conflict_tests.models.asking_kit import FakeProvider, World

_N, _KILLED_AFTER = 40, 8
# Dagster follows a step's output with a `tail` that would outlive the folder.
_NO_LOGS = {
    "compute_logs": {
        "module": "dagster._core.storage.noop_compute_log_manager",
        "class": "NoOpComputeLogManager",
    }
}


@dataclass(frozen=True)
class Killed:
    """Minutes until its run is marked failed at the latest; whether the next asks only the rest."""

    minutes: float
    only_missing: bool


@cache
def killed(by: str) -> Killed:
    """Start the process, send it the signal in mid-answers, tick the sensor once, ask again."""
    with tempfile.TemporaryDirectory() as folder, _instance(folder) as instance:
        world = World(Path(folder))
        with subprocess.Popen([sys.executable, "-m", __name__, folder]) as child:
            while _answers(world) < _KILLED_AFTER:
                assert child.poll() is None
                time.sleep(0.005)
            os.kill(child.pid, signal.Signals[by])
        kept, started = _answers(world), time.monotonic()
        dead_runs(dg.build_sensor_context(instance=instance))
        (run,) = instance.get_runs()
        waited = time.monotonic() - started + dead_runs.minimum_interval_seconds
        again = FakeProvider()
        world.ask(world.variants(range(_N)), again, run_id="again")
        failed = run.status == dg.DagsterRunStatus.FAILURE
        return Killed(waited / 60 if failed else math.inf, again.calls == _N - kept)


def _instance(folder: str) -> dg.DagsterInstance:
    (Path(folder) / "dagster").mkdir(exist_ok=True)
    return dg.DagsterInstance.local_temp(str(Path(folder) / "dagster"), overrides=_NO_LOGS)


def _answers(world: World) -> int:
    return sum(path.read_bytes().count(b"\n") for path in world.folder.glob("*.jsonl"))


@dg.op
def ask() -> None:
    world = World(Path(sys.argv[1]))
    world.ask(world.variants(range(_N)), FakeProvider(delay_s=0.05, in_flight=2), run_id="killed")


@dg.job
def asking() -> None:
    ask()


if __name__ == "__main__":
    defs = dg.Definitions(jobs=[asking], loggers={"terminal": terminal_logger})
    with _instance(sys.argv[1]) as here:
        execute(defs, "asking", here)
