"""The private parts of Dagster that the executor uses are those it was written for."""

from __future__ import annotations

import ast
import inspect
from importlib.metadata import version
from pathlib import Path

import pytest

from culture_conflict.executors import _dagster as private

PACKAGE = Path(private.__file__).parents[1]


def test_the_version_is_the_one_it_was_written_for() -> None:
    assert version("dagster").rsplit(".", 1)[0] == private.VERSION, (
        "Dagster's private modules may have changed: read executors/_dagster.py against the new "
        "version, run the slow tests of executors/, then set VERSION."
    )


@pytest.mark.parametrize(
    ("function", "parameters"),
    [
        (
            private.StepDelegatingExecutor.__init__,
            {
                "step_handler",
                "retries",
                "sleep_seconds",
                "check_step_health_interval_seconds",
                "max_concurrent",
                "tag_concurrency_limits",
                "should_verify_step",
            },
        ),
        (private.StepDelegatingExecutor.execute, {"plan_context", "execution_plan"}),
        (private.InProcessExecutor.__init__, {"retries"}),
        (private.StepHandler.launch_step, {"step_handler_context"}),
        (private.StepHandler.check_step_health, {"step_handler_context"}),
        (private.StepHandler.terminate_step, {"step_handler_context"}),
        (private.ReconstructableRepository.for_module, {"module", "fn_name"}),
        (
            private.schedule_execution_time_iterator,
            {"start_timestamp", "cron_schedule", "execution_timezone"},
        ),
        (private.compute_logs.execute_posix_tail, {"path", "stream"}),
        (private.step_body(), {"args", "instance", "dagster_run"}),
    ],
)
def test_functions_take_what_they_are_given(function: object, parameters: set[str]) -> None:
    assert callable(function)
    assert parameters <= set(inspect.signature(function).parameters)


def test_classes_have_the_members_that_are_used() -> None:
    assert private.StepHandler.__abstractmethods__ == {
        "name",
        "launch_step",
        "check_step_health",
        "terminate_step",
    }
    arguments = inspect.signature(private.ExecuteStepArgs.__new__).parameters
    assert {"run_id", "step_keys_to_execute", "instance_ref"} <= set(arguments)
    assert callable(private.ExecuteStepArgs.get_command_env)
    for name in ("step_tags", "dagster_run", "execute_step_args"):
        assert isinstance(getattr(private.StepHandlerContext, name), property)
    requested = private.BulkActionStatus.REQUESTED
    assert requested.value == "REQUESTED"
    # Its signature is seen only before the first one is made.
    assert private.BulkActionsFilter(statuses=[requested]).statuses == [requested]
    assert private.CheckStepHealthResult.unhealthy("x") == (False, "x")


def test_no_other_module_imports_a_private_part_of_dagster() -> None:
    found = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            modules = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            modules += [a.name for a in node.names] if isinstance(node, ast.Import) else []
            if any(name.startswith("dagster._") for name in modules):
                found.add(path.name)
    assert found == {"_dagster.py"}
