"""SIGNPOST, asked and scored: variants → predictions → scores, judgements → intervals."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.prompts import BASE
from culture_conflict.benchmarks.signpost.asking import SIGNPOST
from culture_conflict.benchmarks.signpost.judging import judge_answers
from culture_conflict.benchmarks.signpost.scoring import score
from culture_conflict.defs.partitions import MODEL_BY_SCENES, partition_of
from culture_conflict.defs.previews import counts
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.home import Home
from culture_conflict.tables.schema import Table
from culture_conflict.tables.signpost_judgements import SIGNPOST_JUDGEMENTS
from culture_conflict.tables.signpost_scores import SIGNPOST_SCORES
from culture_conflict.tables.signpost_variants import SIGNPOST_VARIANTS

__all__ = ["ASSETS", "BENCHMARK"]

BENCHMARK = SIGNPOST.name
_SHARED: dict[str, Any] = {
    "group_name": BENCHMARK,
    "required_resource_keys": {"home"},
}
_TABLE: dict[str, Any] = _SHARED | {
    "key_prefix": BENCHMARK,
    "io_manager_key": "tables_io",
    "kinds": {"polars", "parquet"},
}


def _out(name: str, description: str) -> dg.AssetOut:
    return dg.AssetOut(
        key=[BENCHMARK, name],
        io_manager_key="tables_io",
        description=description,
        kinds={"polars", "parquet"},
    )


def _home(context: dg.AssetExecutionContext) -> Home:
    home: Home = context.resources.home
    return home


class AskingConfig(dg.Config):
    """Which part of a source to ask about, and how: by default every picture, the base prompt."""

    limit: int | None = None
    seed: int = 0
    prompt: str = BASE


@dg.multi_asset(
    name=f"{BENCHMARK}__predictions",
    outs={
        "predictions": _out(
            "predictions",
            "One model's answers to one source's street scenes; what the ledger holds is not asked "
            "again. Config `limit` and `seed` draw a sample, `prompt` is another prompt.",
        ),
        "evaluations": _out(
            "evaluations",
            "What made these answers: prompt, parameters, versions, pictures, cost.",
        ),
    },
    ins={"variants": dg.AssetIn(key=[BENCHMARK, "variants"])},
    partitions_def=MODEL_BY_SCENES,
    op_tags=MODEL_GPUS,
    **_SHARED,
)
def scene_predictions(
    context: dg.AssetExecutionContext, config: AskingConfig, variants: pl.DataFrame
) -> Iterator[dg.Output[pl.DataFrame]]:
    """Ask one model about one source, and record what made the answers."""
    model, _ = partition_of(context.partition_key)
    made, report = ask_model(
        SIGNPOST,
        _home(context),
        variants,
        model,
        run_id=context.run.run_id,
        log=context.log.info,
        limit=config.limit,
        seed=config.seed,
        prompt_name=config.prompt,
    )
    yield dg.Output(made, "predictions", metadata=dict[str, Any](report.metadata()))
    yield dg.Output(report.evaluations, "evaluations")


_OF_PREDICTIONS: dict[str, Any] = _TABLE | {
    "partitions_def": MODEL_BY_SCENES,
    "ins": {name: dg.AssetIn(key=[BENCHMARK, name]) for name in ("predictions", "variants")},
}


@dg.asset(name="scores", **_OF_PREDICTIONS)
def scene_scores(
    context: dg.AssetExecutionContext, predictions: pl.DataFrame, variants: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """How far each answer lies from the scene and from the trap (eqs. 1-4)."""
    made = score(predictions, variants)
    by_variant = made.join(variants.select("variant_id", "variant"), on="variant_id")
    means = by_variant.group_by("variant").agg(pl.col("wla").mean()).sort("variant").rows()
    shown = ", ".join(f"{variant} {100 * wla:.1f}" for variant, wla in means if wla is not None)
    context.log.info(f"scores: {made.height} rows; WLA (all prompts): {shown or 'none'}")
    wla = {f"wla_{variant}": value for variant, value in means if value is not None}
    return dg.Output(made, metadata={**wla, "states": counts(made, "state")})


@dg.asset(name="judgements", **_OF_PREDICTIONS)
def scene_judgements(
    context: dg.AssetExecutionContext, predictions: pl.DataFrame, variants: pl.DataFrame
) -> dg.Output[pl.DataFrame]:
    """What answers to prompts for conflict, country and language say; none to the base prompt."""
    made = judge_answers(predictions, variants)
    tasks = counts(made, "task")
    told = ", ".join(f"{count} {task}" for task, count in tasks.items())
    context.log.info(f"judgements: {told or 'no prompt asked for any'}")
    return dg.Output(made, metadata={"tasks": tasks, "conflicts": int(made["conflict"].sum())})


@dg.asset(
    name="intervals",
    ins={name: dg.AssetIn(key=name) for name in ("models", "sources", "source_sets")},
    deps=[dg.AssetKey([BENCHMARK, name]) for name in ("variants", "scores", "judgements")],
    **_TABLE,
)
def scene_intervals(
    context: dg.AssetExecutionContext,
    models: pl.DataFrame,
    sources: pl.DataFrame,
    source_sets: pl.DataFrame,
) -> dg.Output[pl.DataFrame]:
    """95 % intervals of every number of SIGNPOST's marts, drawn over groups (ruling 29)."""
    from culture_conflict.statistics.signpost import signpost_intervals

    home = _home(context)
    keys = models["model"].to_list()
    names = [
        source
        for source in sources.filter(benchmark=BENCHMARK)["source"]
        if home.tables.path(SIGNPOST_VARIANTS, BENCHMARK, source).exists()
    ]
    made = signpost_intervals(
        (
            (
                home.tables.read(SIGNPOST_VARIANTS, BENCHMARK, name),
                _of_all(home, SIGNPOST_SCORES, keys, name),
            )
            for name in names
        ),
        _sets(source_sets),
        models,
        judged={name: _of_all(home, SIGNPOST_JUDGEMENTS, keys, name) for name in names},
    )
    context.log.info(f"intervals: {made.height} numbers")
    metadata = {"marts": counts(made, "mart"), "methods": counts(made, "method")}
    return dg.Output(made, metadata=metadata)


def _of_all(home: Home, table: Table, models: Sequence[str], source: str) -> pl.DataFrame:
    """One source's rows of every model that has any."""
    paths = [
        model for model in models if home.tables.path(table, BENCHMARK, model, source).exists()
    ]
    return pl.concat(
        [table.empty(), *(home.tables.read(table, BENCHMARK, model, source) for model in paths)]
    )


def _sets(source_sets: pl.DataFrame) -> Mapping[str, list[str]]:
    mine = source_sets.filter(benchmark=BENCHMARK)
    return {
        str(name[0]): rows["source"].to_list()
        for name, rows in mine.group_by(["source_set"], maintain_order=True)
    }


ASSETS = [scene_predictions, scene_scores, scene_judgements, scene_intervals]
