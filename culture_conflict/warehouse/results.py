"""What a build did, node by node and test by test."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import duckdb
    from dbt.artifacts.schemas.run import RunExecutionResult

__all__ = ["BuiltNode", "BuiltTest", "read_nodes_built", "read_tests_run"]

_SHOWN = 3


@dataclass(frozen=True)
class BuiltNode:
    """A seed or model: dbt's status (success, error, skipped), its rows, what went wrong."""

    name: str
    status: str
    seconds: float
    rows: int | None
    message: str | None


@dataclass(frozen=True)
class BuiltTest:
    """A test of a node: dbt's status (pass, warn, fail, error, skipped), failing rows, which."""

    name: str
    node: str
    status: str
    seconds: float
    failures: int
    message: str | None


def read_nodes_built(
    results: RunExecutionResult, database: duckdb.DuckDBPyConnection
) -> tuple[BuiltNode, ...]:
    """Seeds and models in the order in which they finished; `rows` only of finished ones."""
    made = [r for r in _all(results) if r.node.resource_type != "test"]
    return tuple(
        BuiltNode(
            name=result.node.name,
            status=str(result.status),
            seconds=result.execution_time,
            rows=_count(database, result.node) if result.status == "success" else None,
            message=None if result.status == "success" else _one_line(result.message),
        )
        for result in made
    )


def read_tests_run(
    results: RunExecutionResult, database: duckdb.DuckDBPyConnection
) -> tuple[BuiltTest, ...]:
    """Tests; the message of one that found rows holds the first few of them."""
    return tuple(
        BuiltTest(
            name=result.node.name,
            node=result.node.attached_node.rpartition(".")[2],
            status=str(result.status),
            seconds=result.execution_time,
            failures=result.failures or 0,
            message=_reason(database, result),
        )
        for result in _all(results)
        if result.node.resource_type == "test"
    )


def _all(results: RunExecutionResult) -> Sequence[Any]:
    return results.results


def _count(database: duckdb.DuckDBPyConnection, node: Any) -> int:
    return len(database.table(f"{node.schema}.{node.alias}"))


def _reason(database: duckdb.DuckDBPyConnection, result: Any) -> str | None:
    if not result.failures:
        return None if result.status == "pass" else _one_line(result.message)
    rows = database.execute(result.node.compiled_code).fetchall()
    told = dict.fromkeys(", ".join(map(str, row)) for row in rows)
    shown = "; ".join([*told][:_SHOWN])
    return f"{result.failures} rows, e.g. {shown}"


def _one_line(message: str | None) -> str | None:
    return " ".join(message.split()) if message else None
