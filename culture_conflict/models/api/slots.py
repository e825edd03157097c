"""At most so many at once, across processes: one kernel lock each, let go when its holder dies."""

from __future__ import annotations

import asyncio
import fcntl
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from culture_conflict.errors import HomeError

__all__ = ["Slots"]

_PAUSE_S = 0.02


class Slots:
    """`count` files to lock; whoever holds one may have a request in flight."""

    def __init__(self, folder: Path, count: int) -> None:
        self._folder, self._count = folder, count
        self._free: list[int] = []
        self._opened: list[int] = []

    @asynccontextmanager
    async def one(self) -> AsyncIterator[None]:
        """Wait for a slot and hold it.

        Raises:
            HomeError: the folder can't be written.
        """
        if not self._opened:
            self._open()
        while (slot := self._try()) is None:  # noqa: ASYNC110 - it depends on other processes
            await asyncio.sleep(_PAUSE_S)
        try:
            yield
        finally:
            fcntl.flock(slot, fcntl.LOCK_UN)
            self._free.append(slot)

    def close(self) -> None:
        """Close the files, and with them let every lock go."""
        opened, self._opened, self._free = self._opened, [], []
        for descriptor in opened:
            os.close(descriptor)

    def _try(self) -> int | None:
        # The one freed last is the likeliest to be free still: one system call.
        for place in range(len(self._free) - 1, -1, -1):
            try:
                fcntl.flock(self._free[place], fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                continue
            return self._free.pop(place)
        return None

    def _open(self) -> None:
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            for number in range(self._count):
                path = self._folder / f"slot-{number:03}.lock"
                self._opened.append(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        except OSError as error:
            self.close()
            raise HomeError(
                f"{self._folder} can't be used: {error.strerror or error}. Mend its permissions or "
                f"free space."
            ) from error
        self._free = list(self._opened)
