"""dbt in this process, without leaving its marks on it."""

from __future__ import annotations

import logging
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from dbt.artifacts.schemas.run import RunExecutionResult

__all__ = ["run_dbt"]

_LOGGERS = ("stdout_log", "file_log")


def run_dbt(arguments: Sequence[str]) -> RunExecutionResult:
    """Invoke dbt; failed nodes are in the result, whatever kept it from running is raised.

    Nothing is printed, nothing is sent, and warnings filters, log handlers and open files are
    afterwards as they were. dbt's state is global: one call at a time.
    """
    with warnings.catch_warnings(), _restored_loggers(), _closed_database():
        warnings.simplefilter("ignore")
        from dbt.cli.main import dbtRunner

        outcome = dbtRunner().invoke([*arguments, *_quiet()])
    if outcome.exception is not None:
        raise outcome.exception
    return cast("RunExecutionResult", outcome.result)


def _quiet() -> list[str]:
    return ["--no-send-anonymous-usage-stats", "--log-level", "none", "--log-level-file", "info"]


@contextmanager
def _closed_database() -> Iterator[None]:
    """Close the database that dbt keeps open for its next call; the file is to be renamed."""
    try:
        yield
    finally:
        from dbt.adapters.duckdb.connections import DuckDBConnectionManager

        environment = DuckDBConnectionManager._ENV  # noqa: SLF001
        if environment is not None:
            environment.close()
        DuckDBConnectionManager._ENV = None  # noqa: SLF001


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
