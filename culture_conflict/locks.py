"""One at a time across processes: a kernel lock that dies with its holder."""

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

__all__ = ["exclusive", "is_held"]

_PAUSE_S = 0.05


@contextmanager
def exclusive(path: Path, *, what: str, wait_s: float) -> Iterator[None]:
    """Hold the lock file `path`; inside, it names the holder by pid, host and time.

    A killed holder holds nothing, since the kernel lets go of its lock. The file stays: removing it
    would let two holders lock two files of one name. `what` reads as "a demo" in the message.

    Raises:
        BusyError: another holder kept it for `wait_s` seconds.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o644)
    try:
        _take(descriptor, path, what, wait_s)
        _sign(descriptor)
        yield
    finally:
        os.close(descriptor)


def is_held(path: Path) -> bool:
    """Whether a living process holds the lock file; a file that is not there is held by nobody."""
    try:
        descriptor = os.open(path, os.O_RDWR)
    except FileNotFoundError:
        return False
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(descriptor)
    return False


def _take(descriptor: int, path: Path, what: str, wait_s: float) -> None:
    deadline = time.monotonic() + wait_s
    while True:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                raise BusyError(
                    f"{what} is in progress: {_holder(descriptor)} holds {path}; waited {wait_s:g} "
                    f"s. Wait until it has finished or stop that process, then run again."
                ) from None
            time.sleep(_PAUSE_S)
        else:
            return


def _sign(descriptor: int) -> None:
    since = datetime.now(UTC).isoformat(timespec="seconds")
    mine = {"pid": os.getpid(), "host": socket.gethostname(), "since": since}
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, json.dumps(mine).encode(), 0)


def _holder(descriptor: int) -> str:
    """Who signed; a holder that took the lock a moment ago may not have signed yet."""
    try:
        holder = json.loads(os.pread(descriptor, 4096, 0))
        return f"process {holder['pid']} on {holder['host']} (since {holder['since']})"
    except (ValueError, KeyError, TypeError):
        return "another process"
