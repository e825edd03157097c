"""`python -m culture_conflict_tests.cases FILE.jsonl`: a line per case; exit 1 on a fail."""

from __future__ import annotations

import importlib
import importlib.util
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from culture_conflict_tests.cases.compare import compare

__all__ = ["main", "run_case"]

_ADAPTERS = "culture_conflict_tests.cases.adapters"


def run_case(case: dict[str, Any], files: Path) -> tuple[str, str]:
    """The outcome (pass, fail, pending) of one case, and what differed."""
    module = f"{_ADAPTERS}.{case['component']}"
    if importlib.util.find_spec(module) is None:
        return "pending", f"no adapter for {case['component']} yet"
    adapter = importlib.import_module(module).adapter(files)
    failures = compare(adapter, case["input"], case["expected"])
    return ("fail", "; ".join(failures)) if failures else ("pass", "")


def main(arguments: list[str]) -> int:
    """Run every case of the file named; files a case names lie beside it."""
    if len(arguments) != 1 or not Path(arguments[0]).is_file():
        print("usage: python -m culture_conflict_tests.cases FILE.jsonl", file=sys.stderr)
        return 2
    path = Path(arguments[0])
    outcomes: Counter[str] = Counter()
    for line in filter(str.strip, path.read_text(encoding="utf-8").split("\n")):
        case = json.loads(line)
        outcome, detail = run_case(case, path.parent)
        outcomes[outcome] += 1
        print(f"{outcome:<8}{case['id']:<10}{case['component']:<20}{detail}")
    print(f"{outcomes['pass']} passed, {outcomes['fail']} failed, {outcomes['pending']} pending")
    return 1 if outcomes["fail"] else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
