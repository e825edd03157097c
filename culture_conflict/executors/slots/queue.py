"""Who waits for devices, in the order of coming; a waiter that dies leaves the queue by that."""

from __future__ import annotations

import contextlib
import fcntl
import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from culture_conflict.executors.slots.devices import Device
from culture_conflict.executors.slots.folder import EVERYBODY, open_file, read_record, try_lock

__all__ = ["Ticket", "ahead_of", "take_ticket", "waiting"]

_FOLDER = "queue"
_MUTEX = "queue.lock"
_NEW = ".new-"


@dataclass(frozen=True)
class Ticket:
    """A place in the queue: its number, and what its owner wrote of itself."""

    number: int
    path: Path
    record: Mapping[str, Any]

    def wants(self, device: Device) -> bool:
        """Whether its owner could use the device; one that can't be read could use any."""
        devices = self.record.get("could_use")
        return device.id in devices if isinstance(devices, list) else True


@contextmanager
def take_ticket(folder: Path, record: Mapping[str, Any]) -> Iterator[Ticket]:
    """Stand at the end of the queue until the block is left."""
    queue = _queue(folder)
    new = queue / f"{_NEW}{os.urandom(8).hex()}"
    descriptor = open_file(new)
    try:
        # Locked before it has its name: a ticket that can be seen is held or its owner is dead.
        fcntl.flock(descriptor, fcntl.LOCK_EX)
        os.truncate(descriptor, 0)
        os.write(descriptor, json.dumps(dict(record)).encode())
        ticket = _name(folder, queue, new, record)
        try:
            yield ticket
        finally:
            ticket.path.unlink()
    finally:
        os.close(descriptor)


def _name(folder: Path, queue: Path, new: Path, record: Mapping[str, Any]) -> Ticket:
    """Give the file the next number, one process at a time."""
    mutex = open_file(folder / _MUTEX)
    try:
        fcntl.flock(mutex, fcntl.LOCK_EX)
        number = max(_numbers(queue).values(), default=0) + 1
        path = queue / f"{number:08d}-{new.name.removeprefix(_NEW)}"
        new.rename(path)
    finally:
        os.close(mutex)
    return Ticket(number, path, record)


def ahead_of(folder: Path, ticket: Ticket) -> list[Ticket]:
    """The living tickets that came before."""
    return [other for other in waiting(folder) if other.number < ticket.number]


def waiting(folder: Path) -> list[Ticket]:
    """Every living ticket in order; those of dead owners are swept away."""
    queue = _queue(folder)
    found = []
    for path, number in sorted(_numbers(queue).items(), key=lambda entry: entry[1]):
        if _is_held(path):
            found.append(Ticket(number, path, read_record(path)))
    return found


def _is_held(path: Path) -> bool:
    if not path.exists():
        return False
    descriptor = try_lock(path, shared=True)
    if descriptor is None:
        return path.exists()
    # Another user's ticket can't be removed; being unlocked, it counts for nothing either.
    with contextlib.suppress(OSError):
        path.unlink()
    os.close(descriptor)
    return False


def _queue(folder: Path) -> Path:
    queue = folder / _FOLDER
    with contextlib.suppress(FileExistsError):
        queue.mkdir()
        queue.chmod(EVERYBODY)
    return queue


def _numbers(queue: Path) -> dict[Path, int]:
    """Number of every ticket by its path, dead ones included."""
    return {
        path: int(path.name.partition("-")[0])
        for path in queue.iterdir()
        if path.name[:1].isdigit()
    }
