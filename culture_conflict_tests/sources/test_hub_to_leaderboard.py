"""A published data set from the command to the leaderboard: nothing is paired or stacked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from culture_conflict import cli
from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict.warehouse.read import read_mart
from culture_conflict_tests.sources.hub_kit import original, perturbed, source_of

ROWS = [
    original(1),
    perturbed(2),
    perturbed(3, perturb_method="AI", perturb_context="flag", pair_method="desc"),
    original(4, "Kimono", category="attire", origin_country="Japan"),
    perturbed(5, "Kimono", category="attire", origin_country="Japan", adversarial_country=None),
]


def _run(*arguments: str) -> str:
    result = CliRunner().invoke(cli.app, list(arguments), catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def _run_alone(*arguments: str) -> str:
    """In a process of its own: a process keeps the home that its code location was loaded with."""
    command = [sys.executable, "-c", "from culture_conflict.cli import main; main()", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_the_commands_of_sources_know_the_kind(
    tmp_path: Path, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    folder = source_of(tmp_path / "there", {"train-0.parquet": ROWS})
    _run("sources", "add", str(folder), "--name", "release")
    assert "hub" in _run("sources", "list")
    shown = _run("sources", "check", "release")
    for part in ("4 of 5 rows", "1 generative/desc/hard/flag", "items: 2, from 2", "1 empty"):
        assert part in shown
    assert not list(home.pictures.root.rglob("*"))


@pytest.mark.slow
def test_a_reference_model_is_on_the_leaderboard(tmp_path: Path, home: Home) -> None:
    folder = source_of(tmp_path / "there", {"train-0.parquet": ROWS})
    _run_alone("sources", "add", str(folder), "--name", "release")
    _run_alone("build", "--source", "release")
    tables = {
        name: home.tables.read(TABLES[name], "confused_tourist", "release")
        for name in ("items", "pairs", "stacked_images", "imported_images", "variants", "rejects")
    }
    heights = {name: table.height for name, table in tables.items()}
    assert heights == {
        "items": 2,
        "pairs": 0,
        "stacked_images": 0,
        "imported_images": 4,
        "variants": 4,
        "rejects": 1,
    }
    assert set(tables["variants"]["source_version"]) == set(tables["items"]["source_version"])
    _run_alone("evaluate", "--model", "reference-flag-reader", "--source", "release")
    _run_alone("metrics")
    board = read_mart(home.warehouse, "confused_tourist_leaderboard").filter(source="release")
    assert board.select("model", "coverage").rows() == [("reference-flag-reader", 1.0)]
    assert "source release" in _run_alone("leaderboard")
