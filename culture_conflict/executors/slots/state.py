"""Who holds which device and who waits, as anybody may see it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from culture_conflict.executors.slots.acquire import lock_path
from culture_conflict.executors.slots.devices import Device, Need, Seen
from culture_conflict.executors.slots.folder import read_record, try_lock
from culture_conflict.executors.slots.queue import Ticket, waiting

__all__ = ["DeviceState", "State", "look"]

Use = Literal["free", "held", "in use by others"]


@dataclass(frozen=True)
class DeviceState:
    """A device, what stands in the way of having it, and its holder's own words."""

    device: Device
    use: Use
    holder: Mapping[str, Any]


@dataclass(frozen=True)
class State:
    """Every device that this process may see, and the queue in its order."""

    devices: tuple[DeviceState, ...]
    waiting: tuple[Ticket, ...]


def look(folder: Path, seen: Seen, need: Need = Need(1)) -> State:  # noqa: B008 - frozen
    """The state at this moment; `need` says when a device counts as in use by others."""
    return State(
        tuple(_state(folder, device, need) for device in seen.devices), tuple(waiting(folder))
    )


def _state(folder: Path, device: Device, need: Need) -> DeviceState:
    path = lock_path(folder, device)
    if path.exists():
        descriptor = try_lock(path, shared=True)
        if descriptor is None:
            return DeviceState(device, "held", read_record(path))
        os.close(descriptor)
    return DeviceState(device, "free" if need.is_free_on(device) else "in use by others", {})
