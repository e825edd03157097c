"""For a machine with a GPU: `python -m culture_conflict_tests.executors.on_a_gpu`.

Torch sees one device inside a GPU step and none outside; steps take turns; memory is given back.
"""

from __future__ import annotations

import itertools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from culture_conflict.executors.cuda import no_device_visible
from culture_conflict.executors.slots.devices import FAKE, Device, see_devices
from culture_conflict.executors.slots.folder import VARIABLE
from culture_conflict_tests.executors.slot_kit import PROGRAM

# Prints what torch sees, and when it held it; with a device, it puts a GiB there.
STEP = """
import json, os, sys, time
import torch
count = torch.cuda.device_count()
began = time.time()
if count:
    block = torch.ones(256, 1024, 1024, device="cuda")
    torch.cuda.synchronize()
    time.sleep(2)
visible = os.environ["CUDA_VISIBLE_DEVICES"]
print(json.dumps({"count": count, "visible": visible, "began": began, "ended": time.time()}))
"""
# The memory is free when the last process has ended; the driver's own share may vary.
SLACK_GB = 1.0


@dataclass(frozen=True)
class Step:
    """What a step saw, and from when to when."""

    count: int
    visible: str
    began: float
    ended: float


def start(gpus: int) -> subprocess.Popen[str]:
    """A step under the slot program."""
    options = ["--gpus", str(gpus), "--no-gpu", "refuse"]
    command = [*PROGRAM, *options, "--", sys.executable, "-c", STEP]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def result(process: subprocess.Popen[str]) -> Step:
    """What the step printed."""
    output, _ = process.communicate(timeout=300)
    assert process.returncode == 0, f"the step ended with {process.returncode}"
    return Step(**json.loads(output.splitlines()[-1]))


def in_a_run_without_gpu_steps() -> Step:
    """What such a run's own process sees."""
    with no_device_visible():
        command = [sys.executable, "-c", STEP]
        return result(subprocess.Popen(command, stdout=subprocess.PIPE, text=True))


def check_turns(device: Device, steps: Sequence[Step]) -> None:
    """No two steps held the device at a time."""
    held = sorted((step.began, step.ended) for step in steps if step.visible == device.id)
    for (_, ended), (began, _) in itertools.pairwise(held):
        assert ended <= began, f"two steps held {device.id} at a time: {held}"


def check_given_back(before: Sequence[Device], after: Sequence[Device]) -> None:
    """No device has much less free memory than before."""
    free = {device.id: device.free_gb for device in after}
    for device in before:
        now = free[device.id]
        if device.free_gb is not None and now is not None:
            assert now >= device.free_gb - SLACK_GB, f"{device.id}: {device.free_gb}, now {now} GiB"


def main() -> None:
    os.environ.pop(FAKE, None)
    before = see_devices()
    assert before.devices, f"this machine has no GPU: {before.reason}"
    print("devices:", ", ".join(f"{d.id} ({d.name}, {d.free_gb} GiB free)" for d in before.devices))
    with tempfile.TemporaryDirectory() as folder:
        os.environ[VARIABLE] = str(Path(folder) / "locks")
        running = [start(1) for _ in range(len(before.devices) + 1)]
        outside = [result(start(0)), in_a_run_without_gpu_steps()]
        steps = [result(process) for process in running]
    assert [(step.count, step.visible) for step in outside] == [(0, "")] * 2, outside
    assert [step.count for step in steps] == [1] * len(steps), steps
    assert {step.visible for step in steps} <= {device.id for device in before.devices}, steps
    for device in before.devices:
        check_turns(device, steps)
    check_given_back(before.devices, see_devices().devices)
    print(f"torch saw one device in each of {len(steps)} GPU steps and none outside; no overlap")


if __name__ == "__main__":
    main()
