"""Statistics that a warehouse may or may not have: tests and paired effects, or their absence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import polars as pl

from culture_conflict.reports.forest import forest
from culture_conflict.reports.model import Column, Kind, Panel, Table
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.views import View, in_order_of

__all__ = ["extras"]

_CORRELATION, _CORRELATED = "confused_tourist_correlation", "confused_tourist"
_TITLES = {
    "model_comparison": (
        "Models compared",
        "Two models on the same pictures, paired by {group}, with test, correction and n.",
    ),
    "conflict_effect": (
        "Effect of the conflict",
        "What a foreign cue does to each model, paired with the named control or original.",
    ),
    "prompt_effect": (
        "Effect of the prompt",
        "The same pictures asked in other words: paired differences between two prompts.",
    ),
    _CORRELATION: (
        "Accuracy and distraction together",
        "Their correlation; below zero where the less accurate are distracted more.",
    ),
}
_PLACES = "signpost"
_GROUPS = {"signpost": "scene", "culture_mix": "dish"}
_MEASURES = (
    "wla is a mean of what guesses are worth, 100 at the scene and 0 far away, and no share of "
    "answers: more is better. at_trap is the share of answers under 50 km from where the "
    "adversarial text points (TFR): less is better."
)
_HIDDEN = frozenset(
    (
        *("benchmark", "source", "source_version", "origin", "is_sample", "evaluation", "rule"),
        *("kind", "kind_a", "kind_b"),
    )
)
_RATES = {"value_a", "value_b", "value_with", "value_without", "coverage", "accuracy", "share"}
_POINTS = ("delta", "effect", "difference")
_MOST = 400


def extras(frames: Frames, view: View) -> Iterator[Panel]:
    """A panel for each optional table that is there, and one that names the others."""
    titles = [name for name in _TITLES if name != _CORRELATION or view.benchmark == _CORRELATED]
    held = {name: frame for name in titles if (frame := frames.get(name)) is not None}
    yield from (_extra(name, frame, view) for name, frame in held.items())
    if absent := [name for name in titles if name not in held]:
        named = ", ".join(f"{_TITLES[name][0].lower()} ({name})" for name in absent)
        yield Panel(
            name="absent",
            title="Statistics that this warehouse lacks",
            about="The report shows these tables where the warehouse has them.",
            scope=view.scope("no n"),
            missing=f"Not built: {named}.",
        )


def _extra(name: str, held: pl.DataFrame, view: View) -> Panel:
    title, about = _TITLES[name]
    told = about.format(group=_GROUPS.get(view.benchmark, "item"))
    if view.benchmark == _PLACES:
        told = f"{told} {_MEASURES}"
    panel = Panel(name.replace("_", "-"), title, told, view.scope("n in the table"))
    rows = _about(held, view)
    if rows.is_empty():
        return replace(panel, scope=view.scope("n = 0"), missing=f"{name} has no row about this.")
    by_rule = {"guarded": rows}
    if "rule" in rows.columns:
        by_rule = {rule: rows.filter(rule=rule) for rule in ("guarded", "as_published")}
    tables = [_table(name, title, part, rule) for rule, part in by_rule.items() if part.height]
    if name == _CORRELATION:
        tables = [_table(name, title, rows, None)]
    return replace(
        panel, charts=forest(title, by_rule["guarded"], _effect(rows), _HIDDEN), tables=tables
    )


def _about(held: pl.DataFrame, view: View) -> pl.DataFrame:
    """Rows of the view; a row about two prompts belongs to the views of both."""
    keys = ("benchmark", "source", "evaluation")
    wanted = [pl.col(key) == getattr(view, key) for key in keys if key in held.columns]
    if "origin" in held.columns:
        printed = (pl.col("origin") == "published") & (pl.col("benchmark") == view.benchmark)
        held = pl.concat([held.filter(printed), held.filter(~printed).filter(wanted)])
        wanted = []
    prompts = [name for name in held.columns if name.startswith("prompt_id")]
    if prompts and "origin" not in held.columns:
        wanted.append(pl.any_horizontal(pl.col(name) == view.prompt_id for name in prompts))
    rows = held.filter(wanted) if wanted else held
    return in_order_of(rows, view) if "model" in rows.columns else rows


def _table(name: str, title: str, rows: pl.DataFrame, rule: str | None) -> Table:
    """The rows; folded under the chart where they are of one rule."""
    columns = tuple(_columns(rows, _HIDDEN if rule else _HIDDEN - {"origin", "rule"}))
    folded = "All rows" if rule == "guarded" else "The same as published"
    return Table(
        name,
        f"{title}, rule {rule}" if rule else title,
        columns,
        rows.head(_MOST),
        key=columns[0].name,
        folded=folded if rule else None,
        left_out=max(0, rows.height - _MOST),
    )


def _columns(rows: pl.DataFrame, hidden: frozenset[str]) -> Iterator[Column]:
    """The table's own columns in their order, an interval where its lower end stands."""
    ends: Kind = "point_ends" if _effect(rows) else "number_ends"
    for name in rows.columns:
        words = name.replace("_", " ")
        if name.endswith("ci_low"):
            yield Column(name.removesuffix("ci_low"), "95 %", ends)
        elif name in hidden or name.endswith("ci_high"):
            continue
        elif name in _RATES:
            yield Column(name, f"{words} ({_unit(name, rows)})", "rate")
        elif name in _POINTS:
            yield Column(name, f"{words} (points)", "points")
        elif name in {"p", "p_holm"}:
            yield Column(name, words, "p")
        elif rows[name].dtype.is_integer():
            yield Column(name, words, "count")
        else:
            yield Column(name, words, "number" if rows[name].dtype.is_float() else "text")


def _unit(name: str, rows: pl.DataFrame) -> str:
    """Of a column in hundredths; a mean worth of guesses is no percentage."""
    measures = [kind for kind in ("metric", "outcome") if kind in rows.columns]
    worth = any((rows[kind] == "wla").any() for kind in measures)
    return "% or WLA" if worth and name != "coverage" else "%"


def _effect(rows: pl.DataFrame) -> str | None:
    return next((name for name in _POINTS if name in rows.columns), None)
