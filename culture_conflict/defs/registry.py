"""The models and sources in force, as tables that the metrics join."""

from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.catalog import all_sources
from culture_conflict.home import Home
from culture_conflict.models.registry import load_registry, models_table
from culture_conflict.sources.catalog import broken_sources, sources_table
from culture_conflict.sources.sets import load_source_sets, source_sets_table

__all__ = ["ASSETS"]

_SETTINGS: dict[str, Any] = {
    "io_manager_key": "tables_io",
    "group_name": "registry",
    "kinds": {"yaml", "parquet"},
    "required_resource_keys": {"home"},
}


@dg.asset(**_SETTINGS)
def models(context: dg.AssetExecutionContext) -> pl.DataFrame:
    """Enabled model settings: the packaged registry and the home's models.yaml."""
    home: Home = context.resources.home
    return models_table(load_registry(home.models_file))


@dg.asset(**_SETTINGS)
def sources(context: dg.AssetExecutionContext) -> dg.Output[pl.DataFrame]:
    """Enabled sources of every benchmark."""
    home: Home = context.resources.home
    broken = broken_sources(home.sources_folder)
    for message in broken.values():
        context.log.warning(message)
    return dg.Output(sources_table(all_sources(home)), metadata={"can_not_be_used": broken})


@dg.asset(**_SETTINGS)
def source_sets(context: dg.AssetExecutionContext) -> pl.DataFrame:
    """Named source sets of the package and of the home's source_sets.yaml (ruling 19)."""
    home: Home = context.resources.home
    return source_sets_table(load_source_sets(home.source_sets_file).values())


ASSETS = [models, sources, source_sets]
