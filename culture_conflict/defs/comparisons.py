"""The tables of paired tests: models, cues and prompts compared on the same pictures."""

from collections.abc import Iterator

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
from culture_conflict.defs.confused_tourist import BENCHMARK
from culture_conflict.home import Home
from culture_conflict.tables.conflict_effect import CONFLICT_EFFECT
from culture_conflict.tables.model_comparison import MODEL_COMPARISON
from culture_conflict.tables.predictions import PREDICTIONS
from culture_conflict.tables.prompt_effect import PROMPT_EFFECT
from culture_conflict.tables.schema import Table
from culture_conflict.tables.scores import SCORES
from culture_conflict.tables.variants import VARIANTS

__all__ = ["ASSETS", "COMPARISONS"]

COMPARISONS = (MODEL_COMPARISON, CONFLICT_EFFECT, PROMPT_EFFECT)
_READ = [dg.AssetKey([BENCHMARK, table.name]) for table in (VARIANTS, PREDICTIONS, SCORES)]
_REGISTRY = [dg.AssetKey("models"), dg.AssetKey("sources")]


def _out(table: Table) -> dg.AssetOut:
    return dg.AssetOut(
        key=[BENCHMARK, table.name],
        io_manager_key="tables_io",
        description=table.doc,
        kinds={"polars", "parquet"},
    )


@dg.multi_asset(
    name="confused_tourist_comparisons",
    outs={table.name: _out(table) for table in COMPARISONS},
    ins={"models": dg.AssetIn(key="models"), "sources": dg.AssetIn(key="sources")},
    deps=_READ,
    internal_asset_deps={table.name: {*_READ, *_REGISTRY} for table in COMPARISONS},
    group_name=BENCHMARK,
    required_resource_keys={"home"},
)
def comparisons(
    context: dg.AssetExecutionContext, models: pl.DataFrame, sources: pl.DataFrame
) -> Iterator[dg.Output[pl.DataFrame]]:
    """Every two models, each kind of cue and every two prompts, paired on the item (ruling 30)."""
    from culture_conflict.statistics.making import make_comparisons

    home: Home = context.resources.home
    base = {PROMPTS.load().prompt_id}
    made = make_comparisons(home.tables, BENCHMARK, models, sources, base)
    for table, frame in zip(COMPARISONS, made, strict=True):
        real = frame.filter(pl.col("p_holm") < 0.05).height
        context.log.info(f"{table.name}: {frame.height} rows, {real} real at 0.05 after Holm")
        yield dg.Output(frame, table.name, metadata={"real_at_0.05_after_holm": real})


ASSETS = [comparisons]
