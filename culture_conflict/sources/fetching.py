"""How far fetching is, told while it goes on; Dagster shows this log with the run's own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field

__all__ = ["Fetching"]

_LOG = logging.getLogger("culture_conflict.sources")
_EVERY_S = 5.0


@dataclass
class Fetching:
    """Counts what has come, of `total` things or of an unknown number, in bytes too if known.

    Tells the first at once, the last, and between them at most once in five seconds.
    """

    what: str
    total: int | None = None
    total_bytes: int | None = None
    clock: Callable[[], float] = time.monotonic
    tell: Callable[[str], None] = _LOG.info
    done: int = 0
    n_bytes: int = 0
    _started: float = field(init=False)
    _told: float | None = None
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def __post_init__(self) -> None:
        self._started = self.clock()

    def add(self, n_bytes: int) -> None:
        """One thing more has come."""
        with self._lock:
            self.done += 1
            self.n_bytes += n_bytes
            now = self.clock()
            if self._told is None or now - self._told >= _EVERY_S or self.done == self.total:
                self._told = now
                self.tell(self.describe(now - self._started))

    def describe(self, seconds: float) -> str:
        """One line: count, megabytes, rate, and the time left where the end is known."""
        of = "" if self.total is None else f" of {self.total:,}"
        told = f"fetched {self.done:,}{of} {self.what}, {_megabytes(self.n_bytes)}"
        if self.total_bytes is not None:
            told += f" of {_megabytes(self.total_bytes)}"
        if seconds <= 0:
            return told
        rate = self.n_bytes / seconds
        left = self._share_left(seconds)
        return f"{told} ({_megabytes(rate)}/s{'' if left is None else f', {left:,.0f} s left'})"

    def _share_left(self, seconds: float) -> float | None:
        done, total = self.done, self.total
        if self.total_bytes is not None:
            done, total = self.n_bytes, self.total_bytes
        if total is None or not done:
            return None
        return seconds * max(0, total - done) / done


def _megabytes(n_bytes: float) -> str:
    return f"{n_bytes / 1e6:,.1f} MB"
