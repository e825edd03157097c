"""The golden SIGNPOST rows as tables of a home: one model's scores by each policy."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.statistics.signpost import signpost_intervals
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.benchmarks_signpost.small_scenes import golden_tables

GOLDEN_RADIUS_KM = 6371.0
POLICIES = ("drop", "wrong")
Row = dict[str, Any]
SOURCES: list[Row] = [
    {
        "benchmark": "signpost",
        "source": source,
        "source_version": "v1",
        "kind": "folder",
        "title": source,
        "medium": "photograph",
    }
    for source in ("a", "b")
]
SETS: list[Row] = [
    {"benchmark": "signpost", "source_set": name, "source": source}
    for name, source in (("golden", "a"), ("golden", "b"), ("lacking", "a"), ("lacking", "c"))
]


def write_signpost(store: TableStore, models: tuple[str, ...]) -> None:
    """The first model's scores leave answers without a place out, the second's call them wrong."""
    variants, answers = golden_tables()
    by_source = dict(variants.partition_by("source", as_dict=True).items())
    drawn = []
    for (source,), scenes in by_source.items():
        store.write(TABLES["signpost_variants"], scenes, "signpost", str(source))
        made = []
        for model, policy in zip(models, POLICIES, strict=False):
            mine = answers.filter(source=source).with_columns(model=pl.lit(model))
            scores = score(mine, scenes, radius_km=GOLDEN_RADIUS_KM, unanswered=policy)
            store.write(TABLES["signpost_predictions"], mine, "signpost", model, str(source))
            store.write(TABLES["signpost_scores"], scores, "signpost", model, str(source))
            made.append(scores)
        drawn.append((scenes, pl.concat([TABLES["signpost_scores"].empty(), *made])))
    sets = {"golden": ("a", "b"), "lacking": ("a", "c")}
    registered = store.read(TABLES["models"], None)
    intervals = signpost_intervals(drawn, sets, registered, draws=50)
    store.write(TABLES["signpost_intervals"], intervals, "signpost")
