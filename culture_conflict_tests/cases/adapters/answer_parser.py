"""answer_parser: states and fields of answers, and both rules of matching."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.confused_tourist.matching import contained, same_item
from culture_conflict.models.judging import is_asked_again
from culture_conflict_tests.benchmarks_confused_tourist import answers_in_cases as seen


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "item": lambda given: seen.answered(given).fields["item"],
        "country": lambda given: seen.answered(given).fields["country"],
        "distracted_to": seen.other_country,
        "reason": lambda given: seen.REASONS.get(seen.answered(given).state),
        "retry": lambda given: is_asked_again(seen.answered(given).state),
        "item_correct": lambda given: same_item(given["pred_item"], given["gt_items"], "cuisine"),
        "country_correct": seen.country_right,
        "guarded_country_match": seen.country_right,
        "paper_substring": lambda given: contained(given["pred_country"], given["gt_countries"]),
    }
