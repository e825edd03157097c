"""Reads the warehouse, writes the page."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from culture_conflict.errors import CultureConflictError, HomeError
from culture_conflict.home import Home
from culture_conflict.reports.bundle import vega_bundle
from culture_conflict.reports.page import Section, render
from culture_conflict.reports.reading import Frames, read_frames
from culture_conflict.reports.sections import make_sections

__all__ = ["MAX_BYTES", "ReportError", "Written", "report_path", "write_report"]

MAX_BYTES = 10_000_000
_ROWS = (2000, 500, 100, 25)


class ReportError(CultureConflictError):
    """The report can't be made as small as it has to be."""


@dataclass(frozen=True)
class Written:
    """The file, its size, and how many panels have nothing to show."""

    path: Path
    n_bytes: int
    n_panels: int
    n_empty: int


def report_path(home: Home) -> Path:
    """Where the report of a home lies."""
    return home.root / "report.html"


def write_report(home: Home, path: Path | None = None, frames: Frames | None = None) -> Written:
    """Write the report of the home's warehouse; the same warehouse gives the same bytes.

    `frames` is what was read of it, where it was read already.

    Raises:
        HomeError: there is no warehouse, or the file can't be written.
        MissingTableError: the warehouse lacks a table that the report is made of.
        ReportError: the page would be larger than 10 MB.
    """
    frames = frames or read_frames(home.warehouse)
    sections = list(make_sections(frames, home))
    data = _small_enough(sections, _facts(frames), vega_bundle(home.work))
    panels = [panel for section in sections for panel in section.panels]
    target = path or report_path(home)
    _write(target, data)
    return Written(target, len(data), len(panels), sum(bool(p.missing) for p in panels))


def _small_enough(sections: Sequence[Section], facts: Sequence[str], bundle: str) -> bytes:
    """The page with as many rows per table as there is room for; what is left out is counted."""
    data = b""
    for most in _ROWS:
        data = render([_first(section, most) for section in sections], facts, bundle).encode()
        if len(data) <= MAX_BYTES:
            return data
    raise ReportError(
        f"The report would have {len(data):,} bytes; at most {MAX_BYTES:,} are allowed. "
        f"Switch models off in models.yaml and rebuild the metrics."
    )


def _first(section: Section, most: int) -> Section:
    panels = [
        replace(panel, tables=[table.first(most) for table in panel.tables])
        for panel in section.panels
    ]
    return replace(section, panels=panels)


def _facts(frames: Frames) -> list[str]:
    answered = frames["answer_coverage"].filter(pl.col("n_answered") > 0)
    return [
        f"Models measured: {answered['model'].n_unique()}",
        f"Sources: {answered.select('benchmark', 'source').unique().height}",
        "Rule guarded; as_published is folded below it",
    ]


def _write(path: Path, data: bytes) -> None:
    """Whole or not at all."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.writing")
    try:
        temporary.write_bytes(data)
        temporary.replace(path)
    except OSError as error:
        raise HomeError(
            f"{path} can't be written: {error.strerror or error}. Make its folder, free space, or "
            f"name another file with --output."
        ) from error
    finally:
        temporary.unlink(missing_ok=True)
