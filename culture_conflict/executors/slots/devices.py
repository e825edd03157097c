"""The host's devices: the driver's, those that CUDA_VISIBLE_DEVICES leaves, or a fake list."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from culture_conflict.errors import DeviceError

__all__ = ["FAKE", "VISIBLE", "Device", "Need", "Seen", "see_devices"]

FAKE = "CULTURE_CONFLICT_FAKE_GPUS"
VISIBLE = "CUDA_VISIBLE_DEVICES"


@dataclass(frozen=True)
class Device:
    """A GPU or a MIG part of one. `id` is what CUDA_VISIBLE_DEVICES takes: a UUID if known.

    Memory is in GiB, None where the driver does not tell.
    """

    id: str
    name: str
    memory_gb: float | None = None
    free_gb: float | None = None
    index: str = ""


@dataclass(frozen=True)
class Need:
    """What a step asks for: devices, memory on each (GiB) and the share of it that must be free."""

    count: int
    memory_gb: float | None = None
    min_free: float = 0.8

    def fits(self, device: Device) -> bool:
        """Whether the device is large enough at all."""
        return (
            self.memory_gb is None or device.memory_gb is None or device.memory_gb >= self.memory_gb
        )

    def is_free_on(self, device: Device) -> bool:
        """Whether nobody else's load stands in the way at this moment."""
        if device.free_gb is None or device.memory_gb is None:
            return True
        return device.free_gb >= max(self.memory_gb or 0.0, self.min_free * device.memory_gb)


@dataclass(frozen=True)
class Seen:
    """The devices as found, or none and the reason."""

    devices: tuple[Device, ...]
    reason: str = ""
    fake: bool = False


def see_devices(environment: Mapping[str, str] = os.environ) -> Seen:
    """The devices that this environment may use, with their memory at this moment.

    `CULTURE_CONFLICT_FAKE_GPUS` names a JSON file with a list of `{"id": ..., "memory_gb": ...,
    "free_gb": ...}`; it replaces the real devices and is meant for tests.

    Raises:
        DeviceError: the fake list can't be read, or CUDA_VISIBLE_DEVICES names an unknown device.
    """
    if fake := environment.get(FAKE):
        return Seen(_read_fake(fake), f"the fake list {fake} is empty", fake=True)
    from culture_conflict.executors.slots.nvidia import query

    seen = query()
    visible = environment.get(VISIBLE)
    if visible is None:
        return seen
    wanted = [entry.strip() for entry in visible.split(",") if entry.strip()]
    if not wanted or wanted == ["-1"] or visible.strip().lower() in {"none", "nodevfiles", "void"}:
        return Seen((), f"{VISIBLE} is {visible!r}")
    return Seen(tuple(_choose(wanted, seen)), seen.reason)


def _choose(wanted: Sequence[str], seen: Seen) -> list[Device]:
    """The devices that the variable names, by index or the beginning of a UUID, in its order."""
    if not seen.devices:
        # Without the driver's program nothing more is known about them than their names.
        return [Device(entry, "unknown", index=entry) for entry in wanted]
    chosen = []
    for entry in wanted:
        named = [d for d in seen.devices if entry in (d.index, d.id)] or [
            d for d in seen.devices if not entry.isdigit() and d.id.startswith(entry)
        ]
        if len(named) != 1:
            known = ", ".join(f"{d.index} ({d.id})" for d in seen.devices)
            raise DeviceError(
                f"{VISIBLE} names {entry!r}, which stands for {len(named)} devices of this host. "
                f"Take from: {known}."
            )
        chosen += named
    return chosen


def _read_fake(path: str) -> tuple[Device, ...]:
    try:
        rows = json.loads(Path(path).read_text(encoding="utf-8"))
        return tuple(
            Device(
                id=str(row["id"]),
                name="fake",
                memory_gb=row.get("memory_gb"),
                free_gb=row.get("free_gb"),
                index=str(index),
            )
            for index, row in enumerate(rows)
        )
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise DeviceError(
            f"{FAKE} names {path}, which is no list of fake devices ({error!r}). Expected JSON "
            f'such as [{{"id": "FAKE-0", "memory_gb": 80, "free_gb": 80}}].'
        ) from error
