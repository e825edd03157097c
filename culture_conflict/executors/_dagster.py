"""Everything of Dagster's that is not public and that we need, in one place.

A test compares the names and signatures with those of the version it was written for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import dagster as dg
from dagster._core.definitions.reconstruct import ReconstructableJob, ReconstructableRepository
from dagster._core.events import EngineEventData, RunFailureReason
from dagster._core.execution import compute_logs
from dagster._core.execution.backfill import BulkActionsFilter, BulkActionStatus
from dagster._core.execution.context.system import PlanOrchestrationContext
from dagster._core.execution.execution_result import ExecutionResult
from dagster._core.execution.plan.plan import ExecutionPlan
from dagster._core.execution.retries import RetryMode, get_retries_config
from dagster._core.execution.tags import get_tag_concurrency_limits_config
from dagster._core.executor.in_process import InProcessExecutor
from dagster._core.executor.step_delegating import (
    CheckStepHealthResult,
    StepDelegatingExecutor,
    StepHandler,
    StepHandlerContext,
)
from dagster._grpc.types import ExecuteStepArgs
from dagster._serdes import deserialize_value
from dagster._utils.interrupts import capture_interrupts, raise_interrupts_as
from dagster._utils.schedules import schedule_execution_time_iterator
from dagster_shared.error import SerializableErrorInfo

__all__ = [
    "VERSION",
    "BulkActionStatus",
    "BulkActionsFilter",
    "CheckStepHealthResult",
    "EngineEventData",
    "ExecuteStepArgs",
    "ExecutionPlan",
    "ExecutionResult",
    "InProcessExecutor",
    "PlanOrchestrationContext",
    "ReconstructableJob",
    "ReconstructableRepository",
    "RetryMode",
    "RunFailureReason",
    "SerializableErrorInfo",
    "StepDelegatingExecutor",
    "StepHandler",
    "StepHandlerContext",
    "capture_interrupts",
    "compute_logs",
    "deserialize_value",
    "get_retries_config",
    "get_tag_concurrency_limits_config",
    "raise_interrupts_as",
    "schedule_execution_time_iterator",
    "step_body",
]

VERSION = "1.13"

_StepBody = Callable[
    [ExecuteStepArgs, dg.DagsterInstance, dg.DagsterRun], Iterator[dg.DagsterEvent]
]


def step_body() -> _StepBody:
    """What a step's own process does; imported late, since no other process needs it."""
    from dagster._cli.api import _execute_step_command_body

    return _execute_step_command_body
