"""One small warehouse, built once, and a copy of it that a test may spoil."""

from __future__ import annotations

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from culture_conflict.tables.storage import TableStore
from culture_conflict.warehouse.build import Built, build
from culture_conflict_tests.conftest import put_parsed
from culture_conflict_tests.warehouse.synthetic import Synthetic

MODELS = ("reference-flag-reader", "reference-prior")


@dataclass(frozen=True)
class Place:
    """Where a build reads, writes and works."""

    root: Path
    work: Path

    @property
    def tables(self) -> TableStore:
        return TableStore(self.root / "tables")

    @property
    def warehouse(self) -> Path:
        return self.root / "warehouse.duckdb"

    @property
    def building(self) -> Path:
        return self.root / "warehouse.duckdb.building"

    def build(self, *select: str) -> Built:
        return build(
            tables=self.tables.root,
            warehouse=self.warehouse,
            work=self.work,
            select=select or None,
            log=lambda _: None,
        )


@pytest.fixture(scope="session")
def first(tmp_path_factory: pytest.TempPathFactory, manifest: Path) -> tuple[Place, Built]:
    """The first build of 26 items and two models; `built` keeps it, `place` spoils it."""
    folder = tmp_path_factory.mktemp("warehouse")
    place = Place(folder / "spoiled", folder / "work")
    put_parsed(manifest, place.work)
    Synthetic(n_items=26, models=MODELS).write(place.tables.root)
    result = place.build()
    shutil.copytree(place.root, folder / "kept")
    return place, result


@pytest.fixture(scope="session")
def built(first: tuple[Place, Built]) -> tuple[Place, Built]:
    """A finished build that no test changes."""
    place, result = first
    return Place(place.root.with_name("kept"), place.work), result


@pytest.fixture
def place(built: tuple[Place, Built], first: tuple[Place, Built]) -> Place:
    """A copy of it."""
    spoiled = first[0]
    shutil.rmtree(spoiled.root)
    shutil.copytree(built[0].root, spoiled.root)
    return spoiled
