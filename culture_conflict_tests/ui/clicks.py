"""What a user's mouse does in the UI."""

from __future__ import annotations

from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as TooLate

from culture_conflict_tests.ui.daemon_kit import Ui

__all__ = ["launch"]

_SLOW_MS = 60_000
_TRIES = 3


def launch(page: Page, ui: Ui, job: str, *partition: str) -> None:
    """Open the job, choose one key per dimension, and launch the one run that makes them."""
    page.goto(f"{ui.url}/locations/culture_conflict/jobs/{job}")
    page.get_by_role("button", name="Materialize").first.click(timeout=_SLOW_MS)
    # Nobody materialized what the job reads, since the tests wrote it; the UI warns of that.
    page.get_by_role("button", name="Confirm").click(timeout=_SLOW_MS)
    for key in partition:
        _choose(page, key)
    page.get_by_role("button", name="Launch 1 run").click(timeout=_SLOW_MS)


def _choose(page: Page, key: str) -> None:
    """Pick a key in the first dimension that has none yet.

    The page may draw its list anew below the mouse; then the list is opened again.
    """
    for tries_left in reversed(range(_TRIES)):
        page.get_by_text("Select a partition or create one").first.click(timeout=_SLOW_MS)
        try:
            page.get_by_text(key).first.click(timeout=_SLOW_MS / 3)
        except TooLate:
            if not tries_left:
                raise
        else:
            return
        finally:
            page.keyboard.press("Escape")
