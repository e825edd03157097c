"""Removing a picture and all that came of it, for good."""

from __future__ import annotations

import hashlib
import os
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import polars as pl

from culture_conflict.errors import PictureError
from culture_conflict.home import Home
from culture_conflict.keeping.edits import kept_files, untold_files
from culture_conflict.keeping.tracing import Trace, trace, unwanted_rows
from culture_conflict.models.rewriting import count_lines, drop_lines, ledger_folders
from culture_conflict.tables.catalog import TABLES

__all__ = ["Found", "copies", "forget", "look_up"]

_REPORT = "report.html"
_SHA256 = re.compile(rb"[0-9a-f]{64}")
# Columns that name a row of another table, and are empty once it is gone.
_LINKS = {"flag": "cues", "landmark": "cues", "reference_variant": "variants"}


@dataclass(frozen=True)
class Found:
    """What there is to remove: rows by table, lines of the ledger by folder, other files."""

    sha256: str
    trace: Trace
    rows: Counter[str]
    answers: dict[Path, int] = field(default_factory=dict)
    files: tuple[Path, ...] = ()

    def describe(self) -> list[str]:
        """A line for each kind of thing."""
        rows = [f"{n} rows of {name}" for name, n in self.rows.items()]
        answers = sum(self.answers.values())
        lines = [f"{len(self.files)} files: pictures, previews, kept edits, the report", *rows]
        return [*lines, f"{answers} answers of the ledger"] if answers else lines


def look_up(home: Home, sha256: str) -> Found:
    """All that came of a picture; nothing is changed. What a crash left undone counts too.

    Raises:
        PictureError: `bad_name`, or `missing`: nothing in the home knows it.
    """
    stone = home.pictures.tombstone(sha256)
    known = Trace.from_json(stone.read_text("utf-8")) if stone.exists() else Trace()
    known.pictures.add(sha256)
    rows = trace(home, known)
    unwanted = _names(known)
    counts = {folder: count_lines(folder, unwanted)[0] for folder in ledger_folders(home.ledger)}
    answers = {folder: n for folder, n in counts.items() if n}
    kept = kept_files(home, unwanted, known.records)
    files = [path for path in (*_files(home, known), *kept) if path.exists()]
    if not (rows or answers or files or stone.exists()):
        raise PictureError(
            "missing",
            f"Picture {sha256} is nowhere in {home.root}. Take its sha256 from the `picture` "
            f"column of a table, or from `sha256sum` of the file you added.",
        )
    return Found(sha256, known, rows, answers, (*files, *untold_files(home)))


def forget(home: Home, found: Found, rest: Callable[[Trace], None]) -> None:
    """Remove what was found, then what `rest` removes (history, warehouse); leave a tombstone.

    The tombstone is written first and holds what is to be done; in the end it is empty. After a
    crash at any moment the same call goes on.

    Raises:
        BusyError: a model is asked about the picture's source right now.
        HomeError: the disk is full or can't be written.
    """
    stone = home.pictures.tombstone(found.sha256)
    _write(stone, found.trace.to_json())
    for path in (*found.files, *home.fitted.glob("*")):  # which is made of which is not recorded
        path.unlink(missing_ok=True)
    _clean_tables(home, found.trace)
    for folder in found.answers:
        drop_lines(folder, _names(found.trace))
    rest(found.trace)
    _write(stone, "")


def copies(home: Home, sha256: str) -> list[Path]:
    """Files of the user's own sources that hold the picture: they are the user's to delete."""
    files = (path for path in home.sources_folder.rglob("*") if path.is_file())
    return [path for path in files if _sha256(path) == sha256]


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _files(home: Home, known: Trace) -> list[Path]:
    pictures = [home.pictures.path(sha256) for sha256 in sorted(known.pictures)]
    previews = [
        path
        for source in sorted(known.sources)
        for path in sorted(home.previews.glob(f"{source}.*"))
    ]
    report = [home.root / _REPORT] if known.sources else []
    return [*pictures, *_told_of(home, known), *previews, *report]


def _told_of(home: Home, known: Trace) -> list[Path]:
    """What readers read in the pictures, and the texts that models made for them."""
    return [
        path
        for sha256 in sorted(known.pictures)
        for root in (home.readings, home.makings)
        for path in sorted(root.glob(f"{sha256[:2]}/{sha256}.*.json"))
    ]


def _names(known: Trace) -> Callable[[bytes], bool]:
    """Whether a line of the ledger names one of the pictures, torn or not."""
    pictures = {sha256.encode() for sha256 in known.pictures}
    return lambda line: not pictures.isdisjoint(_SHA256.findall(line))


def _clean_tables(home: Home, known: Trace) -> None:
    for table, path in home.tables.files(TABLES):
        frame = pl.read_parquet(path)
        cleaned = _cleaned(frame, known)
        if not cleaned.equals(frame):
            home.tables.replace(table, cleaned, path)


def _cleaned(frame: pl.DataFrame, known: Trace) -> pl.DataFrame:
    """Without the rows, and without links to them; judgements on a forgotten reference too."""
    kept = frame.filter(~unwanted_rows(frame.columns, known))
    for name, of in _LINKS.items():
        if name in kept.columns:
            gone = pl.col(name).is_in(getattr(known, of))
            kept = kept.with_columns(pl.when(~gone).then(name).alias(name))
    judged = [name for name in kept.columns if name.startswith("reference_")]
    if "variant_id" in kept.columns and "reference_state" in judged:
        alone = pl.col("variant_id").is_in(known.orphans)
        kept = kept.with_columns(pl.when(~alone).then(name).alias(name) for name in judged)
    return kept


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(path)
