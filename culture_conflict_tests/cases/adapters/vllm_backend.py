"""Field cases of serving open-weight checkpoints."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.models_vllm import looking


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def sight(name: str) -> Callable[[Any], Any]:
        return lambda given: looking.SIGHTS[name](given, files)

    return {name: sight(name) for name in looking.SIGHTS}
