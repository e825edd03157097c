"""`make bench`: every benchmark in turn, or those named as arguments."""

from __future__ import annotations

import importlib
import sys

NAMES = ("imports", "pairing", "stacking", "matching", "scoring", "overhead", "executor", "asking")

if __name__ == "__main__":
    for name in sys.argv[1:] or NAMES:
        print(f"== {name}", flush=True)
        importlib.import_module(f"culture_conflict_tests.benchmarks.{name}").main()
