"""Any asset by itself: it works where its upstream exists, and says what is missing where not."""

from __future__ import annotations

import dagster as dg
import polars as pl
import pytest

from culture_conflict.defs import confused_tourist, intervals, registry
from culture_conflict.defs.metrics import metrics_assets
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.runs import open_instance
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.manifest import ensure_manifest, read_nodes


def materialize(
    home: Home, assets: list[dg.AssetsDefinition], *keys: str, partition: str | None = None
) -> dg.ExecuteInProcessResult:
    """Materialize the assets of these keys, as a click does; partitions exist beforehand."""
    selection = [dg.AssetKey(key.split("/")) for key in keys]
    with open_instance(home) as instance:
        return dg.materialize(
            assets,
            selection=dg.AssetSelection.assets(*selection),
            instance=instance,
            partition_key=partition,
            resources={"home": HomeResource(root=str(home.root)), "tables_io": tables_io},
            raise_on_error=False,
        )


def failure(result: dg.ExecuteInProcessResult) -> str:
    """The message of the innermost error of the failed step."""
    error = result.filter_events(lambda e: e.is_step_failure)[0].step_failure_data.error
    while error is not None and error.cause is not None:
        error = error.cause
    assert error is not None
    return error.message


def test_a_missing_upstream_is_named_with_its_partition(home: Home) -> None:
    result = materialize(
        home, confused_tourist.ASSETS, "confused_tourist/pairs", partition="sample"
    )
    assert "Materialize confused_tourist/cues for partition sample first" in failure(result)


def test_an_asset_reads_its_own_partition_only(home: Home) -> None:
    key = "confused_tourist/predictions"
    partition = dg.MultiPartitionKey({"model": "reference-prior", "source": "sample"})
    result = materialize(home, confused_tourist.ASSETS, key, partition=partition)
    assert "Materialize confused_tourist/variants for partition sample first" in failure(result)


def test_a_source_with_one_item_has_variants_but_no_pair(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = confused_tourist.read_source

    def one(*arguments: object) -> tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]:
        items, cues, rejects = whole(*arguments)
        return items.head(1), cues, rejects

    monkeypatch.setattr(confused_tourist, "read_source", one)
    names = ("items", "cues", "rejects", "pairs", "stacked_images", "variants")
    keys = [f"confused_tourist/{name}" for name in names]
    result = materialize(home, confused_tourist.ASSETS, *keys, partition="sample")
    assert result.success
    stored = {n: home.tables.read(TABLES[n], "confused_tourist", "sample") for n in names}
    assert stored["pairs"].height == 0
    assert sorted(stored["variants"]["perturb_context"]) == ["congruent_flag", "grey_patch", "none"]
    made = result.asset_materializations_for_node("confused_tourist__pairs")[0]
    assert made.metadata["items_without_pair"].value == 1


def test_a_mart_by_itself_says_what_it_needs_and_then_works(home: Home) -> None:
    nodes = read_nodes(ensure_manifest(home.work))
    assets = [metrics_assets(nodes)]
    alone = materialize(home, assets, "metrics/dataset_composition")
    assert "dataset_composition can't be built on its own" in failure(alone)
    assert "Build everything first" in failure(alone)
    assert not home.warehouse.exists()
    everything = materialize(home, assets, *(f"metrics/{node.name}" for node in nodes))
    assert everything.success
    again = materialize(home, assets, "metrics/dataset_composition")
    assert again.success
    checks = again.get_asset_check_evaluations()
    assert [check.passed for check in checks] == [True]


def test_intervals_of_what_was_never_asked_are_a_table_without_rows(home: Home) -> None:
    assets = [*registry.ASSETS, *intervals.ASSETS]
    alone = materialize(home, assets, "confused_tourist/intervals")
    assert "Materialize models first" in failure(alone)
    result = materialize(home, assets, "models", "sources", "confused_tourist/intervals")
    assert result.success
    assert home.tables.read(TABLES["intervals"], "confused_tourist").height == 0
