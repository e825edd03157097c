"""`python -m culture_conflict.executors.step`: one step of a run, in a process of its own."""

from __future__ import annotations

import base64
import os
import zlib

import dagster as dg

from culture_conflict.executors._dagster import (
    EngineEventData,
    ExecuteStepArgs,
    capture_interrupts,
    deserialize_value,
    step_body,
)
from culture_conflict.executors.held import held_devices

__all__ = ["main"]

_ARGUMENTS = "DAGSTER_COMPRESSED_EXECUTE_STEP_ARGS"


def main() -> None:
    """Tell which devices are held, then do as Dagster's own step workers do."""
    text = zlib.decompress(base64.b64decode(os.environ.pop(_ARGUMENTS))).decode()
    arguments = deserialize_value(text, ExecuteStepArgs)
    with capture_interrupts(), _instance(arguments) as instance:
        run = instance.get_run_by_id(arguments.run_id)
        if run is None:
            raise ValueError(f"no run {arguments.run_id} in {instance.root_directory}")
        _tell(instance, run, arguments)
        for _ in step_body()(arguments, instance, run):
            pass


def _instance(arguments: ExecuteStepArgs) -> dg.DagsterInstance:
    """The run worker's instance, not one that this process's environment may name."""
    if arguments.instance_ref is None:
        raise ValueError("a step in its own process needs a persistent Dagster instance")
    return dg.DagsterInstance.from_ref(arguments.instance_ref)


def _tell(instance: dg.DagsterInstance, run: dg.DagsterRun, arguments: ExecuteStepArgs) -> None:
    held = held_devices()
    if held is None:
        return
    keys = arguments.step_keys_to_execute
    instance.report_engine_event(
        f"Holds {', '.join(held.devices) or 'no device'}"
        f" after waiting {held.waited_s:.1f} s. {held.remark}",
        run,
        EngineEventData(held.metadata()),
        step_key=keys[0] if keys else None,
    )


if __name__ == "__main__":
    main()
