"""Whoever interrupts an evaluation, and at whatever moment: it ends, and what came is kept."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from culture_conflict.models.interrupting import run_interruptible
from culture_conflict.models.protocol import Answer, Request
from culture_conflict_tests.models.asking_kit import FakeProvider, World, echo


class Interruption(BaseException):
    """What Dagster raises when a run is cancelled."""


@contextmanager
def handled(number: int, *, raises: bool = True) -> Iterator[object]:
    def handler(*_: object) -> None:
        if raises:
            raise Interruption

    before = signal.signal(number, handler)
    try:
        yield handler
    finally:
        signal.signal(number, before)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_in_the_midst_of_a_callback_ends_the_evaluation(
    world: World, number: signal.Signals
) -> None:
    def reply(request: Request, n: int) -> Answer:
        if n == 5:  # asyncio swallows what a callback raises
            asyncio.get_running_loop().call_soon(os.kill, os.getpid(), number)
        return echo(request, n)

    provider, started = FakeProvider(reply, in_flight=2, delay_s=0.02), time.monotonic()
    with handled(number) as handler:
        with pytest.raises(Interruption):
            world.ask(world.variants(range(200)), provider)
        assert signal.getsignal(number) is handler
    assert time.monotonic() - started < 3
    assert provider.closed == 1
    assert 6 <= provider.calls < 12
    again = FakeProvider()
    _, report = world.ask(world.variants(range(200)), again, run_id="again")
    assert report.n_reused >= provider.calls - 2
    assert again.calls == 200 - report.n_reused


def test_a_handler_that_only_takes_note_ends_it_too() -> None:
    async def interrupted() -> None:
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(30)

    with handled(signal.SIGINT, raises=False), pytest.raises(asyncio.CancelledError):
        run_interruptible(interrupted())


def test_another_thread_may_ask(world: World) -> None:
    made = []
    asking = threading.Thread(
        target=lambda: made.append(world.ask(world.variants([1]), FakeProvider()))
    )
    asking.start()
    asking.join(20)
    assert len(made) == 1


def test_what_fails_by_itself_is_told_as_before() -> None:
    async def fails() -> None:
        raise ValueError("mine")

    with handled(signal.SIGINT) as handler:
        with pytest.raises(ValueError, match="mine"):
            run_interruptible(fails())
        assert signal.getsignal(signal.SIGINT) is handler
