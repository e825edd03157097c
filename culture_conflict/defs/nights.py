"""Nights: a canary per day and model, what changed since the last one, and when to ask."""

from collections.abc import Sequence
from typing import Any

import dagster as dg
import polars as pl

from culture_conflict.defs.assets_of import AssetsOf, home_of
from culture_conflict.defs.confused_tourist import BENCHMARK
from culture_conflict.defs.partitions import MODELS, partition_of
from culture_conflict.executors.needs import MODEL_GPUS
from culture_conflict.nights.history import describe, real_changes
from culture_conflict.nights.night import ask_night, compare_night, tell
from culture_conflict.nights.settings import NightSettings
from culture_conflict.tables.canary_predictions import CANARY_PREDICTIONS
from culture_conflict.tables.evaluation_drift import EVALUATION_DRIFT
from culture_conflict.tables.variants import VARIANTS

__all__ = ["CANARY", "days_by_model", "night_assets", "night_of"]

_VARIANTS = dg.AssetDep([BENCHMARK, VARIANTS.name], partition_mapping=dg.AllPartitionMapping())
_NAMES = (CANARY_PREDICTIONS.name, EVALUATION_DRIFT.name)

CANARY = dg.define_asset_job(
    f"{BENCHMARK}_canary",
    selection=dg.AssetSelection.assets(*([BENCHMARK, name] for name in _NAMES)),
    description="One model's answers of one night, and what changed since its last night.",
)


def days_by_model(settings: NightSettings) -> dg.MultiPartitionsDefinition:
    """Every day from `since` up to today, by model."""
    days = dg.DailyPartitionsDefinition(settings.since, timezone=settings.time_zone, end_offset=1)
    return dg.MultiPartitionsDefinition({"day": days, "model": MODELS})


def night_of(day: str, model: str) -> dg.MultiPartitionKey:
    """The partition key of one model's night."""
    return dg.MultiPartitionKey({"day": day, "model": model})


def night_assets(settings: NightSettings) -> Sequence[dg.AssetsDefinition]:
    """`canary_predictions` and `evaluation_drift` of ConfusedTourist."""
    shared = AssetsOf(BENCHMARK).table(days_by_model(settings)) | {"deps": [_VARIANTS]}

    @dg.asset(**shared, op_tags=MODEL_GPUS)
    def canary_predictions(context: dg.AssetExecutionContext) -> dg.Output[pl.DataFrame]:
        """One night's answers to the fixed sample of nights.yaml, each asked several times."""
        made, metadata = _ask(context)
        return dg.Output(made, metadata=metadata)

    @dg.asset(**shared)
    def evaluation_drift(
        context: dg.AssetExecutionContext, canary_predictions: pl.DataFrame
    ) -> dg.Output[pl.DataFrame]:
        """What changed since the model's last night, tested against its own noise (ruling 30)."""
        made, metadata = _compare(context, canary_predictions)
        return dg.Output(made, metadata=metadata)

    return [canary_predictions, evaluation_drift]


def _ask(context: dg.AssetExecutionContext) -> tuple[pl.DataFrame, dict[str, Any]]:
    day, model = partition_of(context.partition_key)
    made, reports = ask_night(home_of(context), model, day, context.run.run_id, context.log.info)
    return made, {f"time_{n + 1}": report.metadata() for n, report in enumerate(reports)}


def _compare(
    context: dg.AssetExecutionContext, night: pl.DataFrame
) -> tuple[pl.DataFrame, dict[str, Any]]:
    day, model = partition_of(context.partition_key)
    home = home_of(context)
    made = compare_night(home, model, day, night)
    told = list(describe(made))
    for line in told or [f"{model}, {day}: {_quiet(made)}"]:
        context.log.info(line)
    if told:
        facts = {"event": "drift", "model": model, "day": day}
        tell(home, "\n".join(told), facts, context.log.warning)
    return made, {"real_changes": real_changes(made).height, "told": told}


def _quiet(drift: pl.DataFrame) -> str:
    """Why nothing is told of a night."""
    if drift.filter(pl.col("n") > 0).is_empty():
        return "nothing to compare with"
    return "no change beyond noise"
