"""`culture-conflict gpus` shows devices, holders and the queue."""

from __future__ import annotations

import json
from collections.abc import Mapping

import pytest
from typer.testing import CliRunner

from culture_conflict.cli import app
from culture_conflict_tests.executors.slot_kit import Host, until


@pytest.fixture
def shown(host: Host, monkeypatch: pytest.MonkeyPatch) -> CliRunner:
    for name, value in host.own.items():
        monkeypatch.setenv(name, value)
    return CliRunner(env={"COLUMNS": "220"})


def who(**words: str) -> tuple[str, str]:
    return "--who", json.dumps(words)


def rows(output: str) -> Mapping[str, str]:
    """The table's lines by device."""
    return {
        name: line for line in output.splitlines() for name in ("FAKE-0", "FAKE-1") if name in line
    }


def test_free_held_loaded_and_waiting(host: Host, shown: CliRunner) -> None:
    host.set_devices(**{"FAKE-0": 80, "FAKE-1": 10})
    output = shown.invoke(app, ["gpus"]).output
    assert "fake list for tests" in output
    assert "free" in rows(output)["FAKE-0"]
    assert "80.0" in rows(output)["FAKE-0"]
    assert "in use by others" in rows(output)["FAKE-1"]
    assert str(host.locks) in output
    keeper, _ = host.hold("--gpus", "1", *who(step="predictions", run="r1", partition="m|s"))
    host.start("--gpus", "1", *who(step="scores", run="r2"), shell="true")
    until(lambda: host.tickets() == 1)
    output = shown.invoke(app, ["gpus"]).output
    assert f"predictions m|s run r1 (process {keeper.pid}, since 20" in rows(output)["FAKE-0"]
    assert "waiting 1: 1 GPU(s), scores run r2 (process" in output


def test_without_a_gpu_the_reason_is_told(host: Host, shown: CliRunner) -> None:
    host.set_devices()
    output = shown.invoke(app, ["gpus"]).output
    assert "No GPU: the fake list" in output
    assert "is empty" in output
