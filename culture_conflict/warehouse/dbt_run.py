"""dbt in this process, without leaving its marks on it."""

from __future__ import annotations

import json
import logging
import re
import time
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from culture_conflict.benchmarks.culture_mix.resource_levels import resource_levels_csv
from culture_conflict.places.countries import countries_csv
from culture_conflict.warehouse.manifest import PROJECT

if TYPE_CHECKING:
    from dbt.artifacts.schemas.run import RunExecutionResult
    from dbt.contracts.graph.manifest import Manifest

__all__ = ["dbt_options", "run_dbt"]

_CLOSING_S = 60
_LOGGERS = ("stdout_log", "file_log")
_QUIET = ("--no-send-anonymous-usage-stats", "--log-level", "none", "--log-level-file", "info")


def dbt_options(database: Path, tables: Path, work: Path) -> list[str]:
    """Options of every dbt command: read `tables`, write `database`, keep notes in `work`."""
    project = ["--project-dir", str(PROJECT), "--profiles-dir", str(PROJECT)]
    written = ["--target-path", str(work / "dbt" / "target"), "--log-path", str(work / "dbt")]
    variables = {
        "warehouse": str(database),
        "tables": re.sub(r"([\[*?])", r"[\1]", str(tables)),
        "countries_csv": str(countries_csv()),
        "resource_levels_csv": str(resource_levels_csv()),
    }
    return [*project, *written, *_QUIET, "--vars", json.dumps(variables)]


def run_dbt(arguments: Sequence[str], project: Path | None = None) -> RunExecutionResult:
    """Invoke dbt; failed nodes are in the result, whatever kept it from running is raised.

    With `project`, a `parsed_project`, nothing is parsed; with `dbt_options` nothing is printed and
    nothing is sent. Warnings filters, log handlers and open files are afterwards as they were.
    dbt's state is global: one call at a time.
    """
    with warnings.catch_warnings(), _restored_loggers(), _closed_database():
        warnings.simplefilter("ignore")
        from dbt.cli.main import dbtRunner

        outcome = dbtRunner(_read(project) if project else None).invoke(list(arguments))
    if outcome.exception is not None:
        raise outcome.exception
    return cast("RunExecutionResult", outcome.result)


def _read(project: Path) -> Manifest:
    from dbt.contracts.graph.manifest import Manifest
    from dbt.parser.manifest import extended_mashumuro_decoder

    return Manifest.from_msgpack(project.read_bytes(), decoder=extended_mashumuro_decoder)


@contextmanager
def _closed_database() -> Iterator[None]:
    """Close the database that dbt keeps open for its next call; the file is to be renamed."""
    try:
        yield
    finally:
        from dbt.adapters.duckdb.connections import DuckDBConnectionManager

        environment = DuckDBConnectionManager._ENV  # noqa: SLF001
        if environment is not None:
            _close(environment)
        DuckDBConnectionManager._ENV = None  # noqa: SLF001


def _close(environment: Any) -> None:
    """After an interruption dbt's threads still end their queries; until then nothing closes."""
    import duckdb

    deadline = time.monotonic() + _CLOSING_S
    while True:
        try:
            environment.close()
        except duckdb.ResourceInUseException:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.05)
        else:
            return


@contextmanager
def _restored_loggers() -> Iterator[None]:
    """Give two loggers back the handlers that dbt replaces, and close its log file."""
    loggers = [logging.getLogger(name) for name in _LOGGERS]
    before = [(log.handlers[:], log.level, log.propagate) for log in loggers]
    try:
        yield
    finally:
        from dbt_common.events.event_manager_client import cleanup_event_logger

        cleanup_event_logger()
        for log, (handlers, level, propagate) in zip(loggers, before, strict=True):
            for handler in set(log.handlers) - set(handlers):
                handler.close()
            log.handlers[:] = handlers
            log.setLevel(level)
            log.propagate = propagate
