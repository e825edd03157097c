"""CultureMix's tables of paired tests: models, cues, prompts, and what other words mend."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.culture_mix.prompts import PROMPTS
from culture_conflict.defs.comparisons import COMPARISONS
from culture_conflict.defs.culture_mix import BENCHMARK
from culture_conflict.home import Home
from culture_conflict.tables.mix_mitigation import MIX_MITIGATION
from culture_conflict.tables.mix_scores import MIX_SCORES
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.schema import Table
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ASSETS", "MIX_COMPARISONS"]

MIX_COMPARISONS = (*COMPARISONS, MIX_MITIGATION)
_TABLES = (VARIANTS, MIXED_IMAGES, PREDICTIONS, MIX_SCORES)
_READ = [dg.AssetKey([BENCHMARK, table.name]) for table in _TABLES]
_REGISTRY = [dg.AssetKey("models"), dg.AssetKey("sources")]


def _out(table: Table) -> dg.AssetOut:
    return dg.AssetOut(
        key=[BENCHMARK, table.name],
        io_manager_key="tables_io",
        description=table.doc,
        kinds={"polars", "parquet"},
    )


@dg.multi_asset(
    name="culture_mix_comparisons",
    outs={table.name: _out(table) for table in MIX_COMPARISONS},
    ins={"models": dg.AssetIn(key="models"), "sources": dg.AssetIn(key="sources")},
    deps=_READ,
    internal_asset_deps={table.name: {*_READ, *_REGISTRY} for table in MIX_COMPARISONS},
    group_name=BENCHMARK,
    required_resource_keys={"home"},
)
def mix_comparisons(
    context: dg.AssetExecutionContext, models: pl.DataFrame, sources: pl.DataFrame
) -> Iterator[dg.Output[pl.DataFrame]]:
    """Every two models, each cue and every two prompts, paired on the food (ruling 30)."""
    from culture_conflict.statistics.mix_making import make_mix_comparisons

    home: Home = context.resources.home
    made = make_mix_comparisons(home.tables, models, sources, {PROMPTS.load().prompt_id})
    for table, frame in zip(MIX_COMPARISONS, made, strict=True):
        real = frame.filter(pl.col("p_holm") < 0.05).height
        context.log.info(f"{table.name}: {frame.height} rows, {real} real at 0.05 after Holm")
        yield dg.Output(frame, table.name, metadata={"real_at_0.05_after_holm": real})


ASSETS = [mix_comparisons]
