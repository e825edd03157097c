"""coord_parser: states and coordinates of answers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.signpost.parsing import parse
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict_tests.benchmarks_signpost.asked_in_cases import asked_again


def _parsed(given: Any) -> Parsed:
    said = given if isinstance(given, dict) else {"text": given, "finish_reason": "stop"}
    return parse(Answer(text=said["text"], finish_reason=said["finish_reason"]))


def _angle(given: Any, name: str) -> float | None:
    value = _parsed(given).fields[name]
    return None if value is None else float(value)


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "status": lambda given: _parsed(given).state,
        "also_ok": lambda given: _parsed(given).state,
        "lat": lambda given: _angle(given, "latitude"),
        "lon": lambda given: _angle(given, "longitude"),
        "retry": asked_again,
    }
