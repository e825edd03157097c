"""Reads the warehouse, makes every panel, writes the page."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import polars as pl

from culture_conflict.errors import CultureConflictError, HomeError, MissingTableError
from culture_conflict.home import Home
from culture_conflict.reports.accuracy import accuracy
from culture_conflict.reports.beside_published import (
    beside_published,
    published_accuracy,
    published_distraction,
)
from culture_conflict.reports.bundle import vega_bundle
from culture_conflict.reports.confusions import confusions, fallback
from culture_conflict.reports.culture_mix import culture_mix
from culture_conflict.reports.distraction import distraction
from culture_conflict.reports.drops import drops
from culture_conflict.reports.extras import extras
from culture_conflict.reports.flips import flips
from culture_conflict.reports.known_differences import known_differences
from culture_conflict.reports.leaderboard import leaderboard, published_leaderboard
from culture_conflict.reports.model import Panel
from culture_conflict.reports.page import Section, render
from culture_conflict.reports.reading import Frames, read_frames
from culture_conflict.reports.signpost_sections import signpost_sections
from culture_conflict.reports.signpost_sets import published_board
from culture_conflict.reports.states import states
from culture_conflict.reports.together import together
from culture_conflict.reports.views import View, views
from culture_conflict.tables.variants import VARIANTS

__all__ = ["MAX_BYTES", "ReportError", "Written", "report_path", "write_report"]

MAX_BYTES = 10_000_000
_ROWS = (2000, 500, 100, 25)
_SAMPLE = (
    "Illustrations from a package. They prove that the pipeline works, are no benchmark, and are "
    "never averaged with other sources. Reference models are programs, not VLMs."
)


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


def write_report(home: Home, path: Path | None = None) -> Written:
    """Write the report of the home's warehouse; the same warehouse gives the same bytes.

    Raises:
        HomeError: there is no warehouse, or the file can't be written.
        MissingTableError: the warehouse lacks a table that the report is made of.
        ReportError: the page would be larger than 10 MB.
    """
    frames = read_frames(home.warehouse)
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


def make_sections(frames: Frames, home: Home) -> Iterator[Section]:
    """One section per view, then what the papers print."""
    for view in views(frames):
        yield Section(
            view.slug,
            view.heading,
            view.scope(f"{view.n_variants:,} pictures"),
            list(_measured(frames, view, home)),
            warning=_SAMPLE if view.is_sample else None,
        )
    yield from signpost_sections(frames, home)
    if (overview := frames.get("benchmark_overview")) is not None and overview.height:
        yield Section(
            "together",
            "The benchmarks together",
            "One row per kind of cue and source; rows are read across, never averaged.",
            [together(overview)],
        )
    of_scenes = published_board(frames)
    yield Section(
        "published",
        "What the papers print",
        "Figures of the published tables, kept apart from what was measured here.",
        [
            published_leaderboard(frames["leaderboard"]),
            published_accuracy(frames["confused_tourist_accuracy"]),
            published_distraction(frames["confused_tourist_distraction"]),
            *([] if of_scenes is None else [of_scenes]),
            known_differences(frames["known_differences"]),
        ],
    )


def _measured(frames: Frames, view: View, home: Home) -> Iterator[Panel]:
    if view.benchmark == "culture_mix":
        yield from culture_mix(frames, view, _variants(home, view), home.pictures)
        yield states(frames["answer_coverage"], view)
        yield from extras(frames, view)
        return
    accuracies = frames["confused_tourist_accuracy"]
    yield leaderboard(frames["leaderboard"], view)
    yield accuracy(accuracies, view)
    yield distraction(frames["confused_tourist_distraction"], accuracies, view)
    yield drops(frames["confused_tourist_subregion"], view)
    yield confusions(frames["confusions"], view)
    yield fallback(frames["confused_tourist_fallback"], view)
    yield flips(frames["flips"], _variants(home, view), home.pictures, view)
    yield states(frames["answer_coverage"], view)
    yield beside_published(accuracies, view)
    yield from extras(frames, view)


def _variants(home: Home, view: View) -> pl.DataFrame | None:
    """Authors, licences and true names; None where the table was deleted since."""
    try:
        return home.tables.read(VARIANTS, view.benchmark, view.source)
    except MissingTableError:
        return None


def _facts(frames: Frames) -> list[str]:
    board = frames["leaderboard"].filter(pl.col("origin") == "measured")
    return [
        f"Models measured: {board['model'].n_unique()}",
        f"Sources: {board['source'].n_unique()}",
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
