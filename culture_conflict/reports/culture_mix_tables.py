"""Controls, photographs and other words: tables, shown only where there are rows."""

from __future__ import annotations

from collections.abc import Iterator

import polars as pl

from culture_conflict.reports.culture_mix_words import measured
from culture_conflict.reports.model import Column, Panel, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.views import View, in_order_of

__all__ = ["mix_tables"]

_RATE = (
    Column("accuracy", "right (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("n_correct", "right", "count"),
    Column("n", "n", "count"),
)
_HEAD = (Column("model", "model"), Column("target", "question"), Column("rule", "rule"))
_CONTROLS = (
    *_HEAD,
    Column("cue", "control"),
    Column("level", "which"),
    *_RATE,
    Column("same_label", "label kept (%)", "rate"),
    Column("same_label_", "95 %", "ends"),
    Column("difference", "difference (points)", "points"),
    Column("difference_", "95 %", "point_ends"),
    Column("n_paired", "n paired", "count"),
    Column("coverage", "coverage (%)", "rate"),
)
_REAL = (*_HEAD, Column("level", "foods of"), *_RATE, Column("coverage", "coverage (%)", "rate"))
_MITIGATION = (
    Column("origin", "origin"),
    Column("model", "model"),
    Column("prompt_id", "prompt"),
    Column("base_model", "against"),
    Column("base_prompt_id", "its prompt"),
    Column("part", "part"),
    Column("measure", "measure"),
    Column("target", "question"),
    Column("rule", "rule"),
    Column("pictures", "pictures"),
    Column("subtask", "subtask"),
    Column("value", "value", "number"),
    Column("base", "base", "number"),
    Column("effect", "effect", "number"),
    Column("", "95 %", "number_ends"),
    Column("p_holm", "p (Holm)", "p"),
    Column("is_real", "real"),
    Column("n_common", "n", "count"),
    Column("n_groups", "dishes", "count"),
    Column("t", "t as published", "number"),
    Column("t_p", "its p", "p"),
    Column("is_marked", "underlined in Table 2"),
)
_CONTROLLED = (
    "Things of no culture beside the dish, mirrored pictures and other size ratios, each against "
    "the picture without it: what distracts though it is no matter of culture. Pictures that "
    "failed a check and are shown all the same (failed_gates) stand here and in no other number."
)
_PANELS = {
    "culture_mix_controls": (
        "mix-controls",
        "Controls",
        _CONTROLLED,
        _CONTROLS,
    ),
    "culture_mix_real": (
        "mix-real",
        "Photographs of several dishes",
        "The target marked by a red box in a photograph, beside the same target cut out.",
        _REAL,
    ),
}


def mix_tables(frames: Frames, view: View) -> Iterator[Panel]:
    """Up to three panels."""
    for name, (slug, title, about, columns) in _PANELS.items():
        mart = frames.get(name)
        if mart is None or (rows := measured(mart, view)).is_empty():
            continue
        short = rows.filter(rule="guarded")
        if name == "culture_mix_controls":
            short = short.filter(level="all")
        n = show(short.filter(target="country")["n"].sum(), "count")
        tables = [
            Table(name, f"{title}, rule guarded", columns, short),
            Table(name, f"{title}, all cells", columns, rows, folded="All cells, both rules"),
        ]
        yield Panel(slug, title, about, view.scope(f"n = {n} answers"), tables=tables)
    mitigation = frames.get("culture_mix_mitigation")
    if mitigation is not None:
        yield from _mitigation(mitigation, view)


def _mitigation(mart: pl.DataFrame, view: View) -> Iterator[Panel]:
    """Every prompt against this view's own; Table 2 stands below."""
    here = ("benchmark", "source", "evaluation")
    sides = ("base_prompt_id", "prompt_id")
    mine = mart.filter(
        *(pl.col(name) == getattr(view, name) for name in here),
        pl.any_horizontal(pl.col(name) == view.prompt_id for name in sides),
        origin="measured",
    )
    if mine.is_empty():
        return
    rows = in_order_of(mine, view)
    printed = mart.filter(origin="published")
    name = "culture_mix_mitigation"
    about = (
        "What other words do, and what fine-tuning does on pictures of the test part only, paired "
        "on the dish: sign flips of whole dishes, corrected by Holm; beside them a paired t over "
        "dishes as the paper may have made it. Accuracies are fractions, entropies bits."
    )
    yield Panel(
        name="mix-mitigation",
        title="Other words, fine-tuning",
        about=about,
        scope=view.scope(f"n per row, {show(rows.height, 'count')} tests"),
        tables=[
            Table(name, "Measured", _MITIGATION, rows),
            Table(name, "Table 2 as printed", _MITIGATION, printed, folded="Table 2 as printed"),
        ],
    )
