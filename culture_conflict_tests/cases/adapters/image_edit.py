"""image_edit: pictures that came back black or zoomed, adapters not applied, one that is huge."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.editors import edits_in_cases as seen


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def reason(given: Any) -> str | None:
        stopped = seen.adapter_error(given) if "loaded_keys" in given else None
        return stopped.reason if stopped else seen.report(given, files).reason

    return {
        "accepted": lambda given: seen.report(given, files).accepted,
        "reason": reason,
        "flag": reason,
        "retry": lambda given: seen.report(given, files).advice,
        "run_stops": lambda given: seen.adapter_error(given) is not None,
        "results": lambda given: seen.outcomes(given["image_sizes"]),
    }
