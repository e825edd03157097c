"""Taking lines out of a ledger, which otherwise only grows."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

from culture_conflict.errors import HomeError
from culture_conflict.locks import exclusive
from culture_conflict.models.engine import LEASE
from culture_conflict.models.segments import segment_paths

__all__ = ["count_lines", "drop_lines", "ledger_folders"]

_WAIT_S = 10.0


def ledger_folders(root: Path) -> Iterator[Path]:
    """Every folder `<benchmark>/<model>/<source>` that holds segments."""
    yield from sorted({path.parent for path in root.glob("*/*/*/*.jsonl")})


def count_lines(folder: Path, unwanted: Callable[[bytes], bool]) -> tuple[int, int]:
    """How many lines of a folder's segments are unwanted, and their bytes; nothing is changed."""
    sizes = [len(line) for path in segment_paths(folder) for line in _lines(path) if unwanted(line)]
    return len(sizes), sum(sizes)


def drop_lines(folder: Path, unwanted: Callable[[bytes], bool]) -> tuple[int, int]:
    """Write the segments that hold unwanted lines anew without them; how many, and their bytes.

    Each segment is replaced whole, so that a crash leaves the old one or the new one.

    Raises:
        BusyError: a model is asked about this source right now, for over ten seconds.
        HomeError: the folder can't be written.
    """
    with exclusive(folder / LEASE, what=f"Asking for {folder}", wait_s=_WAIT_S):
        dropped: list[int] = []
        for path in segment_paths(folder):
            gone = [len(line) for line in _lines(path) if unwanted(line)]
            if gone:
                _replace(path, (line for line in _lines(path) if not unwanted(line)))
            dropped += gone
    return len(dropped), sum(dropped)


def _replace(path: Path, lines: Iterator[bytes]) -> None:
    temporary = path.with_name(f".{path.name}.writing")
    try:
        with temporary.open("wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(path)
    except OSError as error:
        raise HomeError(
            f"{path} can't be written ({error.strerror or error}); it is as it was. Free space or "
            f"mend the folder's permissions, then run again."
        ) from error


def _lines(path: Path) -> Iterator[bytes]:
    with path.open("rb") as file:
        yield from file
