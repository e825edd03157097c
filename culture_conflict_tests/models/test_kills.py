"""However often an evaluation is killed, no answer is lost, paid for twice or counted twice."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import pytest

from culture_conflict.models.keys import sha256_of
from culture_conflict_tests.models import slow_asking as slow
from culture_conflict_tests.models.asking_kit import World, number_in

pytestmark = pytest.mark.slow

KILLS = 20
IN_FLIGHT = slow.IN_FLIGHT * slow.BATCH


def _start(world: World, run_id: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", slow.__name__, str(world.root), run_id]
    child = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None
    with child.stdout:
        assert child.stdout.readline() == "ready\n"
    return child


def _requests(world: World) -> list[str]:
    """What the provider wrote down: `repeat number prompt`, in the order of asking."""
    path = world.root / "requests"
    return path.read_text().splitlines() if path.exists() else []


def _lines(world: World) -> Iterator[dict[str, object]]:
    """The ledger's whole lines."""
    for path in sorted(world.folder.glob("*.jsonl")):
        for line in path.read_bytes().splitlines(keepends=True):
            if line.endswith(b"\n"):
                yield json.loads(line)


def _answered(world: World) -> set[str]:
    """The same form for every answer in the ledger, by its picture's bytes, prompt and repeat."""
    rows = slow.variants(world).select("picture", "category").iter_rows()
    known = {}
    for picture, category in rows:
        prompt = f"Name the {category}."
        n = number_in(world.pictures.get(picture))
        known[picture, sha256_of(prompt)] = f"{n} {prompt}"
    return {
        f"{line['repeat']} {known[line['picture_sent'], line['prompt_sha256']]}"
        for line in _lines(world)
    }


def _tear(world: World) -> bool:
    """Cut the newest segment in its last line, as a power cut does; whether there was a line."""
    segments = sorted(world.folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime_ns)
    if not segments or not (data := segments[-1].read_bytes()):
        return False
    last = data.splitlines(keepends=True)[-1]
    segments[-1].write_bytes(data[: len(data) - len(last) // 2])
    return True


def _kill_at(world: World, run_id: str, seconds: float) -> None:
    child = _start(world, run_id)
    time.sleep(seconds)
    assert child.poll() is None, "it finished before the moment to kill it"
    child.kill()
    child.wait(10)


def test_twenty_kills_lose_nothing_and_repeat_only_what_was_in_flight(tmp_path: Path) -> None:
    world, draw = World(tmp_path), random.Random(20)
    answered, torn = _answered(world), 0
    for kill in range(KILLS):
        before = len(_requests(world))
        _kill_at(world, f"run{kill}", draw.uniform(0.05, 0.4))
        asked = _requests(world)[before:]
        assert not answered & set(asked), "an answer in the ledger was asked for again"
        assert max(Counter(asked).values(), default=1) == 1
        now = _answered(world)
        assert len(set(asked) - now) <= IN_FLIGHT, "an answer that came was not kept"
        assert answered <= now
        if draw.random() < 0.3:
            torn += _tear(world)
        answered = _answered(world)
    first, second = slow.ask_all(World(tmp_path), "last", delay_s=0.0)
    _once_each(world, pl.concat([first, second]), torn)
    assert torn
    n_requests = len(_requests(world))
    slow.ask_all(World(tmp_path), "after")
    assert len(_requests(world)) == n_requests


def _once_each(world: World, made: pl.DataFrame, torn: int) -> None:
    n_wanted = slow.variants(world).height * len(slow.REPEATS)
    assert made.height == n_wanted
    assert made.select("variant_id", "prompt_id", "repeat").is_duplicated().sum() == 0
    assert set(made["state"]) == {"ok"}
    keys = Counter(line["key"] for line in _lines(world))
    assert set(keys.values()) == {1}
    assert set(keys) == set(made["request_key"])
    requests = Counter(_requests(world))
    assert len(requests) == len(keys) == n_wanted
    assert sum(requests.values()) - len(requests) <= KILLS * IN_FLIGHT + torn


def test_two_runs_of_one_partition_at_once_ask_everything_once_between_them(
    tmp_path: Path,
) -> None:
    world = World(tmp_path)
    children = [_start(world, f"run{n}") for n in range(2)]
    assert [child.wait(60) for child in children] == [0, 0]
    assert set(Counter(_requests(world)).values()) == {1}
    assert len(_requests(world)) == slow.variants(world).height * len(slow.REPEATS)
