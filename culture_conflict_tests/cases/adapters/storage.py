"""Field cases of storage: one writer at a time, and a disk that is nearly full."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.warehouse.storage_in_cases import full_disk, together


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "all_succeed": lambda given: together(given).n_failed == 0,
        "max_parallel_writers": lambda given: together(given).most,
        "write_refused_before_start": lambda given: full_disk(given).refused_before_start,
        "old_db_readable": lambda given: full_disk(given).old_rows == 1,
        "alarm": lambda given: "MB are needed" in full_disk(given).message,
    }
