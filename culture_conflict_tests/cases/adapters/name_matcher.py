"""name_matcher: names by their n-grams, and items told apart by more than their name."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.benchmarks.ngrams import alternatives, best_similarity
from culture_conflict_tests.benchmarks_confused_tourist import answers_in_cases as seen


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    def joined(given: Any) -> Any:
        return seen.items_of(given).join(seen.items_of(given), on="item_id")

    return {
        "similarity": lambda given: best_similarity(given["pred"], given["gt"]),
        "match": seen.same_names,
        "no_exception": lambda given: bool(seen.same_names(given)),
        "gt_alternatives": lambda given: [a for name in given["gt"] for a in alternatives(name)],
        "distinct_item_ids": lambda given: seen.items_of(given)["item_id"].n_unique(),
        "join_rows_per_item": lambda given: joined(given).height / len(given["items"]),
    }
