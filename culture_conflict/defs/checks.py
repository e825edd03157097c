"""Asset checks made from the tables' schemas: one per table, every promise counted."""

import warnings
from collections.abc import Sequence

import dagster as dg

from culture_conflict.defs.partitions import partition_of
from culture_conflict.defs.tables_io import address

__all__ = ["schema_checks"]


def schema_checks(assets: Sequence[dg.AssetsDefinition]) -> list[dg.AssetChecksDefinition]:
    """A check per table asset that reads the stored partition again and counts broken promises."""
    return [_check(asset, key) for asset in assets for key in sorted(asset.keys)]


def _check(asset: dg.AssetsDefinition, key: dg.AssetKey) -> dg.AssetChecksDefinition:
    table, benchmark = address(key)

    def schema(context: dg.AssetCheckExecutionContext) -> dg.AssetCheckResult:
        parts = partition_of(context.partition_key if context.has_partition_key else None)
        frame = context.resources.home.tables.read(table, benchmark, *parts)
        broken = table.broken(frame)
        promises = sum(1 for _ in table.rules())
        return dg.AssetCheckResult(
            passed=not broken,
            metadata={"rows": frame.height, "promises": promises, "broken": broken},
        )

    with warnings.catch_warnings():
        # A check that reads only its run's partition needs this preview feature of Dagster 1.13.
        warnings.simplefilter("ignore", dg.PreviewWarning)
        return dg.asset_check(
            asset=key,
            name="schema",
            description=f"Every promise of the {table.name} schema holds in the stored file.",
            partitions_def=asset.partitions_def,
            required_resource_keys={"home"},
        )(schema)
