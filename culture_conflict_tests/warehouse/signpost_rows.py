"""SIGNPOST's rows as tables of a home: the golden ones by each policy, and any few of one model."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.statistics.signpost import signpost_intervals
from culture_conflict.statistics.signpost_making import make_signpost_comparisons
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict_tests.benchmarks_signpost.small_scenes import (
    golden_tables,
    predictions_of,
    variants_of,
)

MODEL = "m"
GOLDEN_RADIUS_KM = 6371.0
POLICIES = ("drop", "wrong")
Row = dict[str, Any]


def source_row(source: str) -> Row:
    return {
        "benchmark": "signpost",
        "source": source,
        "source_version": "v1",
        "kind": "folder",
        "title": source,
        "medium": "photograph",
    }


SOURCES: list[Row] = [source_row(source) for source in ("a", "b")]
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
    sources = store.read(TABLES["sources"], None)
    made = make_signpost_comparisons(store, registered, sources, {"base-v1"})
    names = ("model_comparison", "conflict_effect", "prompt_effect")
    for name, frame in zip(names, made, strict=True):
        store.write(TABLES[name], frame, "signpost")


def write_streets(store: TableStore, scenes: list[Row], answers: list[Row]) -> None:
    """One model's answers, scored as in use; its sources are one set, named `all`."""
    variants, told = variants_of(scenes), predictions_of(answers)
    names = sorted(set(variants["source"]))
    registered = TABLES["models"].frame(
        [
            {"model": MODEL, "provider": "replay", "kind": "vlm", "name": MODEL, "revision": "1"}
            | dict.fromkeys(("base_model", "trained_on"))
        ]
    )
    sets = [{"benchmark": "signpost", "source_set": "all", "source": name} for name in names]
    store.write(TABLES["models"], registered, None)
    store.write(TABLES["sources"], TABLES["sources"].frame([*map(source_row, names)]), None)
    store.write(TABLES["source_sets"], TABLES["source_sets"].frame(sets), None)
    drawn = []
    for name in names:
        mine = variants.filter(source=name)
        said = told.filter(source=name)
        scores = score(said, mine)
        store.write(TABLES["signpost_variants"], mine, "signpost", name)
        store.write(TABLES["signpost_predictions"], said, "signpost", MODEL, name)
        store.write(TABLES["signpost_scores"], scores, "signpost", MODEL, name)
        drawn.append((mine, scores))
    intervals = signpost_intervals(drawn, {"all": tuple(names)}, registered, draws=50)
    store.write(TABLES["signpost_intervals"], intervals, "signpost")
