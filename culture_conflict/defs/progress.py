"""Progress in Dagster's log, at most once a second."""

from __future__ import annotations

import time
from collections.abc import Callable

import dagster as dg

__all__ = ["log_progress"]


def log_progress(context: dg.AssetExecutionContext, what: str) -> Callable[[int, int], None]:
    """A function of (done, total) that logs count, rate and time left."""
    started = time.monotonic()
    last = started

    def report(done: int, total: int) -> None:
        nonlocal last
        now = time.monotonic()
        if now - last < 1 and done < total:
            return
        last = now
        rate = done / max(now - started, 1e-9)
        left = (total - done) / rate if rate else float("inf")
        shown = f"{rate:.0f}" if rate >= 10 else f"{rate:.1f}"
        context.log.info(f"{what}: {done}/{total} ({shown}/s, {left:,.0f} s left)")

    return report
