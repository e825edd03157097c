"""A host of fake devices, and slot programs started on it."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import culture_conflict
from culture_conflict.executors.slots.devices import FAKE
from culture_conflict.executors.slots.folder import VARIABLE

PACKAGE = Path(culture_conflict.__file__).parent
PROGRAM = [sys.executable, "-I", "-S", str(PACKAGE / "executors" / "slots")]


@dataclass(frozen=True)
class Host:
    """Fake devices and a folder of locks of a test's own."""

    root: Path
    started: list[subprocess.Popen[str]] = field(default_factory=list)

    def set_devices(self, **free_gb: float) -> None:
        """Devices of 80 GiB by name, with the memory that is free on each."""
        rows = [{"id": name, "memory_gb": 80, "free_gb": free} for name, free in free_gb.items()]
        new = self.root / "devices.json.new"
        new.write_text(json.dumps(rows))
        new.replace(self.root / "devices.json")

    @property
    def locks(self) -> Path:
        return self.root / "locks"

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | self.own

    @property
    def own(self) -> dict[str, str]:
        """The variables that make this host."""
        return {FAKE: str(self.root / "devices.json"), VARIABLE: str(self.locks)}

    def start(
        self, *options: str, shell: str, environment: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """The slot program with these options around a shell command."""
        process = subprocess.Popen(
            [*PROGRAM, "--grace", "0.3", *options, "--", "sh", "-c", shell],
            env=self.environment | dict(environment or {}),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.started.append(process)
        return process

    def hold(self, *options: str, then: str = "") -> tuple[subprocess.Popen[str], int]:
        """A step that holds its devices until it is ended; the keeper and the step's pid."""
        keeper = self.start(*options, shell=f"echo $$; {then} sleep 300")
        assert keeper.stdout is not None
        line = keeper.stdout.readline()
        assert line, keeper.communicate()[1]
        return keeper, int(line)

    def run(self, *options: str, shell: str, **environment: str) -> tuple[int, str, str]:
        """Exit code, stdout and stderr of a slot program that comes to an end."""
        process = self.start(*options, shell=shell, environment=environment)
        out, err = process.communicate(timeout=60)
        return process.returncode, out.strip(), err.strip()

    def tickets(self) -> int:
        """How many files lie in the queue."""
        return len(list((self.locks / "queue").glob("[0-9]*")))


@contextlib.contextmanager
def host_in(root: Path) -> Iterator[Host]:
    """A host with two free devices; what still runs in the end is ended."""
    host = Host(root)
    host.set_devices(**{"FAKE-0": 80, "FAKE-1": 80})
    try:
        yield host
    finally:
        for process in host.started:
            if process.poll() is None:
                process.terminate()
        for process in host.started:
            process.wait(30)
            for pipe in (process.stdout, process.stderr):
                if pipe is not None:
                    pipe.close()


def until(holds: Callable[[], bool], seconds: float = 20) -> float:
    """Wait until it holds; the seconds that took."""
    started = time.monotonic()
    while not holds():
        assert time.monotonic() - started < seconds, "it never came to hold"
        time.sleep(0.02)
    return time.monotonic() - started


def is_running(pid: int) -> bool:
    """Whether the process lives and is no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state not in "ZX"
