"""Answers in the ledger to pictures that are no longer in force; they were paid for."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from culture_conflict.home import Home
from culture_conflict.keeping.edits import EDITS, made_of, outputs
from culture_conflict.keeping.garbage import named_pictures
from culture_conflict.models.rewriting import count_lines, drop_lines, ledger_folders
from culture_conflict.tables.variants import VARIANTS

__all__ = ["drop_stale", "find_stale"]


def find_stale(home: Home) -> dict[Path, tuple[int, int]]:
    """Stale answers by ledger folder: how many, and their bytes."""
    counts = {folder: count_lines(folder, stale) for folder, stale in _folders(home)}
    return {folder: count for folder, count in counts.items() if count[0]}


def drop_stale(home: Home) -> tuple[int, int]:
    """Remove them; how many, and their bytes.

    Raises:
        BusyError: a model is asked about one of these sources right now.
        HomeError: the ledger can't be written.
    """
    n_lines = n_bytes = 0
    for folder, stale in list(_folders(home)):
        if count_lines(folder, stale)[0]:
            edits = folder.is_relative_to(home.ledger / EDITS)
            files = list(outputs(home, stale, folder.parent)) if edits else []
            dropped = drop_lines(folder, stale)
            n_lines, n_bytes = n_lines + dropped[0], n_bytes + dropped[1] + _unlinked(files)
    return n_lines, n_bytes


def _unlinked(paths: Iterable[Path]) -> int:
    """Remove files; how many bytes they had."""
    found = [(path, path.stat().st_size) for path in paths if path.exists()]
    for path, _ in found:
        path.unlink()
    return sum(n_bytes for _, n_bytes in found)


def _folders(home: Home) -> Iterator[tuple[Path, Callable[[bytes], bool]]]:
    """Each folder of the ledger whose source has variants; without them nothing is known.

    An edit is in force as long as tables name all pictures that it was made of.
    """
    named = named_pictures(home) if (home.ledger / EDITS).exists() else set()
    for folder in ledger_folders(home.ledger):
        benchmark, _, source = folder.relative_to(home.ledger).parts
        if benchmark == EDITS:
            yield folder, lambda line: not named.issuperset(made_of(line))
        elif home.tables.path(VARIANTS, benchmark, source).exists():
            current = set(home.tables.read(VARIANTS, benchmark, source)["picture"])
            yield folder, _stale(current)


def _stale(current: set[str]) -> Callable[[bytes], bool]:
    def stale(line: bytes) -> bool:
        """A line that can't be read is no answer and is left where it is."""
        try:
            return json.loads(line)["picture_sent"] not in current
        except (ValueError, KeyError, TypeError):
            return False

    return stale
