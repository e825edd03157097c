"""A run that is stopped, however rudely, is continued and not repeated."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from culture_conflict.models.asking import Asking, Received, Wanted
from culture_conflict_tests.models.asking_kit import FakeProvider, World, picture

N, IN_FLIGHT, BATCH = 40, 2, 3

_CHILD = f"""
import signal, sys
from pathlib import Path
signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored below a script's background job
from culture_conflict_tests.models.asking_kit import FakeProvider, World

world = World(Path(sys.argv[1]))
provider = FakeProvider(delay_s=0.03, batch_size={BATCH}, in_flight={IN_FLIGHT})
world.ask(world.variants(range({N})), provider, run_id="killed")
"""


def _lines(world: World) -> int:
    return sum(path.read_bytes().count(b"\n") for path in world.folder.glob("*.jsonl"))


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT], ids=["kill -9", "Ctrl-C"])
def test_a_killed_run_is_continued(world: World, sent: signal.Signals) -> None:
    command = [sys.executable, "-c", _CHILD, str(world.root)]
    child = subprocess.Popen(command, cwd=Path.cwd(), stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 20
    while _lines(world) < 9:
        assert child.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.005)
    os.kill(child.pid, sent)
    child.wait(10)
    kept = _lines(world)
    assert 9 <= kept < N
    provider = FakeProvider(batch_size=BATCH)
    made, report = world.ask(world.variants(range(N)), provider, run_id="resumed")
    assert provider.calls == N - report.n_reused
    assert report.n_reused == kept
    assert set(made["state"]) == {"ok"}
    assert made["request_key"].n_unique() == N
    lines = [
        line
        for path in world.folder.glob("*.jsonl")
        for line in path.read_bytes().splitlines(keepends=True)
    ]
    keys = [json.loads(line)["key"] for line in lines if line.endswith(b"\n")]
    assert sorted(keys) == sorted(made["request_key"])


def test_a_cancelled_task_keeps_what_came_and_closes(world: World) -> None:
    shas = [world.pictures.put(picture(n)) for n in range(10)]
    wanted = [Wanted(str(n), sha, "?") for n, sha in enumerate(shas)]
    provider = FakeProvider(in_flight=1, delay_s=0.02)
    kept: list[Received] = []
    third = asyncio.Event()

    def keep(received: Received) -> None:
        kept.append(received)
        if len(kept) == 3:
            third.set()

    async def cancelled() -> None:
        task = asyncio.create_task(Asking(wanted, provider, world.pictures, keep).run())
        await third.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(cancelled())
    assert [received.wanted.key for received in kept] == ["0", "1", "2"]
    assert provider.calls <= 4
    assert (provider.closed, provider.now) == (1, 0)
