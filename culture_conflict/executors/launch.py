"""Runs that the command starts: with the code location's executor wherever a step needs a GPU."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import dagster as dg

from culture_conflict.executors._dagster import ReconstructableRepository
from culture_conflict.executors.needs import Needs

__all__ = ["execute_by_executor", "needs_gpu"]


def needs_gpu(job: dg.JobDefinition, needs: Needs, run_tags: Mapping[str, str]) -> bool:
    """Whether any step of the job needs a GPU for the partition that the run's tags name.

    Raises:
        RegistryError: the registry can't say.
    """
    return any(needs.of_step(node.tags, run_tags).count for node in job.nodes)


def execute_by_executor(
    module: str,
    job: str,
    instance: dg.DagsterInstance,
    tags: Mapping[str, str],
    run_config: Mapping[str, Any],
) -> dg.JobExecutionResult:
    """Execute a job of the code location `module` with this process as its run worker."""
    repository = ReconstructableRepository.for_module(module, "defs")
    return dg.execute_job(
        repository.get_reconstructable_job(job),
        instance,
        run_config=dict(run_config),
        tags=dict(tags),
        raise_on_error=False,
    )
