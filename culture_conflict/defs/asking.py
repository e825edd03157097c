"""The assets of asking and scoring, one shape for every benchmark: variants → answers → scores."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.benchmarks.asking import ask_model
from culture_conflict.benchmarks.benchmark import Benchmark
from culture_conflict.benchmarks.prompts import BASE
from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.partitions import partition_of
from culture_conflict.executors.needs import MODEL_GPUS

__all__ = ["Told", "answers_asset", "scores_asset"]

_ANSWERS = (
    "One model's answers to one source's {}; what the ledger holds is not asked again. Config "
    "`limit` and `seed` draw a sample, `prompt` is another prompt."
)
_EVALUATIONS = "What made these answers: prompt, parameters, versions, pictures, cost."

Told = tuple[str, Mapping[str, Any]]
"""What is said of a table in a few words, and its metadata."""


class AskingConfig(dg.Config):
    """Which part of a source to ask about, and how: by default every picture, the base prompt."""

    limit: int | None = None
    seed: int = 0
    prompt: str = BASE


def answers_asset(
    benchmark: Benchmark,
    partitions: dg.MultiPartitionsDefinition,
    shown: str,
    also: Sequence[str] = (),
) -> dg.AssetsDefinition:
    """`predictions` and `evaluations` of one model about one source's variants, `shown` in words.

    `also` are tables that asking reads from the store beside the variants.
    """
    of = AssetsOf(benchmark.name)

    @dg.multi_asset(
        **of.step(
            f"{benchmark.name}__predictions",
            partitions,
            "variants",
            predictions=_ANSWERS.format(shown),
            evaluations=_EVALUATIONS,
        ),
        deps=[of.key(table) for table in also],
        op_tags=MODEL_GPUS,
    )
    def predictions(
        context: dg.AssetExecutionContext, config: AskingConfig, variants: pl.DataFrame
    ) -> Iterator[dg.Output[pl.DataFrame]]:
        """Ask one model about one source, and record what made the answers."""
        model, _ = partition_of(context.partition_key)
        made, report = ask_model(
            benchmark,
            home_of(context),
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

    return predictions


def scores_asset(
    benchmark: Benchmark,
    partitions: dg.MultiPartitionsDefinition,
    make: Callable[..., pl.DataFrame],
    tell: Callable[..., Told],
    doc: str,
    *,
    name: str = "scores",
    also: Sequence[str] = (),
) -> dg.AssetsDefinition:
    """A table that `make` gives from predictions, variants and what it reads `also`, in this order.

    `tell` is called with the table and the same three.
    """
    read = ("predictions", "variants", *also)

    @dg.asset(name=name, description=doc, **AssetsOf(benchmark.name).table(partitions, *read))
    def scores(
        context: dg.AssetExecutionContext, **tables: pl.DataFrame
    ) -> dg.Output[pl.DataFrame]:
        given = [tables[table] for table in read]
        made = make(*given)
        said, metadata = tell(made, *given)
        context.log.info(f"{name}: {said}")
        return dg.Output(made, metadata=dict[str, Any](metadata))

    asset: dg.AssetsDefinition = scores
    return asset
