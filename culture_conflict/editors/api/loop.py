"""An event loop in a thread of its own, so that many threads ask through one account."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any, TypeVar

__all__ = ["Loop"]

Made = TypeVar("Made")


class Loop:
    """Runs from its making until `stop`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="edits", daemon=True)
        self._thread.start()

    def submit(self, work: Coroutine[Any, Any, Made]) -> Future[Made]:
        """Begin `work`; the future tells what came of it, and ends it if it is cancelled."""
        return asyncio.run_coroutine_threadsafe(work, self._loop)

    def stop(self, last: Coroutine[Any, Any, None]) -> None:
        """Cancel what is still going on, do `last`, and end."""
        self.submit(_ended(last)).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


async def _ended(last: Coroutine[Any, Any, None]) -> None:
    others = asyncio.all_tasks() - {asyncio.current_task()}
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)
    await last
