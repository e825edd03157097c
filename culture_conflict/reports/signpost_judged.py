"""Whether models see the conflict when they are asked about it, and what else the text turns."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_views import PROMPT, measured, sorted_models
from culture_conflict.reports.specs import (
    BLUE,
    DOTS,
    ORANGE,
    Json,
    lines_high,
    names_of_dots,
    nominal,
    quantity,
    tooltip,
)
from culture_conflict.reports.views import View

__all__ = ["judged", "judged_averages"]

_HEAD = (Column("model", "model"), PROMPT, Column("editor", "editor"))
_ASKED = {"cda": "conflict reported", "text_dominance": "text trusted"}
_RATES = {"conflict_recall": "conflict reported", "text_dominance": "text trusted"}


def _columns(rates: Mapping[str, str]) -> tuple[Column, ...]:
    return tuple(
        column
        for name, title in rates.items()
        for column in (
            Column(name, f"{title} (%)", "rate"),
            Column(f"{name}_", "95 %", "ends"),
            Column(f"{name}_n", "n", "count"),
            Column(f"{name}_original", "same, Original (%)", "rate"),
            Column(f"{name}_original_", "95 %", "ends"),
            Column(f"{name}_original_n", "n, Original", "count"),
        )
    )


_PROBING = (
    *_HEAD,
    Column("wla", "WLA, Adversarial (%)", "rate"),
    Column("wla_", "95 %", "ends"),
    Column("median_km", "median (km)", "km"),
    *_columns(_ASKED),
)
_CROSS = (*_HEAD, *_columns(_RATES))
_AVERAGED = (Column("n_sources", "sources", "count"), Column("not_covered", "not covered"))


def judged(frames: Frames, view: View) -> Iterator[Panel]:
    """Two panels, each only where such a prompt was asked."""
    probing = measured(frames, "signpost_probing", view, prompts=True)
    if probing.height:
        probing = sorted_models(probing)
        values = [*_values(probing, _ASKED)]
        yield Panel(
            "signpost-probing",
            "Asked about the conflict",
            "The probing prompt asks for scene, writing and whether they agree; the defence prompt "
            "warns of misleading writing. Reported conflicts, and how often the answer says that "
            "it goes by the writing, stand beside the same of the Original, where nothing was "
            "injected.",
            view.scope(f"n = {probing['n'].sum():,} answers to Adversarial"),
            charts=[_dots("Conflicts reported and text trusted", values)],
            tables=[Table("signpost_probing", "Probing and defence", _PROBING, probing)],
        )
    cross = measured(frames, "signpost_cross_task", view, prompts=True)
    if cross.height:
        cross = sorted_models(cross)
        yield Panel(
            "signpost-cross-task",
            "Other judgements",
            "Whether scene and writing agree, and which of both tells the country. What is due to "
            "the text is the difference between Adversarial and Original.",
            view.scope(f"n = {cross['n'].sum():,} answers to Adversarial"),
            charts=[_dots("Judgements that follow the text", [*_values(cross, _RATES)])],
            tables=[Table("signpost_cross_task", "Consistency and country", _CROSS, cross)],
        )


def judged_averages(frames: Frames, source_set: str, scope: str) -> Iterator[Panel]:
    """The same over a set of sources, each weighing the same; nothing where nobody was asked."""
    tables = []
    for mart, caption, columns in (
        ("signpost_probing", "Probing and defence", _PROBING),
        ("signpost_cross_task", "Consistency and country", _CROSS),
    ):
        frame = frames.get(mart)
        rows = None if frame is None else frame.filter(origin="measured", source_set=source_set)
        if rows is not None and rows.height:
            tables.append(Table(mart, caption, (*columns, *_AVERAGED), sorted_models(rows)))
    if tables:
        yield Panel(
            "signpost-judged-averages",
            "Asked about the conflict, over all sources",
            "Rates of prompts that ask for more than coordinates. A set with a source that lacks "
            "answers has no average.",
            scope,
            tables=tables,
        )


def _values(rows: pl.DataFrame, rates: dict[str, str]) -> Iterator[Json]:
    for row in rows.iter_rows(named=True):
        for name, title in rates.items():
            for suffix, kind in (("", "Adversarial"), ("_original", "Original")):
                if row[f"{name}{suffix}"] is not None:
                    yield _value(row, f"{name}{suffix}") | {
                        "kind": kind, "what": title,
                        "line": f"{row['model']}: {title} ({row['prompt_id']})",
                    }  # fmt: skip


def _value(row: dict[str, Any], name: str) -> Json:
    return {
        "who": f"{row['model']}, {row['prompt_id']}",
        "value": percent(row[name]),
        "shown": show(row[name], "rate"),
        "interval": show_interval(row[f"{name}_ci_low"], row[f"{name}_ci_high"]),
    }


def _dots(title: str, values: list[Json]) -> Chart:
    scale = {"domain": ["Adversarial", "Original"], "range": [ORANGE, BLUE]}
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": lines_high(values, "line", 20),
        "mark": dict(DOTS),
        "encoding": {
            "y": nominal("line", None, axis=names_of_dots(420)),
            "x": quantity("value", "answers (%)", scale={"domain": [0, 100]}),
            "color": nominal("kind", None, scale=scale, legend={"orient": "top"}),
            "shape": nominal("kind", None, scale={"domain": scale["domain"]}),
            "tooltip": tooltip(who="model, prompt", what="what", kind="pictures", shown="%",
                               interval="95 %"),
        },
    }  # fmt: skip
    alt = "Dots per model and prompt: the share of answers, on Adversarial and on Original."
    return Chart(title, alt, spec, min_width=720)
