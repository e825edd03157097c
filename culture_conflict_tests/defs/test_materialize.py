"""Any asset by itself: it works where its upstream exists, and says what is missing where not."""

from __future__ import annotations

from typing import Any

import dagster as dg
import pytest

from culture_conflict.defs import confused_tourist, confused_tourist_building, intervals, registry
from culture_conflict.defs.metrics import metrics_assets
from culture_conflict.defs.resources import HomeResource
from culture_conflict.defs.runs import open_instance
from culture_conflict.defs.tables_io import tables_io
from culture_conflict.home import Home
from culture_conflict.sources.source import SourceTables
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.manifest import ensure_manifest, read_nodes
from culture_conflict_tests.models.asking_kit import World


def materialize(
    home: Home,
    assets: list[dg.AssetsDefinition],
    *keys: str,
    partition: str | None = None,
    ops: dict[str, Any] | None = None,
    tags: dict[str, str] | None = None,
) -> dg.ExecuteInProcessResult:
    """Materialize the assets of these keys, as a click does; partitions exist beforehand."""
    selection = [dg.AssetKey(key.split("/")) for key in keys]
    with open_instance(home) as instance:
        return dg.materialize(
            assets,
            selection=dg.AssetSelection.assets(*selection),
            instance=instance,
            partition_key=partition,
            run_config={"ops": ops or {}},
            tags=tags,
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
    keys = ["confused_tourist/predictions", "confused_tourist/evaluations"]
    partition = dg.MultiPartitionKey({"model": "reference-prior", "source": "sample"})
    result = materialize(home, confused_tourist.ASSETS, *keys, partition=partition)
    assert "Materialize confused_tourist/variants for partition sample first" in failure(result)


def test_predictions_and_their_evaluation_are_made_together_and_of_a_sample_if_asked(
    home: Home,
) -> None:
    variants = World(home.root).variants(range(4))
    home.tables.write(TABLES["variants"], variants, "confused_tourist", "sample")
    keys = ["confused_tourist/predictions", "confused_tourist/evaluations"]
    partition = dg.MultiPartitionKey({"model": "reference-prior", "source": "sample"})
    for limit, n in ((3, 3), (None, 4)):
        ops = {"confused_tourist__predictions": {"config": {"limit": limit, "seed": 1}}}
        result = materialize(
            home, confused_tourist.ASSETS, *keys, partition=partition, ops=ops if limit else None
        )
        assert result.success
        stored = {
            name: home.tables.read(TABLES[name], "confused_tourist", "reference-prior", "sample")
            for name in ("predictions", "evaluations")
        }
        assert stored["predictions"].height == n
        assert stored["evaluations"]["sample_limit"].to_list() == [limit]
        assert stored["evaluations"]["coverage"].to_list() == [n / 4]
        assert stored["evaluations"]["parser"][0].startswith("confused_tourist-")


def test_a_source_with_one_item_has_variants_but_no_pair(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = confused_tourist_building.read_source

    def one(*arguments: object) -> SourceTables:
        read = whole(*arguments)
        return read._replace(items=read.items.head(1))

    monkeypatch.setattr(confused_tourist_building, "read_source", one)
    names = ("items", "cues", "imported_images", "rejects", "pairs", "stacked_images", "variants")
    keys = [f"confused_tourist/{name}" for name in names]
    result = materialize(home, confused_tourist.ASSETS, *keys, partition="sample")
    assert result.success
    stored = {n: home.tables.read(TABLES[n], "confused_tourist", "sample") for n in names}
    assert stored["pairs"].height == 0
    assert sorted(stored["variants"]["perturb_context"]) == ["congruent_flag", "grey_patch", "none"]
    made = result.asset_materializations_for_node("confused_tourist__pairs")[0]
    assert made.metadata["items_without_pair"].value == 1


@pytest.mark.slow
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
    registered = ("models", "sources", "source_sets")
    assert materialize(home, assets, *registered, "confused_tourist/intervals").success
    assert home.tables.read(TABLES["intervals"], "confused_tourist").height == 0
