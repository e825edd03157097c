"""What a command sees when the slot program runs it, and what it is refused."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from culture_conflict.executors.slots.program import REFUSED
from culture_conflict_tests.executors.slot_kit import Host, until

SHOW = "echo [$CUDA_VISIBLE_DEVICES]"


def test_a_command_sees_as_many_devices_as_it_needs_and_no_other(host: Host) -> None:
    assert host.run("--gpus", "0", shell=SHOW)[:2] == (0, "[]")
    assert host.run("--gpus", "1", shell=SHOW)[:2] == (0, "[FAKE-0]")
    assert host.run("--gpus", "2", shell=SHOW)[:2] == (0, "[FAKE-0,FAKE-1]")


def test_its_exit_code_is_passed_on_also_that_of_a_signal(host: Host) -> None:
    assert host.run("--gpus", "1", shell="exit 3")[0] == 3
    assert host.run("--gpus", "1", shell="kill -9 $$")[0] == 128 + 9


def test_a_second_command_takes_the_other_device_and_a_third_waits(host: Host) -> None:
    first, _ = host.hold("--gpus", "1")
    host.hold("--gpus", "1")
    third = host.start("--gpus", "1", shell=SHOW)
    until(lambda: host.tickets() == 1)
    assert third.poll() is None
    first.terminate()
    assert third.communicate(timeout=20)[0].strip() == "[FAKE-0]"


@pytest.mark.slow
def test_a_device_with_somebody_elses_load_is_skipped_until_it_is_free(host: Host) -> None:
    host.set_devices(**{"FAKE-0": 10, "FAKE-1": 70})
    assert host.run("--gpus", "1", shell=SHOW)[1] == "[FAKE-1]"
    assert host.run("--gpus", "1", "--min-free", "0.1", shell=SHOW)[1] == "[FAKE-0]"
    waiting = host.start("--gpus", "2", shell=SHOW)
    until(lambda: host.tickets() == 1)
    assert waiting.poll() is None
    host.set_devices(**{"FAKE-0": 80, "FAKE-1": 80})
    assert waiting.communicate(timeout=20)[0].strip() == "[FAKE-0,FAKE-1]"


def test_a_step_takes_the_smallest_device_that_is_large_enough(host: Host) -> None:
    rows = [
        {"id": name, "memory_gb": size, "free_gb": size} for name, size in (("BIG", 80), ("S", 24))
    ]
    (host.root / "devices.json").write_text(json.dumps(rows))
    assert host.run("--gpus", "1", shell=SHOW)[1] == "[S]"
    assert host.run("--gpus", "1", "--memory-gb", "40", shell=SHOW)[1] == "[BIG]"


def test_what_can_never_be_had_is_refused_at_once_with_the_remedy(
    host: Host, tmp_path: Path
) -> None:
    report = tmp_path / "report"
    code, _, said = host.run("--gpus", "3", "--report", str(report), shell=SHOW)
    assert code == REFUSED
    assert "needs 3 GPU(s); this host has FAKE-0 (80 GiB), FAKE-1 (80 GiB)" in said
    assert json.loads(report.read_text())["refused"] == said
    code, _, said = host.run("--gpus", "1", "--memory-gb", "81", shell=SHOW)
    assert (code, "of at least 81 GiB" in said) == (REFUSED, True)
    assert host.tickets() == 0


def test_without_cuda_it_runs_on_the_cpu_or_is_refused_as_configured(host: Host) -> None:
    host.set_devices()
    shell = f"{SHOW} $CULTURE_CONFLICT_SLOT_REASON"
    code, said, _ = host.run("--gpus", "1", shell=shell)
    assert (code, said.startswith("[] on the CPU: the fake list")) == (0, True)
    code, out, err = host.run("--gpus", "1", "--no-gpu", "refuse", shell=shell)
    assert (code, out) == (REFUSED, "")
    assert "this host has none" in err
    assert "no_gpu: cpu" in err


def test_a_command_that_does_not_exist_is_named(host: Host) -> None:
    assert host.run("--gpus", "1", shell="exec /nowhere/to/be/found")[0] == 127


def test_the_wait_is_told(host: Host) -> None:
    holder, _ = host.hold("--gpus", "2")
    waiting = host.start("--gpus", "1", shell="echo $CULTURE_CONFLICT_SLOT_WAITED_S")
    until(lambda: host.tickets() == 1)
    holder.terminate()
    assert 0 < float(waiting.communicate(timeout=20)[0]) < 20
