"""`python -I -S .../slots [options] -- command`: run the command when its devices are free."""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import signal
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from culture_conflict.errors import DeviceError
from culture_conflict.executors.slots.acquire import Held, acquire
from culture_conflict.executors.slots.devices import VISIBLE, Need, see_devices
from culture_conflict.executors.slots.folder import lock_folder
from culture_conflict.processes.keeper import Stopped, run_step, stop_on_signals
from culture_conflict.processes.tree import TOKEN, die_with_parent

__all__ = ["DEVICES", "REFUSED", "STOPPED", "WAITED", "WHY", "main"]

DEVICES = "CULTURE_CONFLICT_SLOT_DEVICES"
WAITED = "CULTURE_CONFLICT_SLOT_WAITED_S"
WHY = "CULTURE_CONFLICT_SLOT_REASON"
REFUSED = 78
STOPPED = 143


def main(arguments: Sequence[str] | None = None) -> int:
    """Wait for the devices, run the command, end all that it started; return its exit code.

    `REFUSED` where the devices can never be had, with the reason on stderr and in the report;
    `STOPPED` where a signal ended the wait.
    """
    options = _options(arguments)
    stop_on_signals()
    parent = options.parent or os.getppid()
    try:
        die_with_parent(parent, signal.SIGTERM)
        with _devices(options) as (held, reason):
            environment = _environment(held, reason)
            descriptors = held.descriptors if held else ()
            return run_step(
                options.command,
                environment,
                descriptors,
                parent=parent,
                grace_s=options.grace,
            )
    except DeviceError as error:
        sys.stderr.write(f"{error}\n")
        if options.report:
            options.report.write_text(json.dumps({"refused": str(error)}), encoding="utf-8")
        return REFUSED
    except Stopped as stopped:
        sys.stderr.write(f"{stopped}: no longer waiting for a GPU\n")
        return STOPPED


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="slots", description=__doc__)
    add = parser.add_argument
    add("--gpus", type=int, default=0, help="devices the command needs")
    add("--memory-gb", type=float, default=None, help="GiB that each must have free")
    add("--min-free", type=float, default=0.8, help="share of a device that must be free")
    add("--no-gpu", choices=("cpu", "refuse"), default="cpu", help="what to do without CUDA")
    add("--grace", type=float, default=5.0, help="seconds between asking to end and force")
    add("--parent", type=int, default=None, help="process that this one ends with")
    add("--who", type=json.loads, default={}, help="JSON shown to others: run, step, job")
    add("--report", type=Path, default=None, help="file for the reason of a refusal")
    add("command", nargs="+", help="what to run, after --")
    return parser.parse_args(arguments)


@contextlib.contextmanager
def _devices(options: argparse.Namespace) -> Iterator[tuple[Held | None, str]]:
    """The devices held, or none and the reason."""
    if options.gpus == 0:
        yield None, "none needed"
        return
    seen = see_devices()
    if not seen.devices:
        if options.no_gpu == "refuse":
            raise DeviceError(
                f"The step needs {options.gpus} GPU(s) and this host has none: {seen.reason}. "
                f"Run it on another host, or set no_gpu: cpu in the executor's configuration."
            )
        yield None, f"on the CPU: {seen.reason}"
        return
    need = Need(options.gpus, options.memory_gb, options.min_free)
    with acquire(lock_folder(), need, see_devices, options.who) as held:
        yield held, "a fake list of devices" if seen.fake else ""


def _environment(held: Held | None, reason: str) -> dict[str, str]:
    """The command's environment: it sees its own devices and no other."""
    ids = ",".join(device.id for device in held.devices) if held else ""
    own = {VISIBLE: ids, DEVICES: ids, WHY: reason}
    if held:
        own |= {WAITED: f"{held.waited_s:.2f}", TOKEN: held.token}
    return {**os.environ, **own}
