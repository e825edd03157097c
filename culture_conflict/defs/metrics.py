"""The dbt project as assets: one per model, read from its manifest, built by one step."""

from collections.abc import Iterator, Sequence
from graphlib import TopologicalSorter
from typing import Any

import dagster as dg

from culture_conflict.defs.previews import table_preview
from culture_conflict.defs.tables_io import address
from culture_conflict.executors._dagster import raise_interrupts_as
from culture_conflict.home import Home
from culture_conflict.warehouse.build import Built, build
from culture_conflict.warehouse.manifest import Node
from culture_conflict.warehouse.read import read_mart

__all__ = ["metrics_assets"]

_TESTS = "dbt_tests"


def asset_key(name: str) -> dg.AssetKey:
    """The asset a dbt model or seed stands for."""
    return dg.AssetKey(["metrics", name])


def _upstream(node: Node, tables: Sequence[dg.AssetKey]) -> list[dg.AssetKey]:
    """The nodes it is made of, and the tables it reads, of every benchmark."""
    read = [key for key in tables if address(key)[0].name == node.table]
    return [*(asset_key(name) for name in node.depends_on), *sorted(read)]


def _spec(node: Node, tables: Sequence[dg.AssetKey]) -> dg.AssetSpec:
    columns = [dg.TableColumn(name, description=doc) for name, doc in node.columns.items()]
    return dg.AssetSpec(
        asset_key(node.name),
        deps=_upstream(node, tables),
        description=node.description,
        group_name=f"metrics_{node.layer}",
        kinds={"dbt", "duckdb"},
        metadata={"dagster/column_schema": dg.TableSchema(columns=columns)},
    )


def metrics_assets(
    nodes: Sequence[Node], tables: Sequence[dg.AssetKey] = ()
) -> dg.AssetsDefinition:
    """Every model and seed of the dbt project; any selection of them can be materialized.

    `tables` are the assets that hold the tables of all benchmarks.
    """
    marts = {node.name for node in nodes if node.layer == "marts"}
    order = list(TopologicalSorter({n.name: n.depends_on for n in nodes}).static_order())

    @dg.multi_asset(
        name="metrics_dbt",
        specs=[_spec(node, tables) for node in nodes],
        check_specs=[dg.AssetCheckSpec(_TESTS, asset=asset_key(name)) for name in sorted(marts)],
        can_subset=True,
        required_resource_keys={"home"},
    )
    def metrics_dbt(
        context: dg.AssetExecutionContext,
    ) -> Iterator[dg.MaterializeResult[None] | dg.AssetCheckResult]:
        """Rebuild the selected models in a copy of the warehouse, test them, swap it in."""
        home: Home = context.resources.home
        selected = {key.path[-1] for key in context.selected_asset_keys}
        names = [name for name in order if name in selected]
        # dbt stops its threads for this interruption alone; others leave them at their queries.
        with raise_interrupts_as(KeyboardInterrupt):
            built = build(
                tables=home.tables.root,
                warehouse=home.warehouse,
                work=home.work,
                select=None if len(names) == len(nodes) else names,
                log=context.log.info,
            )
        checked = {key.asset_key.path[-1] for key in context.selected_asset_check_keys}
        for name in names:
            yield _materialized(home, built, name, preview=name in marts)
        for name in sorted(checked):
            yield _tested(built, name)

    return metrics_dbt


def _materialized(
    home: Home, built: Built, name: str, *, preview: bool
) -> dg.MaterializeResult[None]:
    node = next(node for node in built.nodes if node.name == name)
    metadata: dict[str, Any] = {"dbt_seconds": node.seconds}
    if node.rows is not None:
        metadata["dagster/row_count"] = node.rows
    if preview:
        metadata["rows"] = table_preview(read_mart(home.warehouse, name))
    return dg.MaterializeResult(asset_key(name), metadata=metadata)


def _tested(built: Built, name: str) -> dg.AssetCheckResult:
    tests = [test for test in built.tests if test.node == name]
    failed = [test.name for test in tests if test.status not in {"pass", "skipped"}]
    return dg.AssetCheckResult(
        check_name=_TESTS,
        asset_key=asset_key(name),
        passed=not failed,
        severity=dg.AssetCheckSeverity.WARN,
        metadata={"tests": len(tests), "not_passed": failed},
    )
