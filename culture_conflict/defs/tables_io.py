"""Carries tables between assets: validated on the way out, named when absent on the way in."""

import dagster as dg
import polars as pl

from culture_conflict.defs.partitions import partition_of
from culture_conflict.defs.previews import table_preview
from culture_conflict.executors.held import held_devices
from culture_conflict.home import Home
from culture_conflict.tables.catalog import table_of
from culture_conflict.tables.schema import Table

__all__ = ["TableIOManager", "address", "tables_io"]


def address(key: dg.AssetKey) -> tuple[Table, str | None]:
    """The table and the benchmark an asset key stands for."""
    benchmark = key.path[0] if len(key.path) > 1 else None
    return table_of(benchmark, key.path[-1]), benchmark


class TableIOManager(dg.IOManager):
    """One asset partition is one Parquet file; no asset sees a table it did not declare."""

    def __init__(self, home: Home) -> None:
        self._store = home.tables

    def handle_output(self, context: dg.OutputContext, obj: pl.DataFrame) -> None:
        table, benchmark = address(context.asset_key)
        parts = partition_of(context.partition_key if context.has_partition_key else None)
        path = self._store.write(table, obj, benchmark, *parts)
        context.add_output_metadata(
            {
                "dagster/row_count": obj.height,
                "path": dg.MetadataValue.path(path),
                "rows": table_preview(obj),
                **(held.metadata() if (held := held_devices()) and held.devices else {}),
            }
        )

    def load_input(self, context: dg.InputContext) -> pl.DataFrame:
        table, benchmark = address(context.asset_key)
        parts = partition_of(context.asset_partition_key if context.has_asset_partitions else None)
        return self._store.read(table, benchmark, *parts)


@dg.io_manager(required_resource_keys={"home"})
def tables_io(context: dg.InitResourceContext) -> TableIOManager:
    """The tables of the home folder."""
    return TableIOManager(context.resources.home)
