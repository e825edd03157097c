"""Builds the warehouse from the tables: in a copy, tested, then swapped in whole."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from culture_conflict.errors import CultureConflictError, MissingTableError
from culture_conflict.warehouse.dbt_run import dbt_options, run_dbt
from culture_conflict.warehouse.manifest import (
    PROJECT,
    Node,
    ensure_manifest,
    parsed_project,
    read_nodes,
)
from culture_conflict.warehouse.read import connect
from culture_conflict.warehouse.results import (
    BuiltNode,
    BuiltTest,
    read_nodes_built,
    read_tests_run,
)
from culture_conflict.warehouse.swap import building

__all__ = ["BuildError", "Built", "BuiltNode", "BuiltTest", "build"]

_WAIT_S = 300
_NO_UNIT_TESTS = ("--exclude-resource-type", "unit_test")
_MEANWHILE = (
    "A rate lacks its interval where answers came while the metrics were being made. Make them "
    "again when no evaluation runs: culture-conflict metrics\n"
)


class BuildError(CultureConflictError):
    """A model, or a test of severity error, failed; the warehouse is what it was before."""


@dataclass(frozen=True)
class Built:
    """What a build did, in the order in which dbt finished it."""

    nodes: tuple[BuiltNode, ...]
    tests: tuple[BuiltTest, ...]
    seconds: float

    @property
    def problems(self) -> tuple[str, ...]:
        """Every failed node and every failed test of severity error, each with its reason."""
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

    Readers see the old file until every node is built and no test of severity error has failed;
    what then replaces it holds the selected nodes anew and the others as they were. `work` keeps
    dbt's parsed project, so that the next build is quicker, and its log.

    Raises:
        BuildError: a node or test failed, or dbt could not start.
        MissingTableError: a selected name is unknown, or a node it is made of was never built.
        BusyError: another build has been running for five minutes.
        HomeError: too little space is left on the disk.
    """
    started = time.monotonic()
    keep = select is not None
    with building(warehouse, tables=tables, work=work, keep=keep, wait_s=_WAIT_S) as database:
        manifest = ensure_manifest(work)
        if select is not None:
            _check(select, read_nodes(manifest), warehouse)
        log(f"warehouse: dbt builds {', '.join(select or ['everything'])}")
        nodes, tests = _run(database, tables, work, select, parsed_project(manifest))
        built = Built(nodes, tests, time.monotonic() - started)
        if built.problems:
            raise BuildError(_explain(built, warehouse, work))
    rows = sum(node.rows or 0 for node in nodes)
    log(f"warehouse: {len(nodes)} nodes, {rows} rows, {len(tests)} tests, {built.seconds:.1f} s")
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


def _run(
    path: Path, tables: Path, work: Path, select: Sequence[str] | None, project: Path
) -> tuple[tuple[BuiltNode, ...], tuple[BuiltTest, ...]]:
    import duckdb
    from dbt_common.exceptions import DbtBaseException

    chosen = ["--select", *select] if select is not None else []
    try:
        options = dbt_options(path, tables, work)
        results = run_dbt(["build", *options, *chosen, *_NO_UNIT_TESTS], project)
    except (DbtBaseException, duckdb.Error) as error:
        raise BuildError(f"dbt can't build {PROJECT}: {error}") from error
    with duckdb.connect(str(path)) as database:
        nodes = read_nodes_built(results, database)
        tests = read_tests_run(results, database)
        database.execute("checkpoint")
    return nodes, tests


def _explain(built: Built, warehouse: Path, work: Path) -> str:
    kept = "the last one is kept" if warehouse.exists() else "there is none yet"
    lines = "\n".join(f"  {problem}" for problem in built.problems)
    meanwhile = any(" interval" in problem for problem in built.problems)
    return (
        f"The warehouse was not rebuilt; {kept}:\n{lines}\n{_MEANWHILE if meanwhile else ''}"
        f"Mend the tables or models named and build again; dbt's log is {work / 'dbt' / 'dbt.log'}."
    )
