"""Field cases of packages: pins that break each other, and the versions of dbt."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from culture_conflict_tests.packages_in_cases import bound_of_dbt, told_of_packages


def adapter(files: Path) -> dict[str, Callable[[Any], Any]]:
    return {
        "startup_check": lambda given: told_of_packages(given["packages"])["startup_check"],
        "works_with": lambda given: told_of_packages(given["packages"])["works_with"],
        "pin": lambda given: bound_of_dbt(),
    }
