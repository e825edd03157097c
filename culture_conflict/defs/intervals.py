"""The asset `intervals`: what the marts join as ci_low and ci_high."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from culture_conflict.defs.confused_tourist import BENCHMARK
from culture_conflict.defs.previews import counts
from culture_conflict.home import Home
from culture_conflict.tables.intervals import INTERVALS
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.schema import Table
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.storage import TableStore
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ASSETS"]

_PARTITIONED = ("variants", "predictions", "scores")


@dg.asset(
    key_prefix=BENCHMARK,
    group_name=BENCHMARK,
    io_manager_key="tables_io",
    required_resource_keys={"home"},
    ins={"models": dg.AssetIn(key="models"), "sources": dg.AssetIn(key="sources")},
    deps=[dg.AssetKey([BENCHMARK, table]) for table in _PARTITIONED],
    kinds={"polars", "parquet"},
)
def intervals(
    context: dg.AssetExecutionContext, models: pl.DataFrame, sources: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """95 % intervals of every rate of every mart, drawn over items (ruling 29)."""
    from culture_conflict.statistics.confused_tourist import confused_tourist_intervals

    home: Home = context.resources.home
    keys = models["model"].to_list()
    names = sources.filter(benchmark=BENCHMARK)["source"].to_list()
    made = [
        confused_tourist_intervals(
            variants, models, answered(home.tables, BENCHMARK, SCORES, keys, source)
        )
        for source in names
        for variants in _stored(home.tables, source)
    ]
    table = pl.concat([INTERVALS.empty(), *made])
    methods = counts(table, "method")
    listed = ", ".join(f"{count} {method}" for method, count in methods.items())
    context.log.info(f"intervals: {table.height} rates: {listed or 'none'}")
    return dg.Output(table, metadata={"methods": methods, "marts": counts(table, "mart")})


def _stored(tables: TableStore, source: str) -> Iterator[pl.DataFrame]:
    if tables.path(VARIANTS, BENCHMARK, source).exists():
        yield tables.read(VARIANTS, BENCHMARK, source)


def answered(
    tables: TableStore, benchmark: str, scored: Table, models: list[str], source: str
) -> Iterator[tuple[pl.DataFrame, pl.DataFrame]]:
    """Each model's answers and their scores, one model in memory at a time."""
    for model in models:
        key = (benchmark, model, source)
        if tables.path(PREDICTIONS, *key).exists():
            there = tables.path(scored, *key).exists()
            scores = tables.read(scored, *key) if there else scored.empty()
            yield tables.read(PREDICTIONS, *key), scores


ASSETS = [intervals]
