"""However a step, its keeper or its run worker ends: no child lives on, no device stays taken."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest

from culture_conflict.executors.slots.program import STOPPED
from culture_conflict_tests.executors.slot_kit import PROGRAM, Host, is_running, until

SHOW = "echo [$CUDA_VISIBLE_DEVICES]"
# A grandchild in a session of its own, without the lock's descriptor, deaf to polite signals.
ENGINE = (
    "import signal, subprocess, sys, time;"
    "[signal.signal(s, signal.SIG_IGN) for s in (signal.SIGTERM, signal.SIGINT)];"
    "time.sleep(300)"
)
STEP = (
    "import subprocess, sys, time;"
    f"child = subprocess.Popen([sys.executable, '-I', '-S', '-c', {ENGINE!r}],"
    " start_new_session=True);"
    "print(child.pid, flush=True); time.sleep(300)"
)
ALL = ("--gpus", "2", "--grace", "0.5")


def with_engine(host: Host, *options: str) -> tuple[subprocess.Popen[str], int, int]:
    """A keeper, its step, and the step's detached child."""
    keeper, step = host.hold(*options, then=f'{sys.executable} -I -S -c "{STEP}" & ')
    assert keeper.stdout is not None
    return keeper, step, int(keeper.stdout.readline())


def tell(pid: int) -> str:
    """Shell that says whether the process lives, then which devices there are."""
    state = f"$(cut -d' ' -f3 /proc/{pid}/stat 2>/dev/null)"
    return f'case "{state}" in ""|Z) ;; *) echo alive ;; esac; {SHOW}'


def free_again(host: Host) -> None:
    """Both devices can be had."""
    assert host.run("--gpus", "2", shell=SHOW)[1] == "[FAKE-0,FAKE-1]"


def test_a_killed_step_takes_its_children_with_it_and_frees_its_devices(host: Host) -> None:
    keeper, step, engine = with_engine(host, *ALL)
    os.kill(step, signal.SIGKILL)
    assert keeper.wait(10) == 128 + 9
    assert not is_running(engine)
    free_again(host)


@pytest.mark.slow
def test_a_device_is_not_handed_on_while_a_grandchild_lives(host: Host) -> None:
    keeper, step, engine = with_engine(host, "--gpus", "2", "--grace", "3")
    waiting = host.start("--gpus", "1", shell=tell(engine))
    until(lambda: host.tickets() == 1)
    os.kill(step, signal.SIGKILL)
    time.sleep(0.7)
    assert (keeper.poll(), waiting.poll(), is_running(engine)) == (None, None, True)
    assert waiting.communicate(timeout=20)[0].strip() == "[FAKE-0]"


def test_a_step_that_ends_well_leaves_no_child_either(host: Host) -> None:
    shell = f"setsid {sys.executable} -I -S -c 'import time; time.sleep(300)' & echo $!; exit 0"
    code, pid, _ = host.run(*ALL, shell=shell)
    assert code == 0
    assert not is_running(int(pid))


def test_a_killed_keeper_takes_the_step_along_and_the_next_waiter_ends_what_is_left(
    host: Host,
) -> None:
    keeper, step, engine = with_engine(host, *ALL)
    keeper.kill()
    until(lambda: not is_running(step))
    assert is_running(engine)
    code, shown, said = host.run("--gpus", "2", shell=tell(engine))
    assert (code, shown) == (0, "[FAKE-0,FAKE-1]")
    assert str(engine) in said


def test_a_step_ends_with_its_run_worker_also_when_both_are_killed(host: Host) -> None:
    for both in (False, True):
        shell = f'echo $$; {sys.executable} -I -S -c "{STEP}"'
        worker = (
            "import subprocess, sys, time;"
            f"subprocess.Popen([*{PROGRAM!r}, *{ALL!r}, '--', 'sh', '-c', {shell!r}]);"
            "time.sleep(300)"
        )
        process = subprocess.Popen(
            [sys.executable, "-I", "-S", "-c", worker],
            env=host.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert process.stdout is not None
        step, engine = int(process.stdout.readline()), int(process.stdout.readline())
        os.kill(process.pid, signal.SIGKILL)
        if both:
            os.kill(step, signal.SIGKILL)
        process.wait()
        assert until(lambda step=step: not is_running(step)) < 5
        assert until(lambda engine=engine: not is_running(engine)) < 5
        process.stdout.close()
        free_again(host)


def test_a_running_step_that_is_told_to_end_does_so_within_its_grace(host: Host) -> None:
    keeper, step, engine = with_engine(host, *ALL)
    keeper.terminate()
    started = time.monotonic()
    keeper.wait(10)
    assert time.monotonic() - started < 5
    assert not is_running(step)
    assert not is_running(engine)
    free_again(host)


def test_a_step_is_asked_politely_first(host: Host) -> None:
    ask = "trap 'echo tidied; exit 5' INT; echo $$; while :; do sleep 0.05; done"
    keeper = host.start(*ALL, shell=ask)
    assert keeper.stdout is not None
    keeper.stdout.readline()
    keeper.terminate()
    assert keeper.communicate(timeout=10)[0].strip() == "tidied"
    assert keeper.returncode == 5


def test_a_waiting_step_can_be_cancelled_and_leaves_the_queue(host: Host) -> None:
    host.hold("--gpus", "2")
    waiting = host.start("--gpus", "1", shell=SHOW)
    until(lambda: host.tickets() == 1)
    waiting.terminate()
    assert waiting.wait(5) == STOPPED
    assert host.tickets() == 0


def test_a_waiting_step_ends_with_its_run_worker(host: Host) -> None:
    host.hold("--gpus", "2")
    worker = f"{' '.join(PROGRAM)} --gpus 1 -- true & echo $!; sleep 300"
    process = subprocess.Popen(
        ["/bin/sh", "-c", worker], env=host.environment, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    waiting = int(process.stdout.readline())
    until(lambda: host.tickets() == 1)
    process.kill()
    process.wait()
    process.stdout.close()
    assert until(lambda: not is_running(waiting)) < 5
    assert host.tickets() == 0
