"""The asset of a benchmark's tables of paired tests."""

from collections.abc import Callable, Iterator, Sequence

import dagster as dg
import polars as pl

from culture_conflict.defs.assets_of import AssetsOf
from culture_conflict.home import Home
from culture_conflict.tables.schema import Table

__all__ = ["comparison_asset"]

_REGISTRY = ("models", "sources")
Made = Sequence[pl.DataFrame]


def comparison_asset(
    benchmark: str,
    tables: Sequence[Table],
    read: Sequence[Table],
    make: Callable[[Home, pl.DataFrame, pl.DataFrame], Made],
    doc: str,
) -> dg.AssetsDefinition:
    """`<benchmark>_comparisons`: `make` gives the frames of `tables` from what is `read`."""
    of = AssetsOf(benchmark)
    upstream = [of.key(table.name.removeprefix(f"{benchmark}_")) for table in read]
    beside = {dg.AssetKey(name) for name in _REGISTRY}

    @dg.multi_asset(
        name=f"{benchmark}_comparisons",
        description=doc,
        outs={table.name: of.out(table.name, table.doc) for table in tables},
        ins={name: dg.AssetIn(key=name) for name in _REGISTRY},
        deps=upstream,
        internal_asset_deps={table.name: {*upstream, *beside} for table in tables},
        group_name=benchmark,
        required_resource_keys={"home"},
    )
    def comparisons(
        context: dg.AssetExecutionContext, models: pl.DataFrame, sources: pl.DataFrame
    ) -> Iterator[dg.Output[pl.DataFrame]]:
        made = make(context.resources.home, models, sources)
        for table, frame in zip(tables, made, strict=True):
            real = frame.filter(pl.col("p_holm") < 0.05).height
            said = f"{frame.height} rows, {real} real at 0.05 after Holm"
            context.log.info(f"{benchmark}: {table.name}: {said}")
            yield dg.Output(frame, table.name, metadata={"real_at_0.05_after_holm": real})

    return comparisons
