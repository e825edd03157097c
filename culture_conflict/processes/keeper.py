"""The process above a step: holds its devices until the step and all its children have ended."""

from __future__ import annotations

import os
import select
import signal
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import FrameType
from typing import Self

from culture_conflict.processes.tree import (
    descendants,
    die_with_parent,
    end,
    keep_orphans,
)

__all__ = ["Stopped", "run_step", "stop_on_signals"]

_LOOK_S = 0.5
_SOON_S = 0.05
_ENDING = (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Stopped(BaseException):
    """A signal to end came before there was a step to pass it to."""


def stop_on_signals() -> None:
    """Until a step runs, a signal to end raises `Stopped`."""

    def stop(number: int, _: FrameType | None) -> None:
        raise Stopped(signal.Signals(number).name)

    for number in _ENDING:
        signal.signal(number, stop)


@dataclass
class _Wish:
    """What signals have asked for; the loop acts on it."""

    to_end: bool = False


def run_step(
    command: Sequence[str],
    environment: Mapping[str, str],
    descriptors: Sequence[int],
    *,
    parent: int,
    grace_s: float,
) -> int:
    """Run the command with the descriptors open; return its exit code, 128 + n for a signal n.

    It returns when no descendant is left. Ends by force after `grace_s` when told to end, and at
    once when `parent` has ended. The step dies with this process; the kernel sees to that.
    """
    keep_orphans()
    wish = _Wish()
    with _Bell(wish) as bell:
        step = _start(command, environment, descriptors)
        status = _until_ended(step, bell, wish, parent, grace_s)
        _end_children(bell, grace_s if os.getppid() == parent else 0.0)
    code = os.waitstatus_to_exitcode(status)
    return code if code >= 0 else 128 - code


class _Bell:
    """Wakes the loop when a child has ended or a signal to end came."""

    def __init__(self, wish: _Wish) -> None:
        self._wish = wish

    def __enter__(self) -> Self:
        self._read, self._write = os.pipe()
        os.set_blocking(self._write, False)
        os.set_blocking(self._read, False)
        signal.set_wakeup_fd(self._write, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        for number in _ENDING:
            signal.signal(number, self._wants_end)
        return self

    def _wants_end(self, *_: object) -> None:
        self._wish.to_end = True

    def wait(self, seconds: float) -> None:
        if select.select([self._read], [], [], seconds)[0]:
            os.read(self._read, 4096)

    def __exit__(self, *_: object) -> None:
        signal.set_wakeup_fd(-1)
        os.close(self._read)
        os.close(self._write)


def _start(command: Sequence[str], environment: Mapping[str, str], keep: Sequence[int]) -> int:
    keeper = os.getpid()
    sys.stdout.flush()
    sys.stderr.flush()
    pid = os.fork()
    if pid:
        return pid
    try:
        os.setsid()
        for number in (*_ENDING, signal.SIGCHLD):
            signal.signal(number, signal.SIG_DFL)
        die_with_parent(keeper, signal.SIGKILL)
        for descriptor in keep:
            os.set_inheritable(descriptor, True)
        os.execvpe(command[0], list(command), dict(environment))  # noqa: S606
    except OSError as error:
        os.write(2, f"{command[0]} can't be started: {error}\n".encode())
    finally:
        os._exit(127)


def _until_ended(step: int, bell: _Bell, wish: _Wish, parent: int, grace_s: float) -> int:
    """Wait for the step itself; orphans of its that end meanwhile are reaped."""
    by_force: float | None = None
    while True:
        while (ended := _reap()) is not None:
            if ended[0] == step:
                return ended[1]
        if os.getppid() != parent:
            end([step], signal.SIGKILL)
        elif wish.to_end and by_force is None:
            by_force = time.monotonic() + grace_s
            end([step], signal.SIGINT)
        elif by_force is not None and time.monotonic() >= by_force:
            end([step], signal.SIGKILL)
        bell.wait(_LOOK_S if by_force is None else _SOON_S)


def _reap() -> tuple[int, int] | None:
    """A child that has ended, and its status."""
    try:
        pid, status = os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return (pid, status) if pid else None


def _end_children(bell: _Bell, grace_s: float) -> None:
    """End what the step left behind; return when nothing is left."""
    by_force = time.monotonic() + grace_s
    end(descendants(os.getpid()), signal.SIGTERM)
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return
        if pid:
            continue
        if time.monotonic() >= by_force:
            end(descendants(os.getpid()), signal.SIGKILL)
        bell.wait(_SOON_S)
