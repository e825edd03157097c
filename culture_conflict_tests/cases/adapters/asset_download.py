"""Field cases of fetching pictures by their address, asked of a server on this machine."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.sources.politeness import meet

_NAMES = ("max_attempts_bounded", "user_agent_has_contact", "stored")


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def seen(name: str) -> Callable[[Any], Any]:
        return lambda given: meet(given["http_status"], given["retry_after_s"])[name]

    return {
        "waits_at_least_s": lambda given: min(
            meet(given["http_status"], given["retry_after_s"])["waits"]
        ),
        **{name: seen(name) for name in _NAMES},
    }
