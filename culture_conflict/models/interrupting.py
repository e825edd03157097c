"""An event loop whose interruption loses nothing and is never lost itself."""

from __future__ import annotations

import asyncio
import signal
import threading
from collections.abc import Callable, Coroutine
from typing import Any

__all__ = ["run_interruptible"]


def run_interruptible(main: Coroutine[Any, Any, None]) -> None:
    """`asyncio.run`, where SIGINT and SIGTERM cancel `main` and then reach who handles them.

    A handler that raises, as Dagster's does where a run is cancelled, would raise in the midst of
    any callback, and asyncio swallows what a callback raises: the run would go on. Signals without
    a handler of Python's, and other threads than the main one, are left alone.

    Raises:
        BaseException: what the handler raises, once `main` has ended; where it raises nothing,
            what `main` ended with, as a rule asyncio.CancelledError.
    """
    handlers = _handlers()
    caught: list[signal.Signals] = []

    async def watched() -> None:
        loop, task = asyncio.get_running_loop(), asyncio.current_task()
        assert task is not None
        for number in handlers:
            loop.add_signal_handler(number, _cancel, task, number, caught)
        await main

    try:
        asyncio.run(watched())
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        for number in caught[:1]:
            signal.raise_signal(number)


def _handlers() -> dict[signal.Signals, Callable[..., Any]]:
    """Who handles an interruption now."""
    if threading.current_thread() is not threading.main_thread():
        return {}
    found = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    return {
        number: handler
        for number, handler in found.items()
        if callable(handler) and not isinstance(handler, signal.Handlers)
    }


def _cancel(task: asyncio.Task[None], number: signal.Signals, caught: list[signal.Signals]) -> None:
    caught.append(number)
    task.cancel()
