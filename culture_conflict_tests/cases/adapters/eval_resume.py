"""Field cases of resuming: a ledger torn like the case's file, and what is asked after that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.models.resumed_in_cases import resumed


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "rows": lambda given: resumed(files / given["file"]).rows,
        "torn_rows": lambda given: resumed(files / given["file"]).torn_rows,
        "asked_again": lambda given: resumed(files / given["file"]).asked_again,
    }
