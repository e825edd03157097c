"""One model asked about street scenes in Dagster: every prompt, scores, judgements, intervals."""

from __future__ import annotations

from typing import Any

import dagster as dg
import polars as pl
import pytest

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.signpost.asking import SIGNPOST
from culture_conflict.defs import intervals, registry, signpost
from culture_conflict.defs.partitions import MODELS, SIGNPOST_SOURCES, model_by_source
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES, table_of
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS
from culture_conflict_tests.benchmarks_signpost.written_scenes import written_scenes

MODEL, SOURCE = "reference-prior", "sample"
PARTITIONED = ("predictions", "evaluations", "scores", "judgements")
ASSETS = [*registry.ASSETS, *signpost.ASSETS, *intervals.ASSETS]


def _run(home: Home, keys: list[dg.AssetKey], partition: Any = None, **config: str) -> bool:
    ops = {"signpost__predictions": {"config": config}} if config else {}
    with dg.DagsterInstance.ephemeral() as instance:
        instance.add_dynamic_partitions(str(MODELS.name), [MODEL])
        instance.add_dynamic_partitions(str(SIGNPOST_SOURCES.name), [SOURCE])
        return dg.materialize(
            ASSETS,
            selection=dg.AssetSelection.assets(*keys),
            instance=instance,
            partition_key=partition,
            resources={"home": HomeResource(root=str(home.root)), "tables_io": tables_io},
            run_config={"ops": ops},
        ).success


def _read(home: Home, name: str) -> pl.DataFrame:
    return home.tables.read(table_of("signpost", name), "signpost", MODEL, SOURCE)


@pytest.fixture
def asked(home: Home) -> Home:
    scenes = written_scenes(home.pictures, 2)
    home.tables.write(SIGNPOST_VARIANTS, scenes, "signpost", SOURCE)
    for prompt in ("base", "country"):
        ask_model(SIGNPOST, home, scenes, MODEL, run_id="r", log=print, prompt_name=prompt)
    keys = [dg.AssetKey(["signpost", name]) for name in PARTITIONED]
    assert _run(home, keys, model_by_source(MODEL, SOURCE), prompt="probing")
    return home


@pytest.mark.slow
def test_answers_to_every_prompt_stand_side_by_side(asked: Home) -> None:
    predictions = _read(asked, "predictions")
    rows = predictions.group_by("prompt_id", "task", "state").len().sort("prompt_id").rows()
    assert rows == [
        ("base-v1", "coordinates", "ok", 10),
        ("country-v1", "country", "ok", 10),
        ("probing-v1", "probing", "ok", 10),
    ]
    scores, judgements = _read(asked, "scores"), _read(asked, "judgements")
    assert set(scores["prompt_id"]) == {"base-v1", "probing-v1"}
    assert set(judgements["task"]) == {"country", "probing"}
    assert _read(asked, "evaluations")["prompt_id"].sort().to_list() == [
        "base-v1", "country-v1", "probing-v1",
    ]  # fmt: skip
    registered = [key for asset in registry.ASSETS for key in asset.keys]
    assert _run(asked, [*registered, dg.AssetKey(["signpost", "intervals"])])
    intervals = asked.tables.read(TABLES["signpost_intervals"], "signpost")
    assert {"signpost_wla", "signpost_probing", "signpost_cross_task"} <= set(intervals["mart"])
