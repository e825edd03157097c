"""replacement_text: whole triples or none, and texts that are always the same."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.signpost.replacements import diversity
from culture_conflict_tests.benchmarks_signpost import replacements_in_cases as seen


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "accepted": seen.accepted,
        "reason": lambda given: "; ".join(seen.faults(given["json"])),
        "retry": lambda given: seen.refused(given)["retry"],
        "max_retries_bounded": lambda given: seen.refused(given)["max_retries_bounded"],
        "alarm": lambda given: diversity(given["adversarial_texts"]).alarm,
        "top_share": lambda given: diversity(given["adversarial_texts"]).top_share,
    }
