"""The sections of the report and what stands in each."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.errors import MissingTableError
from culture_conflict.home import Home
from culture_conflict.reports.accuracy import accuracy
from culture_conflict.reports.beside_published import (
    beside_published,
    published_accuracy,
    published_distraction,
)
from culture_conflict.reports.confused_tourist_leaderboard import (
    published_tourists,
    tourist_board,
)
from culture_conflict.reports.confusions import confusions, fallback
from culture_conflict.reports.culture_mix import culture_mix
from culture_conflict.reports.culture_mix_leaderboard import published_mixes
from culture_conflict.reports.distraction import distraction
from culture_conflict.reports.drops import drops
from culture_conflict.reports.extras import extras
from culture_conflict.reports.flips import flips
from culture_conflict.reports.known_differences import known_differences
from culture_conflict.reports.leaderboard import leaderboard
from culture_conflict.reports.model import Panel
from culture_conflict.reports.page import Section
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_sections import signpost_sections
from culture_conflict.reports.signpost_sets import published_boards
from culture_conflict.reports.states import states
from culture_conflict.reports.together import together
from culture_conflict.reports.views import View, views
from culture_conflict.tables.variants import VARIANTS

__all__ = ["make_sections"]

_SAMPLE = (
    "Illustrations from a package. They prove that the pipeline works, are no benchmark, and are "
    "never averaged with other sources. Reference models are programs, not VLMs."
)


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
    if panels := list(_together(frames)):
        yield Section(
            "together",
            "The benchmarks together",
            "Rows of different benchmarks are read side by side, never averaged.",
            panels,
        )
    yield Section(
        "published",
        "What the papers print",
        "Figures of the published tables, kept apart from what was measured here.",
        [
            published_tourists(frames["confused_tourist_leaderboard"]),
            published_accuracy(frames["confused_tourist_accuracy"]),
            published_distraction(frames["confused_tourist_distraction"]),
            *published_boards(frames),
            *_published_mixes(frames),
            known_differences(frames["known_differences"]),
        ],
    )


def _together(frames: Frames) -> Iterator[Panel]:
    if "measured" in frames["leaderboard"]["origin"]:
        yield leaderboard(frames["leaderboard"])
    if (overview := frames.get("benchmark_overview")) is not None and overview.height:
        yield together(overview)


def _published_mixes(frames: Frames) -> Iterator[Panel]:
    if (board := frames.get("culture_mix_leaderboard")) is not None:
        yield published_mixes(board)


def _measured(frames: Frames, view: View, home: Home) -> Iterator[Panel]:
    if view.benchmark == "culture_mix":
        yield from culture_mix(frames, view, _variants(home, view), home.pictures)
        yield states(frames["answer_coverage"], view)
        yield from extras(frames, view)
        return
    accuracies = frames["confused_tourist_accuracy"]
    yield tourist_board(frames["confused_tourist_leaderboard"], view)
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
