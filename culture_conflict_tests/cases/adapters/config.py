"""Field cases of settings in YAML."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.sources.folder.texts import load_texts


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "countries": lambda given: load_texts((files / given["file"]).read_bytes()).value[
            "countries"
        ]
    }
