"""What this process holds, as the slot program told it by its environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass

from culture_conflict.executors.slots.program import DEVICES, WAITED, WHY

__all__ = ["Held", "held_devices"]


@dataclass(frozen=True)
class Held:
    """Devices, seconds waited for them, and a remark (the reason where there are none)."""

    devices: tuple[str, ...]
    waited_s: float
    remark: str

    def metadata(self) -> dict[str, str | float]:
        """For Dagster: device and seconds waited."""
        device = ", ".join(self.devices) or "none"
        shown: dict[str, str | float] = {"device": device, "waited_for_device_s": self.waited_s}
        return shown | ({"device_remark": self.remark} if self.remark else {})


def held_devices(environment: Mapping[str, str] = os.environ) -> Held | None:
    """None in a process that no slot program started."""
    devices = environment.get(DEVICES)
    if devices is None:
        return None
    return Held(
        tuple(device for device in devices.split(",") if device),
        float(environment.get(WAITED, "0")),
        environment.get(WHY, ""),
    )
