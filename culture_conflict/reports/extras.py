"""Tables of statistics that a warehouse may or may not have: shown as they are, or said absent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from culture_conflict.reports.model import Column, Kind, Panel, Table
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.views import View

__all__ = ["extras"]

_TITLES = {
    "model_comparison": (
        "Models compared",
        "Paired comparisons of two models on the same pictures, with test, correction and n.",
    ),
    "conflict_effect": (
        "Effect of the conflict",
        "What a conflicting cue does to each model, against the controls and the originals.",
    ),
    "prompt_effect": (
        "Effect of the prompt",
        "The same pictures asked in other words: paired differences between prompts.",
    ),
    "confused_tourist_correlation": (
        "Accuracy and distraction",
        "How accuracy and distraction go together over sub-regions or cells.",
    ),
}
_HIDDEN = ("benchmark", "source", "source_version", "origin")
_RATES = ("accuracy", "rate", "share", "coverage", "distraction")
_POINTS = ("difference", "effect", "drop")
_MOST = 400


def extras(frames: Frames, view: View) -> Iterator[Panel]:
    """A panel for each optional table that is there, and one that names the others."""
    held = {name: frame for name in _TITLES if (frame := frames.get(name)) is not None}
    yield from (_extra(name, frame, view) for name, frame in held.items())
    if absent := [name for name in _TITLES if name not in held]:
        titles = ", ".join(f"{_TITLES[name][0].lower()} ({name})" for name in absent)
        yield Panel(
            name="absent",
            title="Statistics that this warehouse lacks",
            about="The report shows these tables where the warehouse has them.",
            scope=view.scope("no n"),
            missing=f"Not built: {titles}.",
        )


def _extra(name: str, held: pl.DataFrame, view: View) -> Panel:
    title, about = _TITLES[name]
    panel = Panel(name.replace("_", "-"), title, about, view.scope("n in the table"))
    keys = ("benchmark", "source", "evaluation", "prompt_id")
    wanted = [pl.col(key) == getattr(view, key) for key in keys if key in held.columns]
    rows = held.filter(wanted) if wanted else held
    if rows.is_empty():
        return replace(panel, scope=view.scope("n = 0"), missing=f"{name} has no row about this.")
    shown = rows.head(_MOST)
    columns = tuple(_columns(rows))
    left = rows.height - shown.height
    key = columns[0].name
    table = Table(name, title, columns, shown, key=key, left_out=left)
    return replace(panel, tables=[table])


def _columns(rows: pl.DataFrame) -> list[Column]:
    ends = {name for name in rows.columns if name.endswith(("ci_low", "ci_high"))}
    named = [name for name in rows.columns if name not in {*_HIDDEN, *ends}]
    plain = [Column(name, name.replace("_", " "), _kind(name, rows[name])) for name in named]
    prefixes = [name.removesuffix("ci_low") for name in rows.columns if name.endswith("ci_low")]
    pairs = [prefix for prefix in prefixes if f"{prefix}ci_high" in ends]
    return [*plain, *(Column(prefix, f"{prefix} 95 %".strip("_"), "interval") for prefix in pairs)]


def _kind(name: str, values: pl.Series) -> Kind:
    if values.dtype.is_integer():
        return "count"
    if not values.dtype.is_float():
        return "text"
    if name.startswith(_POINTS) or name.endswith(_POINTS):
        return "points"
    return "rate" if name.startswith(_RATES) or name.endswith(_RATES) else "number"
