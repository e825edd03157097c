"""The demo as a user runs it: the command, in a process of its own."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.home import Home

# The demo of one benchmark, where it does not matter which; the whole one takes minutes.
ONE = ("demo", "--benchmark", "confused_tourist")
COMMAND = [str(Path(sys.executable).with_name("culture-conflict"))]


def environment(root: Path) -> dict[str, str]:
    return os.environ | {"CULTURE_CONFLICT_HOME": str(root), "COLUMNS": "160"}


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """One run of the command."""
    return subprocess.run(
        [*COMMAND, *arguments],
        env=environment(root),
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )


def asked(output: str) -> int:
    """How many requests the providers received, as the demo says."""
    found = re.search(r"Asked (\d+) pictures", output)
    assert found, output
    return int(found.group(1))


def n_requests(variants: pl.DataFrame) -> int:
    """What there is to ask of one model: the same picture with the same prompt is asked once."""
    return variants.select("picture", "category").unique().height


def kill_when(root: Path, ready: Callable[[], bool], *arguments: str) -> None:
    """Start the command and kill -9 it as soon as `ready` holds."""
    process = subprocess.Popen(
        [*COMMAND, *arguments],
        env=environment(root),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    deadline = time.monotonic() + 120
    while not ready():
        assert process.poll() is None, "the command ended before the moment to kill it"
        assert time.monotonic() < deadline
        time.sleep(0.005)
    process.kill()
    process.wait()


@dataclass(frozen=True)
class Demo:
    """A finished first demo: its home, what it printed, how long it took."""

    home: Home
    output: str
    seconds: float


@pytest.fixture(scope="session")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Demo:
    """The first demo of a new home."""
    root = tmp_path_factory.mktemp("demo") / "home"
    started = time.monotonic()
    result = run(root, "demo")
    assert result.returncode == 0, result.stdout + result.stderr
    return Demo(Home(root), result.stdout, time.monotonic() - started)
