"""Which of the command's own runs are alive: a lease as long as the process, no ghosts after it."""

import os
import re
import socket
import sys
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import dagster as dg

from culture_conflict.errors import BusyError
from culture_conflict.locks import exclusive, is_held

__all__ = ["cancel_runs", "fail_dead_runs", "lease", "process_tags", "require_idle"]

_HOST, _PID, _STARTED = (f"culture_conflict/{name}" for name in ("host", "pid", "started"))
_LEASE = "culture_conflict/lease"
_STOPPED = "It was interrupted, by Ctrl-C or a signal. What was done is kept."
_ACTIVE = [
    dg.DagsterRunStatus.NOT_STARTED,
    dg.DagsterRunStatus.STARTING,
    dg.DagsterRunStatus.STARTED,
    dg.DagsterRunStatus.CANCELING,
]
_STOPPABLE = [*_ACTIVE, dg.DagsterRunStatus.FAILURE]


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


def process_tags(pid: int) -> dict[str, str]:
    """Host, pid and start time, which together name a process for ever."""
    return {_HOST: socket.gethostname(), _PID: str(pid), _STARTED: _start_time(pid) or ""}


def cancel_runs(instance: dg.DagsterInstance, leased: Mapping[str, str]) -> list[str]:
    """Mark the runs of a lease that did not succeed as cancelled; return their ids.

    Dagster itself takes an interruption that nobody asked for in its UI for a failure.
    """
    mine = dg.RunsFilter(tags={_LEASE: leased[_LEASE]}, statuses=_STOPPABLE)
    runs = instance.get_runs(mine)
    for run in runs:
        instance.report_run_canceled(run, _STOPPED)
    return [run.run_id for run in runs]


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


def _lease_file(instance: dg.DagsterInstance, name: str) -> Path:
    return Path(instance.root_directory) / "leases" / name


def _lease_name(tags: Mapping[str, str]) -> str | None:
    """The run's lease; tags can be edited in the UI, so that it must look like one of ours."""
    name = tags.get(_LEASE, "")
    return name if re.fullmatch(r"[0-9a-f]{32}", name) else None


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
