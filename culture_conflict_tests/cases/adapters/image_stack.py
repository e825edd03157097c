"""Field cases of cues on pictures."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.benchmarks_confused_tourist import seen_in_cases as seen


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "cue_size": lambda given: seen.cue_size(*seen.pictures(given, files)),
        "cue_size_one_of": lambda given: seen.cue_size(*seen.pictures(given, files)),
        "pixel_in_notch_equals_item": lambda given: seen.notch(*seen.pictures(given, files)),
        "opaque_pixel": lambda given: seen.opaque(*seen.pictures(given, files)),
        "one_of": lambda given: seen.outcome(seen.stacked(*seen.pictures(given, files))),
        "no_exception": lambda given: bool(seen.stacked(*seen.pictures(given, files))),
    }
