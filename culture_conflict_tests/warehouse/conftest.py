"""One small warehouse, built once, and copies of it that a test may spoil."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from culture_conflict.tables.storage import TableStore
from culture_conflict.warehouse.build import Built, build
from culture_conflict_tests.warehouse.synthetic import Synthetic

MODELS = ("reference-flag-reader", "reference-prior")


@dataclass(frozen=True)
class Place:
    """Where a build reads, writes and works."""

    root: Path

    @property
    def tables(self) -> TableStore:
        return TableStore(self.root / "tables")

    @property
    def warehouse(self) -> Path:
        return self.root / "warehouse.duckdb"

    @property
    def building(self) -> Path:
        return self.root / "warehouse.duckdb.building"

    @property
    def work(self) -> Path:
        return self.root / "work"

    def build(self, *select: str) -> Built:
        return build(
            tables=self.tables.root,
            warehouse=self.warehouse,
            work=self.work,
            select=select or None,
            log=lambda _: None,
        )


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Place, Built]:
    """A finished build of ten items and two models; not to be changed."""
    place = Place(tmp_path_factory.mktemp("warehouse"))
    Synthetic(n_items=10, models=MODELS).write(place.tables.root)
    return place, place.build()


@pytest.fixture
def place(built: tuple[Place, Built], tmp_path: Path) -> Place:
    """A copy of it, with dbt's parsed project."""
    shutil.copytree(built[0].root, tmp_path, dirs_exist_ok=True)
    return Place(tmp_path)
