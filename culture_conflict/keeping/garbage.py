"""What a home can do without: found by reading, removed only when asked."""

from __future__ import annotations

import time
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

import polars as pl

from culture_conflict.errors import HomeError
from culture_conflict.home import Home
from culture_conflict.keeping.edits import orphans
from culture_conflict.keeping.tracing import PICTURE_COLUMNS
from culture_conflict.locks import is_held
from culture_conflict.models.registry import load_registry
from culture_conflict.sources.catalog import broken_sources, list_sources
from culture_conflict.tables.catalog import TABLES

__all__ = ["KINDS", "Garbage", "Kind", "find_garbage", "named_pictures", "remove"]

Kind = Literal["picture", "output", "retired", "left over", "work"]
KINDS: dict[Kind, str] = {
    "picture": "pictures that no table names",
    "output": "outputs of image APIs that no line of the ledger names",
    "retired": "predictions and scores of what is switched off (evaluate makes them again)",
    "left over": "files of writers that were stopped",
    "work": "old work files",
}
_KEPT_IN_WORK = ("*.lock", "manifest-*.*", "workspace.yaml")


@dataclass(frozen=True)
class Garbage:
    """A file that can go."""

    kind: Kind
    path: Path
    n_bytes: int


def find_garbage(home: Home, *, older_than_s: float, now: float | None = None) -> list[Garbage]:
    """All files of the home that nothing needs and that nobody touched for so many seconds.

    A run stores a picture before the table that names it, hence the age; a picture that is stored
    anew is young again. Answers of the ledger are never among them.

    Raises:
        HomeError: a table can't be read, so that nobody knows what it needs.
        RegistryError: `models.yaml` can't be used.
    """
    newest = (time.time() if now is None else now) - older_than_s
    retired = _old("retired", _retired(home), newest)
    gone = {one.path for one in retired}
    return [
        *_old("picture", _pictures(home, gone), newest),
        *_old("output", orphans(home), newest),
        *retired,
        *_old("left over", _left_over(home), newest),
        *_old("work", _work(home), newest),
    ]


def remove(garbage: list[Garbage], *, older_than_s: float) -> int:
    """Delete what is still as old as that; how many bytes came free.

    Raises:
        HomeError: a file can't be removed.
    """
    freed = 0
    for one in garbage:
        try:
            if time.time() - one.path.stat().st_mtime >= older_than_s:
                one.path.unlink()
                freed += one.n_bytes
        except FileNotFoundError:
            continue
        except OSError as error:
            raise HomeError(
                f"{one.path} can't be removed: {error.strerror or error}. Mend the folder's "
                f"permissions, then run again."
            ) from error
    return freed


def _old(kind: Kind, paths: Iterable[Path], newest: float) -> list[Garbage]:
    known = [(path, path.stat()) for path in paths]
    return [Garbage(kind, path, at.st_size) for path, at in known if at.st_mtime <= newest]


def _pictures(home: Home, retired: set[Path]) -> Iterator[Path]:
    named = named_pictures(home, retired)
    for path in home.pictures.files():
        if not path.is_symlink() and len(path.name) == 64 and path.name not in named:
            yield path


def named_pictures(home: Home, left_out: Collection[Path] = ()) -> set[str]:
    """Every picture that a table names; tables that are `left_out` don't count.

    Raises:
        HomeError: a table can't be read.
    """
    paths = (path for _, path in home.tables.files(TABLES) if path not in left_out)
    return {sha256 for path in paths for sha256 in _named(path)}


def _named(path: Path) -> set[str]:
    """Every picture that a table's file names."""
    try:
        columns = pl.read_parquet_schema(path)
        pictures = [name for name in PICTURE_COLUMNS if name in columns]
        frame = pl.read_parquet(path, columns=pictures)
    except (OSError, pl.exceptions.PolarsError) as error:
        raise HomeError(
            f"{path} can't be read ({error}), so that nobody knows which pictures it needs. "
            f"Materialize its asset again or delete the file, then run again."
        ) from error
    return {sha256 for name in pictures for sha256 in frame[name].drop_nulls()}


def _retired(home: Home) -> Iterator[Path]:
    """Answers and scores whose model or source the registry no longer has; the ledger has them."""
    models = {setting.key for setting in load_registry(home.models_file).enabled()}
    broken = set(broken_sources(home.sources_folder))
    for table in (TABLES["predictions"], TABLES["scores"]):
        for _, path in home.tables.files({table.name: table}):
            parts = path.relative_to(home.tables.root / table.name).parts
            if len(parts) != 3:
                continue
            benchmark, model, source = parts
            known = {one.name for one in list_sources(benchmark, home.sources_folder)} | broken
            if model not in models or source.removesuffix(".parquet") not in known:
                yield path


def _left_over(home: Home) -> Iterator[Path]:
    for root in (home.root / "store", home.ledger):
        yield from root.rglob(".*.writing")
    for path in (home.dagster / "leases").glob("*"):
        if not is_held(path):
            yield path


def _work(home: Home) -> Iterator[Path]:
    for path in home.work.rglob("*"):
        if path.is_file() and not any(path.match(pattern) for pattern in _KEPT_IN_WORK):
            yield path
