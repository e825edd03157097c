"""Tells the webhook of nights.yaml that a night failed; a night that changed tells it itself."""

import dagster as dg

from culture_conflict.defs.nights import CANARY
from culture_conflict.home import Home
from culture_conflict.nights.night import tell

__all__ = ["night_failed"]

_DAY, _MODEL = "dagster/partition/day", "dagster/partition/model"


@dg.run_failure_sensor(
    name="night_failed",
    monitored_jobs=[CANARY],
    minimum_interval_seconds=60,
    default_status=dg.DefaultSensorStatus.RUNNING,
    description="Calls the webhook that nights.yaml names when a night's run failed.",
)
def night_failed(context: dg.RunFailureSensorContext, home: dg.ResourceParam[Home]) -> None:
    """Names the night and the run, never an error's text: it may hold what a server said."""
    run = context.dagster_run
    day, model = run.tags.get(_DAY, "?"), run.tags.get(_MODEL, "?")
    text = (
        f"The night of {day} failed for {model} (run {run.run_id}). Materialize that partition "
        f"of {run.job_name}: it goes on where it stopped."
    )
    facts = {"event": "failure", "model": model, "day": day, "run": run.run_id}
    tell(home, text, facts, context.log.warning)
