"""One writer per ledger folder: a kernel lock that dies with its holder."""

from __future__ import annotations

import fcntl
import json
import os
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path

from culture_conflict.errors import BusyError

__all__ = ["lease"]

_NAME = ".lease"
_PAUSE_S = 0.05


@contextmanager
def lease(folder: Path, *, what: str, wait_s: float) -> Iterator[None]:
    """Hold a folder's lease; the file tells who does, by pid, host and time.

    A holder that was killed holds nothing: the kernel lets go of its lock. The file stays, since
    removing it would let two holders lock two files of one name.

    Raises:
        BusyError: another live process held it for `wait_s` seconds.
    """
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / _NAME
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _take(descriptor, path, what, wait_s)
        _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def _take(descriptor: int, path: Path, what: str, wait_s: float) -> None:
    deadline = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise BusyError(
                    f"{what}: {_holder(descriptor)} is at it ({path}); waited {wait_s:g} s. Wait "
                    f"until it has finished or stop that process, then run again: it continues."
                ) from None
            time.sleep(_PAUSE_S)
        else:
            return


def _sign(descriptor: int) -> None:
    started = datetime.now(UTC).isoformat(timespec="seconds")
    mine = {"pid": os.getpid(), "host": socket.gethostname(), "started": started}
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(mine).encode(), 0)


def _holder(descriptor: int) -> str:
    """Who signed; a holder that has only just locked has not signed yet."""
    try:
        holder = json.loads(os.pread(descriptor, 4096, 0))
        return f"process {holder['pid']} on {holder['host']} (since {holder['started']})"
    except (ValueError, KeyError, TypeError):
        return "another process"
