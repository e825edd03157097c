"""Waiting for devices, and holding them by kernel locks."""

from __future__ import annotations

import hashlib
import json
import os
import re
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from culture_conflict.errors import DeviceError
from culture_conflict.executors.slots.devices import Device, Need, Seen
from culture_conflict.executors.slots.folder import read_record, try_lock
from culture_conflict.executors.slots.queue import Ticket, ahead_of, take_ticket
from culture_conflict.processes.tree import end, is_alive, marked

__all__ = ["Held", "acquire", "check_possible", "lock_path"]

_PAUSE_S = 0.1
_LOOK_AGAIN_S = 2.0
_FRESH_S = 0.5
_See = Callable[[], Seen]


@dataclass(frozen=True)
class Held:
    """Devices, the descriptors whose locks hold them, and the seconds it took to get them."""

    devices: tuple[Device, ...]
    descriptors: tuple[int, ...]
    token: str
    waited_s: float


@contextmanager
def acquire(folder: Path, need: Need, see: _See, who: Mapping[str, Any]) -> Iterator[Held]:
    """Stand in the queue until `need.count` devices are ours; hold them until the block is left.

    First come, first served: nobody takes a device that an earlier waiter could use, so that a
    step that needs two is not passed by again and again. `who` is shown to others.

    Raises:
        DeviceError: the host can never satisfy the need.
    """
    started = time.monotonic()
    view = _View(see)
    usable = check_possible(need, view.devices)
    record = {
        **who,
        "pid": os.getpid(),
        "gpus": need.count,
        "memory_gb": need.memory_gb,
        "could_use": [device.id for device in usable],
        "since": datetime.now(UTC).isoformat(timespec="seconds"),
        "token": os.urandom(16).hex(),
    }
    with take_ticket(folder, record) as ticket:
        taken = _wait(folder, need, usable, view, ticket)
    try:
        for descriptor in taken.values():
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, json.dumps(record).encode(), 0)
        waited = time.monotonic() - started
        yield Held(tuple(taken), tuple(taken.values()), str(record["token"]), waited)
    finally:
        for descriptor in taken.values():
            os.close(descriptor)


def check_possible(need: Need, devices: Sequence[Device]) -> list[Device]:
    """The devices that are large enough, the smallest first.

    Raises:
        DeviceError: they are fewer than needed, so that no amount of waiting helps.
    """
    large = [device for device in devices if need.fits(device)]
    if len(large) < need.count:
        size = f" of at least {need.memory_gb:g} GiB" if need.memory_gb else ""
        has = ", ".join(f"{d.id} ({_size(d)})" for d in devices) or "none"
        raise DeviceError(
            f"The step needs {need.count} GPU(s){size}; this host has {has}. "
            f"Ask for less in the model's row or the asset's gpu(...), or use a larger host."
        )
    return sorted(large, key=lambda device: device.memory_gb or 0.0)


def _size(device: Device) -> str:
    return "memory unknown" if device.memory_gb is None else f"{device.memory_gb:.0f} GiB"


def lock_path(folder: Path, device: Device) -> Path:
    """The device's lock file: readable, and never the same for two devices."""
    mark = hashlib.sha256(device.id.encode()).hexdigest()[:8]
    return folder / f"{re.sub(r'[^A-Za-z0-9.-]', '_', device.id)[:80]}-{mark}.lock"


class _View:
    """The devices and their free memory, looked at again when that was a while ago."""

    def __init__(self, see: _See) -> None:
        self._see = see
        self._look()

    def _look(self) -> None:
        self.devices = self._see().devices
        self._at = time.monotonic()

    def fresh(self) -> dict[str, Device]:
        if time.monotonic() - self._at > _FRESH_S:
            self._look()
        return {device.id: device for device in self.devices}


def _wait(
    folder: Path, need: Need, usable: Sequence[Device], view: _View, ticket: Ticket
) -> dict[Device, int]:
    look_at = 0.0
    while True:
        earlier = ahead_of(folder, ticket)
        free = [d for d in usable if not any(other.wants(d) for other in earlier)]
        if len(free) >= need.count and time.monotonic() >= look_at:
            taken, loaded = _lock_some(folder, need, free, view)
            if len(taken) == need.count:
                return taken
            for descriptor in taken.values():
                os.close(descriptor)
            if loaded:
                look_at = time.monotonic() + _LOOK_AGAIN_S
        time.sleep(_PAUSE_S)


def _lock_some(
    folder: Path, need: Need, candidates: Sequence[Device], view: _View
) -> tuple[dict[Device, int], bool]:
    """Locks on up to `need.count` free candidates, and whether foreign load hindered one."""
    taken: dict[Device, int] = {}
    loaded = False
    for device in candidates:
        if len(taken) == need.count:
            break
        descriptor = _lock(lock_path(folder, device))
        if descriptor is None:
            continue
        now = view.fresh().get(device.id)
        if now is not None and need.is_free_on(now):
            taken[device] = descriptor
        else:
            loaded = True
            os.close(descriptor)
    return taken, loaded


def _lock(path: Path) -> int | None:
    """The lock, unless somebody holds it or processes of its last, dead holder live on.

    Such processes are ended: nobody is left who would, and they may still use the device.
    """
    descriptor = try_lock(path)
    last = read_record(path)
    token, pid = last.get("token"), last.get("pid")
    if not isinstance(token, str) or not isinstance(pid, int):
        return descriptor
    if descriptor is None and is_alive(pid):
        return None
    if leftovers := marked(token):
        sys.stderr.write(f"Ending processes that outlived their GPU step: {leftovers}\n")
        end(leftovers, signal.SIGKILL)
        if descriptor is not None:
            os.close(descriptor)
        return None
    return descriptor
