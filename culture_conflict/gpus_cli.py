"""`culture-conflict gpus`: the host's devices, who holds them and who waits."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table
from rich.text import Text

__all__ = ["gpus"]


def gpus() -> None:
    """Show the GPUs of this host, which steps hold them and which wait for one."""
    from culture_conflict.executors.slots.devices import see_devices
    from culture_conflict.executors.slots.folder import lock_folder
    from culture_conflict.executors.slots.state import look

    console = Console()
    seen, folder = see_devices(), lock_folder()
    state = look(folder, seen)
    if seen.fake:
        console.print("These devices are a fake list for tests.", style="yellow")
    if not seen.devices:
        console.print(Text(f"No GPU: {seen.reason}"))
    else:
        table = Table("", "device", "name", "memory GiB", "free GiB", "state", "held by")
        for found in state.devices:
            device = found.device
            size, free = _number(device.memory_gb), _number(device.free_gb)
            shown = (device.index, device.id, device.name, size, free, found.use)
            table.add_row(*map(Text, (*shown, _who(found.holder))))
        console.print(table)
    for place, ticket in enumerate(state.waiting, start=1):
        wanted = ticket.record.get("gpus", "?")
        console.print(Text(f"waiting {place}: {wanted} GPU(s), {_who(ticket.record)}"))
    console.print(Text(f"Locks: {folder}"))


def _number(value: float | None) -> str:
    return "?" if value is None else f"{value:.1f}"


def _who(record: Mapping[str, Any]) -> str:
    """The holder or waiter in its own words: step, partition, run, process and time."""
    if not record:
        return ""
    named = [str(record[name]) for name in ("step", "partition") if record.get(name)]
    run = [f"run {record['run']}"] if record.get("run") else []
    pid, since = record.get("pid", "?"), record.get("since", "?")
    return " ".join([*named, *run, f"(process {pid}, since {since})"])
