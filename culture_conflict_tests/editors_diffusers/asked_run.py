"""`python -m culture_conflict_tests.editors_diffusers.asked_run HOME`: everything is asked about.

The reference model that looks at nothing answers for each source of each benchmark, then the marts
are built; both by the jobs of the code location. Prints rows of marts as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.commands import build_metrics, evaluate_model
from culture_conflict.home import VARIABLE, Home
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.editors_diffusers.recorded_world import asked

MODEL = "reference-prior"
MARTS = (
    *("confused_tourist_accuracy", "confused_tourist_distraction", "confused_tourist_leaderboard"),
    *("signpost_wla", "construction_funnel"),
    *("culture_mix_accuracy", "culture_mix_controls", "benchmark_overview", "conflict_effect"),
)


def main(folder: str) -> dict[str, Any]:
    """The marts' measured rows."""
    os.environ[VARIABLE] = folder
    home = Home(Path(folder))
    for benchmark, source in asked():
        evaluate_model(home, MODEL, source, benchmark=benchmark)
    build_metrics(home)
    sources = {source for _, source in asked()}
    mine = pl.col("source").is_in(sources)
    return {name: read_mart(home.warehouse, name).filter(mine).to_dicts() for name in MARTS}


if __name__ == "__main__":
    print(json.dumps(main(sys.argv[1]), default=str))
