"""The commands `culture-conflict forget` and `culture-conflict gc`: what a home keeps."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from culture_conflict.home import Home

if TYPE_CHECKING:
    from dagster import DagsterInstance

__all__ = ["forget", "gc"]

_HOUR_S = 3600


def forget(
    sha256: Annotated[str, typer.Argument(help="The picture, as the tables name it.")],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask.")] = False,
) -> None:
    """Remove a picture and all that came of it, for good: it is not taken in again."""
    from culture_conflict.defs.history import forget_history
    from culture_conflict.defs.liveness import require_idle
    from culture_conflict.defs.runs import open_instance
    from culture_conflict.keeping.forgetting import copies, look_up
    from culture_conflict.keeping.forgetting import forget as remove
    from culture_conflict.keeping.tracing import Trace

    home, console = Home.from_environment().prepare(), Console()
    found = look_up(home, sha256)
    for line in found.describe():
        console.print(f"  {line}", markup=False)
    if not yes:
        typer.confirm("Remove all of it? It can't be brought back", abort=True)
    with open_instance(home) as instance:
        require_idle(instance, "forgetting a picture")

        def rest(trace: Trace) -> None:
            sources = {name.partition("/")[2] for name in trace.sources}
            n_runs = forget_history(instance, sources, trace.pictures)
            console.print(f"  {n_runs} runs of the history, which may show it", markup=False)
            if trace.sources:
                _rebuild(home, instance, console)

        remove(home, found, rest)
    console.print(f"Forgot {sha256}. It is not taken in again.", markup=False, soft_wrap=True)
    for path in copies(home, sha256):
        console.print(f"Your own copy is still there: {path}", markup=False, soft_wrap=True)


def _rebuild(home: Home, instance: DagsterInstance, console: Console) -> None:
    """Intervals, tests, marts and report, which are made of what is left."""
    from culture_conflict.definitions import defs
    from culture_conflict.defs.runs import execute

    if home.warehouse.exists():
        console.print("  the metrics are made again …", markup=False)
        execute(defs, "metrics", instance)


def gc(
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only tell.")] = False,
    stale_answers: Annotated[
        bool,
        typer.Option(
            "--stale-answers",
            help="Also answers to pictures no longer in force; they were paid for.",
        ),
    ] = False,
    hours: Annotated[float, typer.Option(min=0, help="Leave what is younger.")] = 24.0,
) -> None:
    """Remove what nothing needs: pictures no table names, old work files, retired tables."""
    from culture_conflict.defs.liveness import require_idle
    from culture_conflict.defs.runs import open_instance
    from culture_conflict.keeping.garbage import KINDS, find_garbage, remove
    from culture_conflict.keeping.stale import drop_stale, find_stale

    home, console = Home.from_environment().prepare(), Console()
    if not dry_run:
        with open_instance(home) as instance:
            require_idle(instance, "removing files")
    garbage = find_garbage(home, older_than_s=hours * _HOUR_S)
    stale = find_stale(home)
    n_files = Counter(one.kind for one in garbage)
    for kind, what in KINDS.items():
        n_bytes = sum(one.n_bytes for one in garbage if one.kind == kind)
        console.print(_told(n_files[kind], n_bytes, what), markup=False, soft_wrap=True)
    n_stale, n_bytes = (sum(count[n] for count in stale.values()) for n in (0, 1))
    kept = "" if stale_answers else ", kept (--stale-answers removes them)"
    what = f"answers of the ledger to pictures no longer in force{kept}"
    console.print(_told(n_stale, n_bytes, what), markup=False, soft_wrap=True)
    if dry_run:
        console.print("Nothing was removed (--dry-run).")
        return
    freed = remove(garbage, older_than_s=hours * _HOUR_S)
    freed += drop_stale(home)[1] if stale_answers else 0
    console.print(f"Freed {freed / 1e6:.1f} MB.")


def _told(n: int, n_bytes: int, what: str) -> str:
    return f"{n:>8,}  {n_bytes / 1e6:>10,.1f} MB  {what}"
