"""Field cases of opening pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.pictures.looking import SIGHTS, look

_REFUSED = ("reason", "other_files_processed", "guard_still_on")


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def sight(name: str) -> Callable[[Any], Any]:
        return lambda given: look((files / given["file"]).read_bytes()).get(name)

    return {name: sight(name) for name in (*SIGHTS, *_REFUSED)}
