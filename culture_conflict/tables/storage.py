"""Tables as Parquet files under one root: written whole or not at all."""

from __future__ import annotations

import errno
import os
import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

import polars as pl

from culture_conflict.errors import HomeError, InvalidTableError, MissingTableError
from culture_conflict.tables.schema import SLUG, Table

__all__ = ["TableStore"]

_MARGIN = 50_000_000
_EMPTY = "_empty.parquet"


@dataclass(frozen=True)
class TableStore:
    """The folder that holds one folder per table, one file per partition.

    A table's folder always holds a file without rows, so that SQL over `*/**/*.parquet` finds the
    declared columns before the first partition exists.
    """

    root: Path

    def path(self, table: Table, benchmark: str | None, *partition: str) -> Path:
        """Where the rows of one partition live; a table without partitions lives in `all`."""
        parts = ([benchmark] if benchmark else []) + list(partition or ("all",))
        if strange := [part for part in parts if not re.fullmatch(SLUG, part)]:
            raise InvalidTableError(
                f"table {table.name}: {strange[0]!r} can't be a partition: expected a-z, 0-9, dot, "
                f"underscore and hyphen, beginning with a letter or digit."
            )
        return self.root.joinpath(table.name, *parts).with_name(parts[-1] + ".parquet")

    def write(
        self, table: Table, frame: pl.DataFrame, benchmark: str | None, *partition: str
    ) -> Path:
        """Validate, then write and rename; an error leaves the old file as it was.

        Raises:
            InvalidTableError: the rows break the table's schema.
            HomeError: the disk is full or can't be written.
        """
        table.validate(frame)
        self._write(table.empty(), self.root / table.name / _EMPTY, table)
        path = self.path(table, benchmark, *partition)
        self._write(frame, path, table)
        return path

    def read(self, table: Table, benchmark: str | None, *partition: str) -> pl.DataFrame:
        """The rows of one partition.

        Raises:
            MissingTableError: the partition was never materialized.
            InvalidTableError: the file was written for another version of the schema.
        """
        path = self.path(table, benchmark, *partition)
        asset = f"{benchmark}/{table.name}" if benchmark else table.name
        where = f" for partition {'|'.join(partition)}" if partition else ""
        if not path.exists():
            raise MissingTableError(
                f"{asset} has no rows{where} yet. Materialize {asset}{where} first."
            )
        frame = pl.read_parquet(path)
        if frame.schema != table.schema:
            raise InvalidTableError(
                f"{path} was written for another version of {asset}. "
                f"Materialize {asset}{where} again."
            )
        return frame

    def files(self, tables: Mapping[str, Table]) -> Iterator[tuple[Table, Path]]:
        """Every partition's file of these tables, in the order of their paths."""
        for name in sorted(tables):
            for path in sorted((self.root / name).rglob("*.parquet")):
                if path.name != _EMPTY:
                    yield tables[name], path

    def replace(self, table: Table, frame: pl.DataFrame, path: Path) -> None:
        """Write fewer rows to one of `files`, whatever version of the schema it has.

        Raises:
            HomeError: the disk is full or can't be written.
        """
        self._write(frame, path, table)

    def prepare(self, tables: dict[str, Table]) -> None:
        """Give every table its folder and zero-row file."""
        for table in tables.values():
            self._write(table.empty(), self.root / table.name / _EMPTY, table)

    def _write(self, frame: pl.DataFrame, path: Path, table: Table) -> None:
        temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.writing")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            require_space(path.parent, int(frame.estimated_size()))
            frame.write_parquet(
                temporary, metadata={"schema_version": str(table.version), "table": table.name}
            )
            temporary.replace(path)
        except (OSError, pl.exceptions.ComputeError) as error:
            raise HomeError(
                f"{path} can't be written: {error}. Free space, mend the folder's permissions or "
                f"set CULTURE_CONFLICT_HOME to another folder."
            ) from error
        finally:
            _forget(temporary)


def _forget(temporary: Path) -> None:
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        return  # the folder can't be written: nothing was left there


def require_space(folder: Path, n_bytes: int) -> None:
    """Refuse before the first byte is written.

    Raises:
        HomeError: fewer than `n_bytes` plus a margin are free where `folder` lies.
    """
    status = os.statvfs(folder)
    free = status.f_bavail * status.f_frsize
    if free < n_bytes + _MARGIN:
        raise HomeError(
            f"{folder}: {free // 1_000_000} MB are free, {(n_bytes + _MARGIN) // 1_000_000} MB "
            f"are needed ({os.strerror(errno.ENOSPC)}). Free space or set CULTURE_CONFLICT_HOME "
            f"to a folder on another disk."
        )
