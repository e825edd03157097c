"""Work on many pictures by all cores, few of them in memory at a time.

Threads, not processes: Pillow decodes, scales and encodes (into files) without Python's lock, so
they use the cores as well, start at once and share what they have decoded.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

__all__ = ["in_threads", "usable_cores"]

Job = TypeVar("Job")
Made = TypeVar("Made")


def in_threads(work: Callable[[Job], Made], jobs: Iterable[Job], n_threads: int) -> Iterator[Made]:
    """What `work` makes of each job, in the order of the jobs; an error of one ends all.

    At most two jobs per thread are taken ahead of the result that is waited for.
    """
    waiting: deque[Future[Made]] = deque()
    pool = ThreadPoolExecutor(n_threads, thread_name_prefix="pictures")
    try:
        for job in jobs:
            waiting.append(pool.submit(work, job))
            if len(waiting) > 2 * n_threads:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def usable_cores() -> int:
    """How many cores this process may use."""
    affinity = getattr(os, "sched_getaffinity", None)  # Linux only
    return len(affinity(0)) if affinity else os.cpu_count() or 1
