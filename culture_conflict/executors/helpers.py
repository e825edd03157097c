"""Dagster's small processes that mirror a step's output, kept out of an interruption."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import Any

from culture_conflict.executors._dagster import compute_logs

__all__ = ["helpers_uninterrupted"]


@contextmanager
def helpers_uninterrupted() -> Iterator[None]:
    """Inside, such processes are started with SIGINT blocked; they end with the step, by SIGTERM.

    A terminal sends Ctrl-C to every process of a command, and the traceback of each would hide
    what the command itself says.
    """
    start = compute_logs.execute_posix_tail

    @contextmanager
    def blocked(path: Any, stream: Any) -> Iterator[Any]:
        with ExitStack() as running:
            before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
            try:
                pids = running.enter_context(start(path, stream))
            finally:
                signal.pthread_sigmask(signal.SIG_SETMASK, before)
            yield pids

    compute_logs.execute_posix_tail = blocked
    try:
        yield
    finally:
        compute_logs.execute_posix_tail = start
