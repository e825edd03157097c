"""Pillow's remarks about odd files, kept off the terminal from any number of threads."""

from __future__ import annotations

import threading
import warnings
from types import TracebackType

__all__ = ["QUIET"]


class _Quiet:
    """Ignores warnings that Pillow's modules raise while at least one thread is inside.

    `warnings.catch_warnings` is not safe in threads: the first to leave would undo the second's
    filter. Here the first to enter sets it and the last to leave takes it away.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._inside = 0
        self._filter = warnings.catch_warnings()

    def __enter__(self) -> None:
        with self._lock:
            if self._inside == 0:
                self._filter = warnings.catch_warnings()
                self._filter.__enter__()
                warnings.filterwarnings("ignore", module=r"PIL\.")
            self._inside += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        with self._lock:
            self._inside -= 1
            if self._inside == 0:
                self._filter.__exit__(kind, error, trace)


QUIET = _Quiet()
