"""The asset `intervals` of each benchmark: what its marts join as ci_low and ci_high."""

from collections.abc import Callable, Sequence

import dagster as dg
import polars as pl

from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.previews import counts, in_words
from culture_conflict.tables.storage import TableStore

__all__ = ["ASSETS"]

_REGISTRY = ("models", "sources", "source_sets")


def _intervals_asset(
    benchmark: str,
    read: Sequence[str],
    make: Callable[..., pl.DataFrame],
    doc: str,
    registry: Sequence[str] = _REGISTRY,
) -> dg.AssetsDefinition:
    """`make` gives the table from the store's tables that are `read`, and from the `registry`'s."""
    of = AssetsOf(benchmark)

    @dg.asset(
        **of.table(None) | {"ins": {name: dg.AssetIn(key=name) for name in registry}},
        name="intervals",
        description=doc,
        deps=[of.key(table) for table in read],
    )
    def intervals(
        context: dg.AssetExecutionContext, **registered: pl.DataFrame
    ) -> dg.Output[pl.DataFrame]:
        made = make(home_of(context).tables, *(registered[name] for name in registry))
        methods = counts(made, "method")
        context.log.info(f"{benchmark}: intervals of {made.height:,} numbers: {in_words(methods)}")
        return dg.Output(made, metadata={"methods": methods, "marts": counts(made, "mart")})

    asset: dg.AssetsDefinition = intervals
    return asset


def _of_items(tables: TableStore, *registry: pl.DataFrame) -> pl.DataFrame:
    from culture_conflict.statistics.interval_making import make_confused_tourist_intervals

    return make_confused_tourist_intervals(tables, *registry)


def _of_scenes(tables: TableStore, *registry: pl.DataFrame) -> pl.DataFrame:
    from culture_conflict.statistics.interval_making import make_signpost_intervals

    return make_signpost_intervals(tables, *registry)


def _of_foods(tables: TableStore, *registry: pl.DataFrame) -> pl.DataFrame:
    from culture_conflict.statistics.interval_making import make_culture_mix_intervals

    return make_culture_mix_intervals(tables, *registry)


ASSETS = [
    _intervals_asset(
        "confused_tourist",
        ("variants", "predictions", "scores"),
        _of_items,
        "95 % intervals of every rate of every mart, drawn over items (ruling 29).",
    ),
    _intervals_asset(
        "signpost",
        ("variants", "predictions", "scores", "judgements"),
        _of_scenes,
        "95 % intervals of every number of SIGNPOST's marts, drawn over groups (ruling 29).",
    ),
    _intervals_asset(
        "culture_mix",
        ("variants", "mixed_images", "predictions", "mix_scores"),
        _of_foods,
        "95 % intervals of every number of every mart of CultureMix, drawn over foods (ruling 29).",
        registry=("models", "sources"),
    ),
]
