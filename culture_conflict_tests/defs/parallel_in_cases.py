"""Runs at once, each in a process of its own that loads the code location, for field cases."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any
from unittest import mock

from culture_conflict.home import VARIABLE
from culture_conflict_tests.warehouse.project_in_cases import empty_project

# What the runs materialize, in turn: one in four builds a part of the warehouse.
_ASSETS = (("metrics", "stg_models"), ("models",), ("source_sets",), ("models",))
# Libraries that begin no thread when they are imported; the package itself is each run's to load.
_PRELOADED = ["dagster", "dagster._core.storage.sqlite_storage", "dbt.cli.main", "rich.console"]
_QUIET: dict[str, Any] = {"loggers": {"console": {"config": {"log_level": "ERROR"}}}}


@dataclass(frozen=True)
class Ran:
    """Of all runs: how often dbt parsed its project, and how many did not succeed."""

    parses: int
    failures: int


@cache
def ran(n: int) -> Ran:
    """The project was parsed, and everything built, before the first of these runs began."""
    root = empty_project().home.root
    server = get_context("forkserver")
    server.set_forkserver_preload(_PRELOADED)
    with ProcessPoolExecutor(n, server) as pool:
        told = list(pool.map(_run, [root] * n, [_ASSETS[k % len(_ASSETS)] for k in range(n)]))
    return Ran(sum(parses for parses, _ in told), sum(not succeeded for _, succeeded in told))


def _run(root: Path, asset: tuple[str, ...]) -> tuple[int, bool]:
    import dagster as dg

    os.environ[VARIABLE] = str(root)
    with _counted() as parses:
        from culture_conflict.definitions import defs

        done = defs.resolve_job_def("metrics").execute_in_process(
            asset_selection=[dg.AssetKey(asset)], run_config=_QUIET, raise_on_error=False
        )
    return len(parses), done.success


@contextmanager
def _counted() -> Iterator[list[str]]:
    """Every start of dbt as a process, and every parsing by dbt in this one."""
    from dbt.parser.manifest import ManifestLoader

    seen: list[str] = []
    load = ManifestLoader.load

    def hear(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "subprocess.Popen" and "parse" in arguments[1]:
            seen.append("in a process")

    def counted(loader: ManifestLoader) -> Any:
        seen.append("here")
        return load(loader)

    sys.addaudithook(hear)
    with mock.patch.object(ManifestLoader, "load", counted):
        yield seen
