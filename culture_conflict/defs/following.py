"""Metrics follow answers: one rebuild after what has finished, however many partitions it was."""

import time
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime

import dagster as dg

from culture_conflict.defs.jobs import METRICS
from culture_conflict.executors._dagster import BulkActionsFilter, BulkActionStatus

__all__ = ["followed_by_metrics", "metrics_sensor"]

_EVERY_S = 30
_PATIENCE_S = 600.0
_UNFINISHED = [
    dg.DagsterRunStatus.QUEUED,
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]
_LATEST = "Every table is older than the latest metrics ({when}, run {run}: {status})."


def followed_by_metrics(tables: Sequence[dg.AssetsDefinition]) -> list[dg.AssetKey]:
    """The partitioned ones: metrics has no partition and makes those without one itself."""
    return sorted(key for table in tables if table.partitions_def for key in table.keys)


def metrics_sensor(followed: Sequence[dg.AssetKey]) -> dg.SensorDefinition:
    """Asks for a run of `metrics` when one of these assets is newer than the latest such run.

    It waits while runs or backfills of them go on, but ten minutes at most. Partitions that were
    never materialized play no part. A failed run of metrics is not repeated before news comes.
    """

    @dg.sensor(
        name="metrics_follow",
        job=METRICS,
        minimum_interval_seconds=_EVERY_S,
        default_status=dg.DefaultSensorStatus.RUNNING,
        description="Rebuilds the metrics and the report once answers have come in.",
    )
    def metrics_follow(context: dg.SensorEvaluationContext) -> dg.RunRequest | dg.SkipReason:
        """Looks at Dagster's records only, so that a tick costs milliseconds."""
        instance = context.instance
        latest = instance.get_run_records(dg.RunsFilter(job_name=METRICS.name), limit=1)
        if latest and not latest[0].dagster_run.is_finished:
            return dg.SkipReason(f"Metrics are being rebuilt ({latest[0].dagster_run.run_id}).")
        since = (latest[0].start_time or latest[0].end_time or 0.0) if latest else 0.0
        if not (newest := _news(instance, followed, since, ascending=False)):
            return dg.SkipReason(_up_to_date(latest))
        first = _news(instance, followed, since, ascending=True)
        waited_s = time.time() - min(event.timestamp for event in first)
        if waited_s < _PATIENCE_S and (busy := _going_on(instance, followed)):
            return dg.SkipReason(f"Metrics will follow when {busy} has ended.")
        return dg.RunRequest(run_key=f"{METRICS.name}:{max(each.storage_id for each in newest)}")

    return metrics_follow


def _news(
    instance: dg.DagsterInstance, followed: Sequence[dg.AssetKey], since: float, *, ascending: bool
) -> list[dg.EventLogRecord]:
    """Of each asset the first or last materialization after a moment, where there is one."""
    filters = (dg.AssetRecordsFilter(asset_key=key, after_timestamp=since) for key in followed)
    found = (instance.fetch_materializations(f, limit=1, ascending=ascending) for f in filters)
    return [event for each in found for event in each.records]


def _going_on(instance: dg.DagsterInstance, followed: Sequence[dg.AssetKey]) -> str | None:
    """A run or backfill that may still materialize one of them."""
    for run in instance.get_runs(dg.RunsFilter(statuses=_UNFINISHED)):
        if run.job_name != METRICS.name and _touches(run.asset_selection, followed):
            return f"run {run.run_id} ({run.job_name})"
    requested = BulkActionsFilter(statuses=[BulkActionStatus.REQUESTED])
    for backfill in instance.get_backfills(filters=requested):
        if _touches(backfill.asset_selection, followed):
            return f"backfill {backfill.backfill_id}"
    return None


def _touches(
    selection: Iterable[dg.AssetKey] | None,
    followed: Sequence[dg.AssetKey],
) -> bool:
    """A run of a whole job names no selection; every job but metrics makes some of them."""
    return not selection or not set(followed).isdisjoint(selection)


def _up_to_date(latest: Sequence[dg.RunRecord]) -> str:
    if not latest:
        return "No table has been materialized yet."
    run, started = latest[0].dagster_run, latest[0].start_time or 0.0
    when = datetime.fromtimestamp(started, UTC).isoformat(timespec="seconds")
    return _LATEST.format(when=when, run=run.run_id, status=run.status.value)
