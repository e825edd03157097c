"""Many random steps of several processes never share a device; without a common lock they do."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from culture_conflict.executors.slots.folder import VARIABLE
from culture_conflict_tests.executors.slot_kit import Host

pytestmark = pytest.mark.slow

PROCESSES = 4


def run_all(host: Host, steps: int, *, one_folder: bool) -> tuple[list[str], list[str]]:
    """Devices by each use of one, and by each overlap."""
    busy = host.root / "busy"
    busy.mkdir()
    running = []
    for seed in range(PROCESSES):
        locks = host.locks if one_folder else Path(f"{host.locks}-{seed}")
        own = {VARIABLE: str(locks), "BUSY": str(busy)}
        command = [sys.executable, "-m", "culture_conflict_tests.executors.random_steps"]
        running.append(
            subprocess.Popen([*command, str(seed), str(steps)], env=host.environment | own)
        )
    for process in running:
        assert process.wait(timeout=120) == 0
    used, overlaps = busy / "used", busy / "overlaps"
    return used.read_text().split(), overlaps.read_text().split() if overlaps.exists() else []


def test_two_hundred_random_steps_in_four_processes_never_overlap(host: Host) -> None:
    used, overlaps = run_all(host, 200 // PROCESSES, one_folder=True)
    assert overlaps == []
    assert len(used) > 200
    assert set(used) == {"FAKE-0", "FAKE-1"}
    assert host.tickets() == 0


def test_without_a_common_lock_the_same_steps_overlap(host: Host) -> None:
    _, overlaps = run_all(host, 5, one_folder=False)
    assert overlaps
