"""Runs that the command itself executes: tagged with their process, never left as ghosts."""

import os
import re
import socket
import sys
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg

from culture_conflict.defs.partitions import missing_partitions
from culture_conflict.errors import BusyError, CultureConflictError
from culture_conflict.executors.cuda import no_device_visible
from culture_conflict.executors.launch import execute_by_executor, needs_gpu
from culture_conflict.executors.needs import Needs
from culture_conflict.home import Home
from culture_conflict.locks import exclusive, is_held

__all__ = [
    "Result",
    "RunFailedError",
    "add_partitions",
    "done",
    "execute",
    "fail_dead_runs",
    "lease",
    "open_instance",
    "process_tags",
    "require_idle",
]

_HOST, _PID, _STARTED = (f"culture_conflict/{name}" for name in ("host", "pid", "started"))
_LEASE = "culture_conflict/lease"
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


@contextmanager
def lease(instance: dg.DagsterInstance) -> Iterator[dict[str, str]]:
    """Tags of a run that lives as long as this block and this process do.

    A lock file in the instance's folder says so: the kernel frees it with the process, whatever
    the host is called and whoever has the pid by then.
    """
    name = uuid.uuid4().hex
    path = _lease_file(instance, name)
    with exclusive(path, what="a run", wait_s=0):
        try:
            yield process_tags(os.getpid()) | {_LEASE: name}
        finally:
            path.unlink(missing_ok=True)


def _lease_file(instance: dg.DagsterInstance, name: str) -> Path:
    return Path(instance.root_directory) / "leases" / name


def _lease_name(tags: Mapping[str, str]) -> str | None:
    """The run's lease; tags can be edited in the UI, so that it must look like one of ours."""
    name = tags.get(_LEASE, "")
    return name if re.fullmatch(r"[0-9a-f]{32}", name) else None


def fail_dead_runs(instance: dg.DagsterInstance) -> list[str]:
    """Mark our own runs whose process has ended as failed; return their ids.

    Runs of versions before the lease are known by host, pid and start: those of other hosts stay.
    """
    active = instance.get_runs(dg.RunsFilter(statuses=_ACTIVE))
    mine = [run for run in active if _PID in run.tags]
    dead = [run for run in mine if not _alive(instance, run.tags)]
    for run in dead:
        instance.report_run_failed(
            run, f"The process that ran it (pid {run.tags[_PID]}) ended before the run did."
        )
        if name := _lease_name(run.tags):
            _lease_file(instance, name).unlink(missing_ok=True)
    return [run.run_id for run in dead]


def require_idle(instance: dg.DagsterInstance, doing: str) -> None:
    """Refuse to tidy up beneath a run.

    Raises:
        BusyError: a run has been started and has not ended.
    """
    if running := instance.get_runs(dg.RunsFilter(statuses=_ACTIVE), limit=1):
        raise BusyError(
            f"Run {running[0].run_id} ({running[0].job_name}) is in progress, so that {doing} has "
            f"to wait. Run it again once the run has ended, or end the run."
        )


def _alive(instance: dg.DagsterInstance, tags: Mapping[str, str]) -> bool:
    if name := _lease_name(tags):
        return is_held(_lease_file(instance, name))
    if tags.get(_HOST) != socket.gethostname():
        return True
    started = _start_time(int(tags[_PID]))
    return started is not None and started == tags[_STARTED]


def execute(
    definitions: dg.Definitions,
    job: str,
    instance: dg.DagsterInstance,
    *,
    partition: str | dg.MultiPartitionKey | None = None,
    inputs: str | None = None,
    ops: Mapping[str, Any] | None = None,
    assets: Sequence[dg.AssetKey] | None = None,
) -> Result:
    """Execute a job here, on the persistent instance; `inputs` is kept for `done`.

    `ops` is the run config of the ops, by their names; `assets` a part of the job's. Steps run in
    this process, or where one needs a GPU each in a process that holds it.

    Raises:
        RunFailedError: a step failed; the message is the innermost error's.
    """
    resolved = definitions.resolve_job_def(job)
    run_config = _RUN_CONFIG | {"ops": dict(ops or {})}
    result: Result
    with lease(instance) as leased:
        tags = leased | ({_INPUTS: inputs} if inputs else {})
        run_tags = tags | _partition_tags(resolved, partition)
        if needs_gpu(resolved, Needs(Home.from_environment().models_file), run_tags):
            result = execute_by_executor(_LOCATION, job, instance, run_tags, run_config)
        else:
            with no_device_visible():
                result = resolved.execute_in_process(
                    instance=instance,
                    partition_key=partition,
                    tags=tags,
                    run_config=run_config,
                    raise_on_error=False,
                    asset_selection=assets,
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
