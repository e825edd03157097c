"""Starts each step of a run through the slot program, and tells how it ended."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import dagster as dg

from culture_conflict.executors import slots
from culture_conflict.executors._dagster import (
    CheckStepHealthResult,
    EngineEventData,
    StepHandler,
    StepHandlerContext,
)
from culture_conflict.executors.needs import Devices
from culture_conflict.executors.slots.program import REFUSED

__all__ = ["Settings", "SlotStepHandler"]

_STEP = "culture_conflict.executors.step"
_ENDING_S = 5.0
_PAUSE_S = 0.05


@dataclass(frozen=True)
class Settings:
    """The executor's configuration, as far as the slot program takes it."""

    no_gpu: str
    min_free: float
    grace_s: float


@dataclass
class _Child:
    """A step's keeper; whether it was seen to have ended with no result read yet."""

    process: subprocess.Popen[bytes]
    report: Path
    seen_ended: bool = False


class SlotStepHandler(StepHandler):
    """One process per step, each under a keeper that holds its devices."""

    def __init__(self, needs: Mapping[str, Devices], settings: Settings) -> None:
        self._needs, self._settings = needs, settings
        self._children: dict[str, _Child] = {}
        self._reports = tempfile.TemporaryDirectory(prefix="culture-conflict-steps-")

    @property
    def name(self) -> str:
        return "SlotStepHandler"

    def launch_step(self, step_handler_context: StepHandlerContext) -> Iterator[dg.DagsterEvent]:
        key = _key(step_handler_context)
        need = self._needs.get(key, Devices())
        report = Path(self._reports.name) / f"{len(self._children)}-{time.monotonic_ns()}"
        arguments = step_handler_context.execute_step_args.get_command_env()
        process = subprocess.Popen(  # noqa: S603
            [*self._slot_program(step_handler_context, need, report), "--", *_command()],
            env={**os.environ, **{entry["name"]: entry["value"] for entry in arguments}},
            stdin=subprocess.DEVNULL,
            start_new_session=True,
        )
        self._children[key] = _Child(process, report)
        yield dg.DagsterEvent.step_worker_starting(
            step_handler_context.get_step_context(key),
            f"Step asks for {need.count} GPU(s); its keeper is process {process.pid}.",
            metadata={
                "pid": dg.MetadataValue.int(process.pid),
                "gpus": dg.MetadataValue.int(need.count),
            },
        )

    def _slot_program(self, context: StepHandlerContext, need: Devices, report: Path) -> list[str]:
        run = context.dagster_run
        partition = run.tags.get("dagster/partition")
        who = {"run": run.run_id, "step": _key(context), "job": run.job_name}
        options = {
            "--gpus": need.count,
            "--min-free": self._settings.min_free,
            "--no-gpu": self._settings.no_gpu,
            "--grace": self._settings.grace_s,
            "--parent": os.getpid(),
            "--who": json.dumps(who | {"partition": partition}),
            "--report": report,
        }
        if need.memory_gb is not None:
            options["--memory-gb"] = need.memory_gb
        program = [sys.executable, "-I", "-S", str(Path(str(slots.__file__)).parent)]
        return program + [str(part) for option in options.items() for part in option]

    def check_step_health(self, step_handler_context: StepHandlerContext) -> CheckStepHealthResult:
        """Unhealthy at the second look after its end: by then all its events have been read."""
        child = self._children.get(_key(step_handler_context))
        if child is None:
            return CheckStepHealthResult.unhealthy("its process is not one of this run worker")
        code = child.process.poll()
        if code is None:
            return CheckStepHealthResult.healthy()
        if not child.seen_ended:
            child.seen_ended = True
            return CheckStepHealthResult.healthy()
        return CheckStepHealthResult.unhealthy(_how_it_ended(child, code))

    def terminate_step(self, step_handler_context: StepHandlerContext) -> Iterator[dg.DagsterEvent]:
        """Ask the keeper to end the step and all its children; `wait` sees to the rest."""
        key = _key(step_handler_context)
        child = self._children.get(key)
        if child is None or child.process.poll() is not None:
            return
        child.process.send_signal(signal.SIGTERM)
        yield dg.DagsterEvent.engine_event(
            step_handler_context.get_step_context(key),
            f"Ending step {key} and its children (keeper {child.process.pid})",
            EngineEventData(),
        )

    def stop(self) -> None:
        """Ask every keeper to end."""
        for child in self._children.values():
            if child.process.poll() is None:
                child.process.send_signal(signal.SIGTERM)

    def wait(self) -> None:
        """Wait until every keeper has ended, and so everything below it; then tell them to.

        A step writes its last event before it ends, and its devices are free only afterwards. A
        keeper that can't end (a driver that hangs) keeps its devices and ends with this process.
        """
        patience = self._settings.grace_s + _ENDING_S
        for _ in range(2):
            deadline = time.monotonic() + patience
            while self._running() and time.monotonic() < deadline:
                time.sleep(_PAUSE_S)
            if not self._running():
                break
            self.stop()
        self._reports.cleanup()

    def _running(self) -> bool:
        return any(child.process.poll() is None for child in self._children.values())


def _key(context: StepHandlerContext) -> str:
    keys = context.execute_step_args.step_keys_to_execute
    if keys is None or len(keys) != 1:
        raise ValueError(f"expected one step at a time, got {keys}")
    return keys[0]


def _command() -> list[str]:
    return [sys.executable, "-m", _STEP]


def _how_it_ended(child: _Child, code: int) -> str:
    if code == REFUSED and child.report.exists():
        return str(json.loads(child.report.read_text(encoding="utf-8"))["refused"])
    if code == 0:
        return "its process ended without a result"
    number = -code if code < 0 else code - 128
    known = number in signal.valid_signals()
    how = f"by signal {signal.Signals(number).name}" if known else f"with exit code {code}"
    return f"its process ended {how}"
