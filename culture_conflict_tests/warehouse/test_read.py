"""Readers are told what is missing and can't reach anything but marts."""

from __future__ import annotations

from pathlib import Path

import duckdb
import pytest

from culture_conflict.errors import HomeError, MissingTableError
from culture_conflict.warehouse.build import Built
from culture_conflict.warehouse.read import connect, read_mart
from culture_conflict_tests.warehouse.conftest import Place


def test_without_a_warehouse_the_command_that_makes_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(HomeError, match="culture-conflict demo"):
        read_mart(tmp_path / "warehouse.duckdb", "confused_tourist_leaderboard")
    assert not list(tmp_path.iterdir())


def test_a_damaged_warehouse_is_told_as_such(tmp_path: Path) -> None:
    (tmp_path / "warehouse.duckdb").write_bytes(b"not a database" * 1000)
    with pytest.raises(HomeError, match="Delete it"):
        read_mart(tmp_path / "warehouse.duckdb", "confused_tourist_leaderboard")


@pytest.mark.parametrize("name", ["stg_scores", "leaderboard; drop table x", "marts.leaderboard"])
def test_only_marts_are_read(built: tuple[Place, Built], name: str) -> None:
    with pytest.raises(MissingTableError, match="it has answer_coverage, benchmark_overview"):
        read_mart(built[0].warehouse, name)


def test_readers_can_not_write(built: tuple[Place, Built]) -> None:
    with (
        connect(built[0].warehouse) as reader,
        pytest.raises(duckdb.InvalidInputException, match="read-only"),
    ):
        reader.execute("drop table marts.leaderboard")
