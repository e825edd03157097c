"""SIGNPOST's part of the report; nothing where nobody was asked about a street scene."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.home import Home
from culture_conflict.reports.extras import extras
from culture_conflict.reports.model import Panel
from culture_conflict.reports.page import Section
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_errors import errors
from culture_conflict.reports.signpost_judged import judged
from culture_conflict.reports.signpost_map import guesses, scene_map
from culture_conflict.reports.signpost_naming import naming
from culture_conflict.reports.signpost_panels import shift, tiers, wla
from culture_conflict.reports.signpost_sets import boards
from culture_conflict.reports.signpost_views import signpost_views
from culture_conflict.reports.states import states
from culture_conflict.reports.views import View

__all__ = ["signpost_sections"]

_SAMPLE = (
    "Drawn street scenes from a package. They prove that the pipeline works, are no benchmark, and "
    "are never averaged with other sources. Reference models are programs, not VLMs: "
    "reference-text-reader follows only the writing, reference-prior looks at nothing."
)


def signpost_sections(frames: Frames, home: Home) -> Iterator[Section]:
    """One section per source, then one per set of sources that has an average."""
    for view in signpost_views(frames):
        yield Section(
            view.slug,
            f"Street scenes, source {view.source}: {view.title}",
            view.scope(f"{view.n_variants:,} pictures of each kind"),
            list(_of_source(frames, view, home)),
            warning=_SAMPLE if view.is_sample else None,
        )
    for name, panels in boards(frames):
        yield Section(
            f"signpost-set-{name}",
            f"Street scenes, averages over the set {name}",
            "Each source of the set weighs the same (ruling 19).",
            panels,
            warning=_SAMPLE if name == "sample_scenes" else None,
        )


def _of_source(frames: Frames, view: View, home: Home) -> Iterator[Panel]:
    yield wla(frames, view)
    yield errors(frames, view)
    yield shift(frames, view)
    yield scene_map(guesses(home, view), view)
    yield tiers(frames, view)
    yield from judged(frames, view)
    yield from naming(frames, view)
    asked = pl.col("model").is_in(view.models)
    yield states(frames["answer_coverage"].filter(asked), view)
    yield from extras(frames, view)
