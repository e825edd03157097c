"""The one executor: in the run's process without a GPU step, a process per step with one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import dagster as dg

from culture_conflict.executors._dagster import (
    ExecutionPlan,
    InProcessExecutor,
    PlanOrchestrationContext,
    RetryMode,
    StepDelegatingExecutor,
    get_retries_config,
    get_tag_concurrency_limits_config,
)
from culture_conflict.executors.handler import Settings, SlotStepHandler
from culture_conflict.executors.needs import Devices, Needs
from culture_conflict.executors.slots.devices import VISIBLE

__all__ = ["CudaExecutor", "cuda_executor", "no_device_visible"]

_SCHEMA: dict[str, Any] = {
    "retries": get_retries_config(),  # type: ignore[no-untyped-call]
    "tag_concurrency_limits": get_tag_concurrency_limits_config(),  # type: ignore[no-untyped-call]
    "max_concurrent": dg.Field(
        int,
        default_value=4,
        description="Steps of one run that may run or wait for a GPU at a time.",
    ),
    "no_gpu": dg.Field(
        dg.Enum("NoGpu", [dg.EnumValue("cpu"), dg.EnumValue("refuse")]),
        default_value="cpu",
        description="What a GPU step does on a host without CUDA: run on the CPU, or fail.",
    ),
    "min_free": dg.Field(
        float,
        default_value=0.8,
        description="Share of a device's memory that must be free, else it counts as in use.",
    ),
    "grace_seconds": dg.Field(
        float,
        default_value=5.0,
        description="Time a cancelled step has to end by itself before it is killed.",
    ),
}


class CudaExecutor(dg.Executor):
    """Decides for each run by what its steps need for its partition."""

    def __init__(self, needs: Needs, config: Mapping[str, Any]) -> None:
        self._needs, self._config = needs, config

    @property
    def retries(self) -> RetryMode:
        return RetryMode.from_config(self._config["retries"])  # type: ignore[return-value]

    def execute(
        self, plan_context: PlanOrchestrationContext, execution_plan: ExecutionPlan
    ) -> Iterator[dg.DagsterEvent]:
        """Run the steps; return when no process of theirs is left.

        Raises:
            RegistryError: the registry can't say what a step needs.
        """
        run_tags = plan_context.dagster_run.tags
        needs = {
            key: self._needs.of_step(execution_plan.get_step_by_key(key).tags or {}, run_tags)
            for key in execution_plan.step_keys_to_execute
        }
        if any(need.count for need in needs.values()):
            yield from self._delegate(plan_context, execution_plan, needs)
        else:
            with no_device_visible():
                yield from InProcessExecutor(self.retries).execute(plan_context, execution_plan)

    def _delegate(
        self,
        plan_context: PlanOrchestrationContext,
        execution_plan: ExecutionPlan,
        needs: Mapping[str, Devices],
    ) -> Iterator[dg.DagsterEvent]:
        config = self._config
        settings = Settings(config["no_gpu"], config["min_free"], config["grace_seconds"])
        handler = SlotStepHandler(needs, settings)
        executor = StepDelegatingExecutor(
            handler,
            retries=self.retries,
            max_concurrent=config["max_concurrent"],
            tag_concurrency_limits=config.get("tag_concurrency_limits"),
            sleep_seconds=0.25,
            check_step_health_interval_seconds=1,
            should_verify_step=True,
        )
        try:
            yield from executor.execute(plan_context, execution_plan)
        except BaseException:
            handler.stop()
            raise
        finally:
            handler.wait()


@contextmanager
def no_device_visible() -> Iterator[None]:
    """Whoever asks for CUDA inside finds no device: GPUs are had by declaring the need only."""
    before = os.environ.get(VISIBLE)
    os.environ[VISIBLE] = ""
    try:
        yield
    finally:
        if before is None:
            os.environ.pop(VISIBLE, None)
        else:
            os.environ[VISIBLE] = before


def cuda_executor(models_file: Path) -> dg.ExecutorDefinition:
    """The executor of a code location whose users' models stand in `models_file`."""
    needs = Needs(models_file)

    @dg.executor(name="cuda", config_schema=_SCHEMA)
    def cuda(context: dg.InitExecutorContext) -> CudaExecutor:
        return CudaExecutor(needs, context.executor_config)

    return cuda
