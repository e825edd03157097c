"""Runs that the command itself executes: tagged with their process, never left as ghosts."""

import os
import socket
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import dagster as dg

from culture_conflict.defs.partitions import missing_partitions
from culture_conflict.errors import CultureConflictError
from culture_conflict.executors.cuda import no_device_visible
from culture_conflict.executors.launch import execute_by_executor, needs_gpu
from culture_conflict.executors.needs import Needs
from culture_conflict.home import Home

__all__ = [
    "Result",
    "RunFailedError",
    "add_partitions",
    "done",
    "execute",
    "fail_dead_runs",
    "open_instance",
    "process_tags",
]

_HOST, _PID, _STARTED = (f"culture_conflict/{name}" for name in ("host", "pid", "started"))
_INPUTS = "culture_conflict/inputs"
_LOCATION = "culture_conflict.definitions"
_RUN_CONFIG: dict[str, Any] = {"loggers": {"terminal": {}}}
_ACTIVE = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]


Result = dg.ExecuteInProcessResult | dg.JobExecutionResult
"""What a run that the command executed came to."""


class RunFailedError(CultureConflictError):
    """A run ended without success; the message holds the step and its error."""


def open_instance(home: Home) -> dg.DagsterInstance:
    """The persistent instance of the home, without dead runs of ours and with all partitions."""
    os.environ["DAGSTER_HOME"] = str(home.dagster)
    instance = dg.DagsterInstance.get()
    fail_dead_runs(instance)
    add_partitions(instance, home)
    return instance


def add_partitions(instance: dg.DagsterInstance, home: Home) -> None:
    """Make a partition of every enabled model and source that has none yet."""
    for partitions, keys in missing_partitions(instance, home):
        instance.add_dynamic_partitions(str(partitions.name), keys)


def process_tags(pid: int) -> dict[str, str]:
    """Host, pid and start time, which together name a process for ever."""
    return {_HOST: socket.gethostname(), _PID: str(pid), _STARTED: _start_time(pid) or ""}


def _start_time(pid: int) -> str | None:
    """Start of a process in clock ticks since boot (Linux) or as `ps` prints it; None if dead."""
    stat = Path(f"/proc/{pid}/stat")
    if stat.exists():
        fields = stat.read_text().rpartition(")")[2].split()
        return None if fields[0] == "Z" else fields[19]
    if sys.platform == "linux":
        return None
    import subprocess

    shown = subprocess.run(  # noqa: S603
        ["/bin/ps", "-o", "lstart=", "-p", str(pid)], capture_output=True, text=True, check=False
    )
    return shown.stdout.strip() or None


def fail_dead_runs(instance: dg.DagsterInstance) -> list[str]:
    """Mark our own runs on this host whose process has ended as failed; return their ids."""
    mine = dg.RunsFilter(tags={_HOST: socket.gethostname()}, statuses=_ACTIVE)
    dead = [run for run in instance.get_runs(mine) if not _alive(run.tags)]
    for run in dead:
        instance.report_run_failed(
            run, f"The process that ran it (pid {run.tags[_PID]}) ended before the run did."
        )
    return [run.run_id for run in dead]


def _alive(tags: Mapping[str, str]) -> bool:
    started = _start_time(int(tags[_PID]))
    return started is not None and started == tags[_STARTED]


def execute(
    definitions: dg.Definitions,
    job: str,
    instance: dg.DagsterInstance,
    *,
    partition: str | dg.MultiPartitionKey | None = None,
    inputs: str | None = None,
) -> Result:
    """Execute a job here, on the persistent instance; `inputs` is kept for `done`.

    Steps run in this process, or where one needs a GPU each in a process that holds it.

    Raises:
        RunFailedError: a step failed; the message is the innermost error's.
    """
    tags = process_tags(os.getpid()) | ({_INPUTS: inputs} if inputs else {})
    resolved = definitions.resolve_job_def(job)
    run_tags = tags | _partition_tags(resolved, partition)
    result: Result
    if needs_gpu(resolved, Needs(Home.from_environment().models_file), run_tags):
        result = execute_by_executor(_LOCATION, job, instance, run_tags, _RUN_CONFIG)
    else:
        with no_device_visible():
            result = resolved.execute_in_process(
                instance=instance,
                partition_key=partition,
                tags=tags,
                run_config=_RUN_CONFIG,
                raise_on_error=False,
            )
    if not result.success:
        raise RunFailedError(_why(result, job))
    return result


def _partition_tags(
    job: dg.JobDefinition, partition: str | dg.MultiPartitionKey | None
) -> dict[str, str]:
    if partition is None or job.partitions_def is None:
        return {}
    return dict(job.partitions_def.get_tags_for_partition_key(partition))


def done(instance: dg.DagsterInstance, job: str, partition: str | None, inputs: str) -> bool:
    """Whether the job's latest run for this partition had the same inputs and succeeded."""
    tags = {"dagster/partition": partition} if partition else {}
    latest = instance.get_runs(dg.RunsFilter(job_name=job, tags=tags), limit=1)
    return bool(latest) and latest[0].is_success and latest[0].tags.get(_INPUTS) == inputs


def _why(result: Result, job: str) -> str:
    failures = result.filter_events(lambda event: event.is_step_failure)
    for event in failures:
        error = event.step_failure_data.error
        while error is not None and error.cause is not None:
            error = error.cause
        if error is not None:
            return f"{event.step_key}: {error.message.strip()}"
    return f"{job} failed; `culture-conflict ui` shows its log (run {result.run_id})."
