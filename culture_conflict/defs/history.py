"""Taking out of Dagster's history what shows a picture that is to be forgotten."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import dagster as dg

__all__ = ["forget_history"]

_EMPTIED = "update asset_keys set last_materialization = null where last_run_id = ?"


def forget_history(instance: dg.DagsterInstance, sources: set[str], pictures: set[str]) -> int:
    """Delete the runs whose events may show one of the pictures; how many.

    Those that made pictures of these sources (names), editors' runs among them, show contact
    sheets; others of theirs are deleted where an event names a picture. Tables stay; the partitions
    count as not materialized.
    Call it again where it was interrupted.
    """
    doomed = [
        run_id for source in sorted(sources) for run_id in _doomed(instance, source, pictures)
    ]
    for run_id in doomed:
        instance.delete_run(run_id)
    for path in sorted((Path(instance.root_directory) / "history" / "runs").glob("*.db")):
        _scrub(path, instance)
    return len(doomed)


def _doomed(instance: dg.DagsterInstance, source: str, pictures: set[str]) -> Iterator[str]:
    for run in instance.get_runs(dg.RunsFilter(tags={"dagster/partition": source})):
        yield run.run_id
    for run in instance.get_runs(dg.RunsFilter(tags={"dagster/partition/source": source})):
        if "dagster/partition/editor" in run.tags or _named(instance, run.run_id, pictures):
            yield run.run_id


def _named(instance: dg.DagsterInstance, run_id: str, pictures: set[str]) -> bool:
    events = map(repr, instance.all_logs(run_id))
    return any(sha256 in event for event in events for sha256 in pictures)


def _scrub(path: Path, instance: dg.DagsterInstance) -> None:
    """Each asset's latest event is kept twice, and SQLite's deleted rows stay in the file."""
    with closing(sqlite3.connect(path)) as database:
        tables = {row[0] for row in database.execute("select name from sqlite_master")}
        if "asset_keys" in tables:
            runs = database.execute("select distinct last_run_id from asset_keys").fetchall()
            for (run_id,) in runs:
                if run_id is not None and instance.get_run_by_id(run_id) is None:
                    database.execute(_EMPTIED, [run_id])
            database.commit()
        database.execute("vacuum")
        database.execute("pragma wal_checkpoint(truncate)")
