"""The documentation that dbt makes of its project: every table, column, test and their lineage."""

from __future__ import annotations

import shutil
from pathlib import Path

from culture_conflict.errors import HomeError
from culture_conflict.locks import exclusive
from culture_conflict.warehouse.build import BuildError
from culture_conflict.warehouse.dbt_run import dbt_options, run_dbt

__all__ = ["write_docs"]

_WAIT_S = 300


def write_docs(*, tables: Path, warehouse: Path, work: Path, path: Path) -> Path:
    """Write one HTML file with the lineage and the catalogue of the warehouse as it is.

    dbt opens its database for writing, so that it reads a copy: readers are not disturbed.

    Raises:
        HomeError: there is no warehouse to describe, or it can't be copied.
        BuildError: dbt can't describe it.
        BusyError: a build of the warehouse has been running for five minutes.
    """
    from dbt_common.exceptions import DbtBaseException

    if not warehouse.exists():
        raise HomeError(
            f"There is no warehouse at {warehouse} yet. Run `culture-conflict metrics`."
        )
    copy = work / "docs.duckdb"
    with exclusive(work / "warehouse.lock", what="A build of the warehouse", wait_s=_WAIT_S):
        try:
            shutil.copyfile(warehouse, copy)
            run_dbt(["docs", "generate", "--static", *dbt_options(copy, tables, work)])
            path.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(work / "dbt" / "target" / "static_index.html", path)
        except DbtBaseException as error:
            raise BuildError(f"dbt can't describe {warehouse}: {error}") from error
        except OSError as error:
            raise HomeError(f"{path} can't be written: {error.strerror or error}.") from error
        finally:
            copy.unlink(missing_ok=True)
    return path
