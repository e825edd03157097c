"""Field cases of tables that are empty, or written by several at once, as dbt sees them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.warehouse.empty_in_cases import first_build, seen_downstream
from culture_conflict_tests.warehouse.parallel_in_cases import rows_of_partitions


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "dbt_build": lambda given: first_build(given)["dbt_build"],
        "rows": lambda given: first_build(given)["rows"],
        "columns": lambda given: first_build(given)["columns"],
        "count_seen_downstream": seen_downstream,
        "rows_from_partitions": rows_of_partitions,
    }
