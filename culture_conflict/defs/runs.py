"""Runs that the command itself executes, on the home's persistent instance."""

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import dagster as dg

from culture_conflict.defs.liveness import cancel_runs, fail_dead_runs, lease
from culture_conflict.defs.outcomes import INTERRUPTIONS, Result, require_success, stopped
from culture_conflict.defs.partitions import missing_partitions
from culture_conflict.errors import StoppedError
from culture_conflict.executors.cuda import no_device_visible
from culture_conflict.executors.helpers import helpers_uninterrupted
from culture_conflict.executors.launch import execute_by_executor, needs_gpu
from culture_conflict.executors.needs import Needs
from culture_conflict.home import Home

__all__ = ["add_partitions", "done", "execute", "open_instance"]

_INPUTS = "culture_conflict/inputs"
_LOCATION = "culture_conflict.definitions"
# The UI's page of a job lists the runs that have this tag, which its own launcher sets.
_SHOWN = {".dagster/repository": "__repository__@culture_conflict"}
_RUN_CONFIG: dict[str, Any] = {"loggers": {"terminal": {}}}


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
        StoppedError: it was interrupted, by Ctrl-C or from the UI.
    """
    resolved = definitions.resolve_job_def(job)
    run_config = _RUN_CONFIG | {"ops": dict(ops or {})}
    result: Result
    with _stoppable(instance, job) as leased:
        tags = leased | _SHOWN | ({_INPUTS: inputs} if inputs else {})
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
        require_success(result, job)
    return result


@contextmanager
def _stoppable(instance: dg.DagsterInstance, job: str) -> Iterator[dict[str, str]]:
    """Tags of a run that counts as cancelled where it is interrupted."""
    try:
        with helpers_uninterrupted(), lease(instance) as leased:
            try:
                yield leased
            except (StoppedError, *INTERRUPTIONS):
                cancel_runs(instance, leased)
                raise
    except INTERRUPTIONS as error:
        raise stopped(job) from error


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
