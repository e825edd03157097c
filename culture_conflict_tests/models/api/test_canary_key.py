"""The key appears nowhere but in the request, and a killed run loses and repeats nothing."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from culture_conflict_tests.models.api.kit import CANARY, KEY_ENV, Server

pytestmark = pytest.mark.slow
N = 60

_CHILD = f"""
import logging, sys, traceback
from pathlib import Path
import polars as pl
from culture_conflict.benchmarks.confused_tourist.parsing import parse
from culture_conflict.errors import ProviderError
from culture_conflict_tests.models.api.kit import model, png, row
from culture_conflict_tests.models.asking_kit import World

logging.basicConfig(level=logging.DEBUG)
world = World(Path(sys.argv[1]))
shas = [world.pictures.put(png(n)) for n in range({N})]
variants = world.variants(range({N})).with_columns(picture=pl.Series(shas))
for name in sys.argv[4:]:
    world.setting = row(sys.argv[2], model=name)
    asked = model(world.setting, world.root)
    try:
        made, report = world.ask(variants, asked, parse=parse, run_id=sys.argv[3], wait_s=5)
    except ProviderError:
        traceback.print_exc()
    else:
        made.write_parquet(world.root / "made.parquet")
        print(report.metadata())
"""


def _start(root: Path, url: str, run: str, *models: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", _CHILD, str(root), url, run, *models]
    return subprocess.Popen(
        command,
        env=os.environ | {KEY_ENV: CANARY, "PYTHONFAULTHANDLER": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def _lines(root: Path) -> list[bytes]:
    files = root.glob("ledger/*/*/*/*.jsonl")
    return [line for file in files for line in file.read_bytes().splitlines(keepends=True)]


def _kill_after(child: subprocess.Popen[str], root: Path, n_lines: int) -> str:
    deadline = time.monotonic() + 50
    while len(_lines(root)) < n_lines:
        assert child.poll() is None, child.communicate()[0]
        assert time.monotonic() < deadline
        time.sleep(0.01)
    shown = subprocess.run(
        ["ps", "-ww", "-p", str(child.pid), "-o", "args"], capture_output=True, check=True
    )
    assert CANARY.encode() not in shown.stdout
    os.kill(child.pid, signal.SIGKILL)
    return child.communicate(timeout=20)[0]


def test_killed_twice_nothing_is_lost_repeated_or_told(server: Server, tmp_path: Path) -> None:
    echoed = {"status": 400, "body": {"error": {"message": f"Bad request by {CANARY} {CANARY}"}}}
    slow = {"delay": 0.05}
    server.script(
        slow | {"status": 500}, slow, echoes=[echoed], refused=[{**echoed, "status": 401}]
    )
    told = _kill_after(_start(tmp_path, server.url, "one", "tiny"), tmp_path, 10)
    told += _kill_after(_start(tmp_path, server.url, "two", "tiny"), tmp_path, 25)
    kept = {json.loads(line)["key"] for line in _lines(tmp_path) if line.endswith(b"\n")}
    last = _start(tmp_path, server.url, "three", "tiny", "echoes", "refused")
    told += last.communicate(timeout=100)[0]
    assert last.returncode == 0, told
    answers = [line for line in _lines(tmp_path) if line.endswith(b"\n") and b"Japan" in line]
    keys = [json.loads(line)["key"] for line in answers]
    assert kept <= set(keys)
    assert len(keys) == len(set(keys)) == N
    # Each kill lost at most what was in flight; the rest was asked for once after its fault.
    asked = [each for each in server.seen() if each["model"] == "tiny"]
    assert 2 * N <= len(asked) <= 2 * N + 2 * 2 * 4
    assert "[key]" in told
    assert CANARY not in told
    for path in tmp_path.rglob("*"):
        if path.is_file():
            assert CANARY.encode() not in path.read_bytes(), path
