"""Dagster runs with GPU steps on a fake host: sharing, killing, cancelling, deciding."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dagster as dg
import pytest

from culture_conflict_tests.executors.slot_kit import Host, is_running, until

pytestmark = pytest.mark.slow

MODELS = """\
models:
  - {key: remote, provider: replay, name: Remote, revision: "1"}
  - {key: local, provider: replay, name: Local, revision: "1", gpus: 1, gpu_memory_gb: 40}
"""
PATIENCE_S = 400


@dataclass(frozen=True)
class World:
    """The code location of world.py with an instance of its own."""

    host: Host
    instance: dg.DagsterInstance
    workers: list[subprocess.Popen[str]] = field(default_factory=list)

    @property
    def root(self) -> Path:
        return self.host.root

    def start(self, job: str, tags: dict[str, str] | None = None) -> subprocess.Popen[str]:
        """A run worker that executes the job."""
        own = {
            "CULTURE_CONFLICT_TEST_WORLD": str(self.root),
            "DAGSTER_HOME": str(self.root / "dagster"),
        }
        program = [sys.executable, "-W", "ignore", "-m", "culture_conflict_tests.executors.world"]
        config = json.dumps({"grace_seconds": 0.5})
        worker = subprocess.Popen(
            [*program, job, json.dumps(tags or {}), config],
            env=self.host.environment | own,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self.workers.append(worker)
        return worker

    def result(self, worker: subprocess.Popen[str]) -> tuple[str, bool]:
        """The id of its run and whether it succeeded."""
        run_id, success = worker.communicate(timeout=PATIENCE_S)[0].split()[-2:]
        return run_id, success == "True"

    def notes(self, name: str) -> list[dict[str, Any]]:
        """What steps have written down under this name."""
        path = self.root / name
        lines = path.read_text().splitlines() if path.exists() else []
        return [json.loads(line) for line in lines]

    def messages(self, run_id: str) -> str:
        """The run's events, one message a line."""
        events = [entry.dagster_event for entry in self.instance.all_logs(run_id)]
        errors = [e.step_failure_data.error for e in events if e is not None and e.is_step_failure]
        said = [e.message for e in events if e is not None]
        return "\n".join([*map(str, said), *(str(error) for error in errors)])

    def all_devices_free(self) -> None:
        """Both devices can be had again."""
        assert self.host.run("--gpus", "2", shell="echo $CUDA_VISIBLE_DEVICES")[1]


@pytest.fixture
def world(host: Host, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    home = host.root / "dagster"
    home.mkdir()
    (home / "dagster.yaml").write_text("telemetry: {enabled: false}\n")
    (host.root / "models.yaml").write_text(MODELS)
    monkeypatch.setenv("DAGSTER_HOME", str(home))
    with dg.DagsterInstance.get() as instance:
        made = World(host, instance)
        yield made
        for worker in made.workers:
            with contextlib.suppress(ProcessLookupError):
                worker.kill()
            worker.communicate()


def test_four_runs_of_three_steps_never_share_a_device(world: World) -> None:
    results = [world.result(worker) for worker in [world.start("three") for _ in range(4)]]
    assert [success for _, success in results] == [True] * 4
    steps = world.notes("steps")
    assert len(steps) == 12
    assert {step["run"] for step in steps} == {run_id for run_id, _ in results}
    assert sorted(len(step["devices"]) for step in steps) == [1] * 8 + [2] * 4
    assert world.notes("overlaps") == []
    run_id, _ = results[-1]
    assert "Holds FAKE-" in world.messages(run_id)


def test_of_two_partitions_of_one_asset_only_that_of_a_local_model_holds_a_device(
    world: World,
) -> None:
    partitions = {
        model: {
            "dagster/partition": f"{model}|sample",
            "dagster/partition/model": model,
            "dagster/partition/source": "sample",
        }
        for model in ("remote", "local")
    }
    remote, local = (world.start("evaluate", tags) for tags in partitions.values())
    worker = remote.pid
    remote_run, remote_success = world.result(remote)
    local_run, local_success = world.result(local)
    assert remote_success
    assert local_success
    seen = {(step["pid"] == worker, step["step"]): step["devices"] for step in world.notes("steps")}
    assert seen[True, "predictions"] == []
    assert seen[True, "scores"] == []
    assert len(seen[False, "predictions"]) == 1
    assert seen[False, "scores"] == []
    assert "in process" in world.messages(remote_run)
    assert "SlotStepHandler" not in world.messages(remote_run)
    assert "SlotStepHandler" in world.messages(local_run)


def test_however_a_step_or_its_run_worker_is_killed_all_children_end(world: World) -> None:
    world.host.set_devices(**{f"FAKE-{n}": 80 for n in range(3)})
    kill_step, kill_worker, kill_both = (world.start("long_only") for _ in range(3))
    until(lambda: len(world.notes("long")) == 3, PATIENCE_S)
    processes = {line["worker"]: (line["pid"], line["child"]) for line in world.notes("long")}
    os.kill(processes[kill_step.pid][0], signal.SIGKILL)
    kill_worker.kill()
    kill_both.kill()
    os.kill(processes[kill_both.pid][0], signal.SIGKILL)
    for step, child in processes.values():
        assert until(lambda s=step, c=child: not is_running(s) and not is_running(c)) < 5
    run_id, success = world.result(kill_step)
    assert not success
    assert "ended by signal SIGKILL" in world.messages(run_id)
    assert world.host.run("--gpus", "3", shell="echo $CUDA_VISIBLE_DEVICES")[1].count("FAKE") == 3


def test_cancelling_ends_running_and_waiting_steps_and_all_children(world: World) -> None:
    worker = world.start("long_and_waiting")
    until(lambda: bool(world.notes("long")) and world.host.tickets() == 1, PATIENCE_S)
    (line,) = world.notes("long")
    step, child = line["pid"], line["child"]
    worker.send_signal(signal.SIGINT)
    assert until(lambda: not is_running(step) and not is_running(child)) < 5
    assert until(lambda: world.host.tickets() == 0) < 5
    worker.communicate(timeout=PATIENCE_S)
    (run,) = world.instance.get_runs()
    assert run.status in (dg.DagsterRunStatus.CANCELED, dg.DagsterRunStatus.FAILURE)
    assert world.notes("steps") == []
    world.all_devices_free()


def test_a_step_that_no_waiting_can_help_fails_with_the_reason(world: World) -> None:
    run_id, success = world.result(world.start("impossible"))
    assert not success
    assert "needs 3 GPU(s); this host has FAKE-0 (80 GiB), FAKE-1" in world.messages(run_id)
    assert world.notes("steps") == []
