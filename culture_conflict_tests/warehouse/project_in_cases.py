"""The dbt project on a store of its own: built whole and empty once, then mart by mart."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import polars as pl

from culture_conflict.home import Home
from culture_conflict.tables.catalog import TABLES
from culture_conflict.tables.storage import TableStore
from culture_conflict.warehouse.build import Built, build
from culture_conflict.warehouse.manifest import Node, ensure_manifest, read_nodes
from culture_conflict.warehouse.read import read_mart


@dataclass(frozen=True)
class Project:
    """A home in which nothing was ever made, what its first build said, and that warehouse."""

    home: Home
    built: Built
    warehouse: Path


@cache
def empty_project() -> Project:
    """Built once; gone with the process. `rebuilt` leaves its `warehouse` as it was."""
    folder = Path(tempfile.mkdtemp(prefix="cases-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    home = Home(folder / "home").prepare()
    built, kept = _build(home), folder / "first.duckdb"
    shutil.copyfile(home.warehouse, kept)
    return Project(home, built, kept)


def rebuilt(write: Callable[[TableStore], None], *names: str) -> tuple[Home, Built]:
    """The same home with other tables, and the build of these nodes and all they are made of."""
    home = empty_project().home
    shutil.rmtree(home.tables.root)
    home.tables.prepare(TABLES)
    write(home.tables)
    return home, _build(home, *_with_upstream(home, names))


def row_of(home: Home, mart: str, **cell: Any) -> dict[str, Any]:
    """The one measured row of a mart that has these values."""
    rows = read_mart(home.warehouse, mart).filter(pl.col("origin") == "measured")
    return rows.filter(**cell).row(0, named=True) if cell else rows.row(0, named=True)


def nodes_of(home: Home) -> dict[str, Node]:
    return {node.name: node for node in read_nodes(ensure_manifest(home.work))}


def _with_upstream(home: Home, names: tuple[str, ...]) -> set[str]:
    """Seeds are left out: they are what they were."""
    nodes, found, left = nodes_of(home), set[str](), list(names)
    while left:
        name = left.pop()
        if name not in found and nodes[name].kind == "model":
            found.add(name)
            left += nodes[name].depends_on
    return found


def _build(home: Home, *select: str) -> Built:
    paths = {"tables": home.tables.root, "warehouse": home.warehouse, "work": home.work}
    return build(**paths, select=sorted(select) or None, log=lambda _: None)
