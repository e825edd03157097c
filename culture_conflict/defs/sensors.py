"""Keeps the partitions in step with registry and sources, and runs in step with processes."""

import dagster as dg

from culture_conflict.defs.liveness import fail_dead_runs
from culture_conflict.defs.partitions import missing_partitions

__all__ = ["SENSORS"]


@dg.sensor(
    name="partitions",
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    required_resource_keys={"home"},
    description="Adds a partition for each enabled model of models.yaml and each source.",
)
def partitions(context: dg.SensorEvaluationContext) -> dg.SensorResult | dg.SkipReason:
    """Only adds: a partition that is no longer wanted stays, and the metrics leave it out."""
    missing = missing_partitions(context.instance, context.resources.home)
    if not missing:
        return dg.SkipReason("Every enabled model and source has its partition.")
    return dg.SensorResult(
        dynamic_partitions_requests=[part.build_add_request(keys) for part, keys in missing]
    )


@dg.sensor(
    name="dead_runs",
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Marks runs of the command as failed whose process was killed.",
)
def dead_runs(context: dg.SensorEvaluationContext) -> dg.SkipReason:
    """Dagster's own monitoring sees only runs that its launcher started."""
    failed = fail_dead_runs(context.instance)
    return dg.SkipReason(f"Marked as failed: {', '.join(failed) or 'none'}.")


SENSORS = [partitions, dead_runs]
