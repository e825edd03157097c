"""Builds the warehouse from the tables: in a copy, tested, then swapped in whole."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from culture_conflict.errors import CultureConflictError, HomeError, MissingTableError
from culture_conflict.tables.storage import require_space
from culture_conflict.warehouse.dbt_run import run_dbt
from culture_conflict.warehouse.lock import exclusive
from culture_conflict.warehouse.manifest import PROJECT, Node, ensure_manifest, read_nodes
from culture_conflict.warehouse.read import connect
from culture_conflict.warehouse.results import (
    BuiltNode,
    BuiltTest,
    read_nodes_built,
    read_tests_run,
)

__all__ = ["BuildError", "Built", "BuiltNode", "BuiltTest", "build"]

_COUNTRIES = Path(__file__).resolve().parents[1] / "places" / "countries.csv"
_WAIT_S = 300
_BYTES_PER_TABLE_BYTE = 4


class BuildError(CultureConflictError):
    """A model or a test of severity error failed; the warehouse is what it was before."""


@dataclass(frozen=True)
class Built:
    """A finished build."""

    warehouse: Path
    nodes: tuple[BuiltNode, ...]
    tests: tuple[BuiltTest, ...]
    seconds: float

    @property
    def problems(self) -> tuple[str, ...]:
        """Every failed node and test (of severity error), each with its reason."""
        nodes = [f"{n.name}: {n.message}" for n in self.nodes if n.status == "error"]
        tests = [t for t in self.tests if t.status in {"fail", "error"}]
        return (*nodes, *(f"{t.node}, test {t.name}: {t.message}" for t in tests))


def build(
    *,
    tables: Path,
    warehouse: Path,
    work: Path,
    select: Sequence[str] | None = None,
    log: Callable[[str], None],
) -> Built:
    """Rebuild every seed and model, or those selected by name, and test them.

    A reader sees the old file until every node is built and no test of severity error has failed;
    what then replaces it holds the selected nodes anew and the others as they were. `work` keeps
    dbt's parsed project and log, so that the next build is quicker.

    Raises:
        BuildError: a node or test failed, or dbt could not start.
        MissingTableError: a selected name is unknown, or a node it is made of was never built.
        BusyError: another build has been running for five minutes.
        HomeError: too little space is left on the disk.
    """
    started = time.monotonic()
    with exclusive(work / "warehouse.lock", what="A build of the warehouse", wait_s=_WAIT_S):
        nodes = read_nodes(ensure_manifest(work))
        if select is not None:
            _check(select, nodes, warehouse)
        with _building(warehouse, keep=select is not None, tables=tables) as building:
            log(f"warehouse: building {len(select or nodes)} seeds and models with dbt")
            made, tests = _run(building, tables, work, select)
            built = Built(warehouse, made, tests, time.monotonic() - started)
            if built.problems:
                raise BuildError(_explain(built, work))
            building.replace(warehouse)
    rows = sum(node.rows or 0 for node in built.nodes)
    log(f"warehouse: {len(made)} nodes, {rows} rows, {len(tests)} tests, {built.seconds:.1f} s")
    return built


def _check(select: Sequence[str], nodes: Sequence[Node], warehouse: Path) -> None:
    """Refuse names that do not exist and nodes whose upstream exists nowhere."""
    by_name = {node.name: node for node in nodes}
    if unknown := sorted(set(select) - set(by_name)):
        raise MissingTableError(
            f"{', '.join(unknown)}: no seed or model of dbt_metrics; it has {', '.join(by_name)}."
        )
    upstream = {name for chosen in select for name in by_name[chosen].depends_on}
    if missing := sorted(upstream - set(select) - _existing(warehouse)):
        raise MissingTableError(
            f"{', '.join(select)} can't be built on its own: {', '.join(missing)} not in "
            f"{warehouse}. Build everything first, or select these too."
        )


def _existing(warehouse: Path) -> set[str]:
    if not warehouse.exists():
        return set()
    with connect(warehouse) as database:
        found = database.execute("select table_name from information_schema.tables").fetchall()
    return {str(row[0]) for row in found}


@contextmanager
def _building(warehouse: Path, *, keep: bool, tables: Path) -> Iterator[Path]:
    """The file that dbt fills: empty, or a copy of the live one; gone afterwards in any case."""
    if {"?", "#"} & set(str(warehouse)):
        raise HomeError(f"{warehouse}: dbt can't use a path with ? or #. Choose another folder.")
    building = warehouse.with_name(f"{warehouse.name}.building")
    _remove(building)
    require_space(warehouse.parent, _estimate(tables, warehouse))
    try:
        if keep and warehouse.exists():
            shutil.copyfile(warehouse, building)
        yield building
    finally:
        _remove(building)


def _remove(building: Path) -> None:
    """A database with its log and spill folder; a killed build leaves them behind."""
    for path in building.parent.glob(f"{building.name}*"):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink()


def _estimate(tables: Path, warehouse: Path) -> int:
    """Bytes the new file may take: decoded Parquet, or a little more than the last one."""
    parquet = sum(path.stat().st_size for path in tables.rglob("*.parquet"))
    last = warehouse.stat().st_size if warehouse.exists() else 0
    return max(_BYTES_PER_TABLE_BYTE * parquet, 2 * last)


def _run(
    building: Path, tables: Path, work: Path, select: Sequence[str] | None
) -> tuple[tuple[BuiltNode, ...], tuple[BuiltTest, ...]]:
    import duckdb
    from dbt_common.exceptions import DbtBaseException

    try:
        results = run_dbt(_arguments(building, tables, work, select))
    except DbtBaseException as error:
        raise BuildError(f"dbt can't build {PROJECT}: {error}") from error
    with duckdb.connect(str(building)) as database:
        made = read_nodes_built(results, database)
        tests = read_tests_run(results, database)
        database.execute("checkpoint")
    return made, tests


def _arguments(building: Path, tables: Path, work: Path, select: Sequence[str] | None) -> list[str]:
    project = ["--project-dir", str(PROJECT), "--profiles-dir", str(PROJECT)]
    written = ["--target-path", str(work / "dbt" / "target"), "--log-path", str(work / "dbt")]
    variables = {
        "warehouse": str(building),
        "tables": re.sub(r"([\[*?])", r"[\1]", str(tables)),
        "countries_csv": str(_COUNTRIES),
    }
    chosen = ["--select", *select] if select is not None else []
    tests = ["--exclude-resource-type", "unit_test"]
    return ["build", *project, *written, "--vars", json.dumps(variables), *chosen, *tests]


def _explain(built: Built, work: Path) -> str:
    kept = "the warehouse of before is kept" if built.warehouse.exists() else "nothing was kept"
    lines = "\n".join(f"  {problem}" for problem in built.problems)
    return (
        f"The warehouse was not rebuilt ({kept}):\n{lines}\n"
        f"Mend the tables or models named and build again; dbt's log is {work / 'dbt' / 'dbt.log'}."
    )
