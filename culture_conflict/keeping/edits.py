"""Edits kept as they came, outside the tables: what came of a picture, and what nothing needs."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from culture_conflict.editors.kept import RECORD
from culture_conflict.home import Home
from culture_conflict.models.entry import Entry
from culture_conflict.pictures.store import PictureStore

__all__ = ["EDITS", "MADE_OF", "kept_files", "made_of", "orphans", "outputs", "untold_files"]

MADE_OF = "made_of"
EDITS, _OUTPUTS = "edits", "outputs"
Unwanted = Callable[[bytes], bool]


def made_of(line: bytes) -> list[str]:
    """The stored pictures (sha256) that an edit shows; none where the line can't be read."""
    entry = _entry(line)
    return entry.notes.get(MADE_OF, "").split() if entry else []


def kept_files(home: Home, unwanted: Unwanted, records: set[str]) -> Iterator[Path]:
    """What editors kept of unwanted lines: outputs of APIs, and the work of slow editors.

    `records` are records (JSON) of edits that are unwanted too, whatever they were made of.
    """
    yield from outputs(home, unwanted)
    told = {_canonical(record) for record in records}
    for folder in _works(home):
        text = _record(folder)
        if text and (unwanted(text) or _canonical(text) in told):
            yield from _files(folder)


def untold_files(home: Home) -> Iterator[Path]:
    """The work of slow editors without a record: its writer was stopped.

    Nobody can tell of what it was made, so that it goes with any picture.
    """
    for folder in _works(home):
        if not _record(folder):
            yield from _files(folder)


def _works(home: Home) -> list[Path]:
    return sorted(home.kept_edits.glob("*/*"))


def _record(folder: Path) -> bytes:
    record = folder / RECORD
    return record.read_bytes() if record.exists() else b""


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.is_file())


def outputs(home: Home, unwanted: Unwanted, *editors: Path) -> Iterator[Path]:
    """Outputs of APIs that unwanted lines of the ledger name, and no others.

    Of all editors, or of those with these folders.
    """
    for folder in editors or _editors(home):
        gone, kept = set[str](), set[str]()
        for line in _lines(folder):
            entry = _entry(line)
            if entry and entry.answer:
                (gone if unwanted(line) else kept).add(entry.answer)
        store = PictureStore(folder / _OUTPUTS)
        yield from (store.path(sha256) for sha256 in sorted(gone - kept))


def orphans(home: Home) -> Iterator[Path]:
    """Outputs of APIs that no line of the ledger names."""
    for folder in _editors(home):
        named = {entry.answer for line in _lines(folder) if (entry := _entry(line))}
        for path in PictureStore(folder / _OUTPUTS).files():
            if not path.is_symlink() and len(path.name) == 64 and path.name not in named:
                yield path


def _editors(home: Home) -> list[Path]:
    return sorted(path for path in (home.ledger / EDITS).glob("*") if path.is_dir())


def _lines(folder: Path) -> Iterator[bytes]:
    for path in sorted(folder.glob("*/*.jsonl")):
        yield from path.read_bytes().splitlines(keepends=True)


def _entry(line: bytes) -> Entry | None:
    try:
        return Entry.from_line(line)
    except ValueError:
        return None  # a torn line


def _canonical(record: str | bytes) -> str:
    try:
        told = json.loads(record)
    except ValueError:
        return ""
    if isinstance(told, dict):
        told.pop(MADE_OF, None)
    return json.dumps(told, sort_keys=True)
