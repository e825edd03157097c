"""Forgetting and tidying up a home that the demo filled, by the command."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.read import connect, read_mart
from culture_conflict_tests.demo.conftest import ONE, Demo, asked, run

pytestmark = pytest.mark.slow


@pytest.fixture
def copy(demo: Demo, tmp_path: Path) -> Home:
    shutil.copytree(demo.home.root, tmp_path / "home")
    return Home(tmp_path / "home")


def _traces(home: Home, pictures: set[str]) -> list[str]:
    """Files that hold or name one of them; dbt's scratch tells the command, hence its sha256."""
    files = [path for path in home.root.rglob("*") if path.is_file() and path.parent.name[0] != "."]
    files = [path for path in files if home.work not in path.parents]
    return [
        str(path.relative_to(home.root))
        for path in files
        if any(sha in path.name or sha.encode() in path.read_bytes() for sha in pictures)
    ]


def test_forget_leaves_no_trace_and_the_demo_goes_on(copy: Home) -> None:
    items = copy.tables.read(TABLES["items"], "confused_tourist", "sample")
    sha256 = items["picture"][0]
    variants = copy.tables.read(TABLES["variants"], "confused_tourist", "sample")
    mine = variants.filter(group_id=items["item_id"][0])
    pictures = {sha256, *mine["picture"]}
    assert any(name.startswith("dagster/") for name in _traces(copy, pictures))
    refused = run(copy.root, "forget", sha256)
    assert refused.returncode == 1
    assert "Aborted" in refused.stderr
    assert copy.pictures.path(sha256).exists()
    done = run(copy.root, "forget", sha256, "--yes")
    assert done.returncode == 0, done.stderr
    assert f"{mine.height} rows of variants" in done.stdout
    assert _traces(copy, pictures) == []
    with connect(copy.warehouse) as database:
        everything = database.table("staging.stg_variants").pl()
    current = everything.filter(benchmark="confused_tourist")
    assert current.height == variants.height - mine.height
    board = read_mart(copy.warehouse, "confused_tourist_leaderboard").filter(origin="measured")
    assert set(board["n_variants"]) == {current.height}
    again = run(copy.root, *ONE)
    assert again.returncode == 0, again.stderr
    assert not copy.pictures.path(sha256).exists()
    rejects = copy.tables.read(TABLES["rejects"], "confused_tourist", "sample")
    assert Counter(rejects["reason"]) == {"forgotten": 1}
    assert run(copy.root, "verify").returncode == 0


def test_gc_tells_before_it_removes_and_the_demo_then_asks_nothing(copy: Home) -> None:
    sha256 = copy.pictures.put(b"nobody names me")
    before = {path for path in copy.root.rglob("*") if path.is_file()}
    told = run(copy.root, "gc", "--dry-run", "--hours", "0")
    assert told.returncode == 0, told.stderr
    assert "       1         0.0 MB  pictures that no table names" in told.stdout
    assert before <= {path for path in copy.root.rglob("*") if path.is_file()}
    done = run(copy.root, "gc", "--hours", "0")
    assert done.returncode == 0, done.stderr
    assert "Freed" in done.stdout
    assert not copy.pictures.path(sha256).exists()
    again = run(copy.root, *ONE)
    assert again.returncode == 0, again.stderr
    assert asked(again.stdout) == 0
