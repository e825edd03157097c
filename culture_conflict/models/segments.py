"""The ledger's files: appended line by line, synced when sealed, read without trusting them."""

from __future__ import annotations

import errno
import os
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from culture_conflict.errors import HomeError
from culture_conflict.models.entry import Entry

__all__ = ["Damage", "SegmentWriter", "read_segment", "segment_paths"]

MAX_LINES = 500
MAX_SECONDS = 30.0

_RUN_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")


@dataclass(frozen=True)
class Damage:
    """A line that holds no entry; `torn` where its writer was stopped in the middle of it."""

    path: Path
    line: int
    torn: bool
    reason: str

    def describe(self) -> str:
        return f"{self.path}, line {self.line}: {self.reason}"


@dataclass
class SegmentWriter:
    """One file that this process appends to; it never touches a file that is there already.

    Raises:
        HomeError: from any method, where the disk is full or can't be written.
    """

    path: Path
    descriptor: int
    lines: int = 0
    opened: float = field(default_factory=time.monotonic)

    @classmethod
    def create(cls, folder: Path, run_id: str) -> SegmentWriter:
        """The next free `<run>-<n>.jsonl` of a folder.

        Raises:
            ValueError: the run's id can't be part of a file name.
        """
        if not _RUN_ID.fullmatch(run_id):
            raise ValueError(f"run_id {run_id!r}: expected letters, digits, dots, hyphens")
        number = len(list(folder.glob(f"{run_id}-*.jsonl")))
        while True:
            path = folder / f"{run_id}-{number:04}.jsonl"
            try:
                folder.mkdir(parents=True, exist_ok=True)
                flags = os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_EXCL
                return cls(path, os.open(path, flags, 0o644))
            except FileExistsError:
                number += 1
            except OSError as error:
                raise _unwritable(path, error) from error

    def append(self, line: bytes) -> None:
        """Hand one whole line to the operating system; it survives the end of this process."""
        try:
            written = os.write(self.descriptor, line)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        if written != len(line):
            full = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            raise _unwritable(self.path, full)
        self.lines += 1

    @property
    def due(self) -> bool:
        """Whether it is long or old enough to be sealed."""
        return self.lines >= MAX_LINES or time.monotonic() - self.opened >= MAX_SECONDS

    def abandon(self) -> None:
        """Close the file after an append that failed; what it holds stays."""
        os.close(self.descriptor)

    def seal(self) -> None:
        """Sync the file and its name to the disk, so that they survive a power cut; then close."""
        try:
            os.fsync(self.descriptor)
            _sync_folder(self.path.parent)
        except OSError as error:
            raise _unwritable(self.path, error) from error
        finally:
            os.close(self.descriptor)


def segment_paths(folder: Path) -> list[Path]:
    """Every segment of a folder, in the order of their names."""
    return sorted(folder.glob("*.jsonl"))


def read_segment(path: Path) -> Iterator[Entry | Damage]:
    """Every line as an entry, or as the damage that it is."""
    with path.open("rb") as file:
        for number, line in enumerate(file, start=1):
            try:
                yield Entry.from_line(line)
            except ValueError as error:
                torn = not line.endswith(b"\n")
                yield Damage(path, number, torn, "cut off" if torn else f"{error}")


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _unwritable(path: Path, error: OSError) -> HomeError:
    return HomeError(
        f"{path} can't be written ({error.strerror or error}). Answers received before are kept. "
        f"Free space or mend the folder's permissions, then run again: it continues."
    )
