"""A build that is killed half-way costs nothing but its time."""

from __future__ import annotations

import subprocess
import sys
import time

import polars as pl
import pytest

from culture_conflict.warehouse.manifest import ensure_manifest, read_nodes
from culture_conflict.warehouse.read import connect, read_mart
from culture_conflict_tests.warehouse.conftest import MODELS, Place
from culture_conflict_tests.warehouse.synthetic import Synthetic

pytestmark = pytest.mark.slow

BUILD = (
    "import sys; from pathlib import Path; from culture_conflict.warehouse.build import build;"
    "tables, warehouse, work = map(Path, sys.argv[1:]);"
    "build(tables=tables, warehouse=warehouse, work=work, log=print)"
)


def _start(place: Place) -> subprocess.Popen[bytes]:
    arguments = [place.tables.root, place.warehouse, place.work]
    return subprocess.Popen([sys.executable, "-c", BUILD, *arguments], stdout=subprocess.PIPE)


def test_after_a_kill_in_mid_build_the_old_file_is_read_and_the_next_build_works(
    place: Place,
) -> None:
    Synthetic.write_models(place.tables, MODELS[1:])
    Synthetic.write_intervals(place.tables, MODELS[1:])
    with connect(place.warehouse) as reader, _start(place) as process:
        while not place.building.exists():
            assert process.poll() is None
            time.sleep(0.002)
        process.kill()
        assert len(reader.table("marts.confused_tourist_leaderboard")) == 14 + len(MODELS)
    assert place.building.exists()
    assert read_mart(place.warehouse, "confused_tourist_leaderboard").height == 14 + len(MODELS)
    place.build()
    assert not place.building.exists()
    assert read_mart(place.warehouse, "confused_tourist_leaderboard").height == 14 + len(MODELS) - 1


def test_two_builds_at_once_in_two_processes_both_succeed(place: Place) -> None:
    with _start(place) as first, _start(place) as second:
        outputs = [process.communicate(timeout=120)[0].decode() for process in (first, second)]
    assert (first.returncode, second.returncode) == (0, 0)
    n_nodes = len(read_nodes(ensure_manifest(place.work)))
    assert all(f"{n_nodes} nodes" in output for output in outputs)
    board = read_mart(place.warehouse, "confused_tourist_leaderboard")
    assert board.filter(pl.col("origin") == "measured").height == len(MODELS)
