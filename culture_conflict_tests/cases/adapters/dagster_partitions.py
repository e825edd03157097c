"""Field cases of partitions: keys, their number, and models that are retired."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict.models.settings import slug
from culture_conflict.tables.variants import VARIANTS
from culture_conflict_tests.defs import partitions_in_cases as seen


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "key_has_slash": lambda given: "/" in slug(given["model"]),
        "key_has_pipe": lambda given: "|" in slug(given["model"]),
        "reversible": lambda given: seen.exact_id(given["model"]) == given["model"],
        "distinct_from": lambda given: lambda other: slug(other) != slug(given["model"]),
        "materialises": lambda given: seen.materializes(given["model"], given["dataset"]),
        "distinct_paths": lambda given: len({seen.path(model) for model in given["models"]}),
        **dict.fromkeys(("partitions", "not"), lambda given: seen.n_partitions(given["models"])),
        "in_leaderboard": lambda given: given["delete"] in seen.retired(given["delete"]).board,
        "file_removed_or_archived": lambda given: not seen.retired(given["delete"]).file_left,
        "downstream_runs_ok": lambda given: seen.retired(given["delete"]).succeeded,
        "definition": lambda given: f"at most {seen.most_dimensions()} dimensions",
        "variant": lambda given: "a column" if "variant" in VARIANTS.schema else "a partition",
    }
