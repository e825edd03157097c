"""What becomes of right and wrong answers when a dish is mixed, and where labels go."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.reports.culture_mix_words import measured, subtask_words
from culture_conflict.reports.model import Column, Drawing, Panel, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.sankey import Flow, sankey_svg
from culture_conflict.reports.views import View

__all__ = ["mix_moves"]

_MOVES = {
    "true_true": (True, True),
    "true_false": (True, False),
    "false_true": (False, True),
    "false_false": (False, False),
}
_HEAD = (Column("model", "model"), Column("target", "question"), Column("subtask", "pictures"))
_TRANSITIONS = (
    *_HEAD,
    *(
        column
        for name, words in (
            ("true_true", "right → right"),
            ("true_false", "right → wrong"),
            ("false_true", "wrong → right"),
            ("false_false", "wrong → wrong"),
        )
        for column in (Column(name, f"{words} (%)", "rate"), Column(f"{name}_", "95 %", "ends"))
    ),
    Column("n", "n", "count"),
    Column("coverage", "coverage (%)", "rate"),
)
_SHIFT = (
    *_HEAD,
    Column("cue", "seen from"),
    Column("kept", "label kept (%)", "rate"),
    Column("label_shift", "shifted (%)", "rate"),
    Column("", "95 %", "ends"),
    Column("to_distractor", "to the distractor (%)", "rate"),
    Column("to_distractor_", "95 %", "ends"),
    Column("to_continent", "to its continent (%)", "rate"),
    Column("to_elsewhere", "elsewhere (%)", "rate"),
    Column("n", "n", "count"),
    Column("coverage", "coverage (%)", "rate"),
)
_DRAWN = 12
_ABOUT = (
    "Each mixed picture against the same dish's unaugmented single picture. Green stays right, red "
    "is lost, blue is gained, grey stays wrong (country, rule guarded). The table of shifts says "
    "where labels went; cue augmentation is the noise floor: the same dish's augmented copies."
)


def mix_moves(transitions: pl.DataFrame, shift: pl.DataFrame, view: View) -> Panel:
    """A Sankey per model and kind of picture, and two tables."""
    rows = measured(transitions, view)
    guarded = rows.filter(rule="guarded")
    drawn = guarded.filter(pl.col("n") > 0, pl.col("subtask") != "sf", target="country")
    n = int(drawn["n"].sum())
    drawings = [_drawing(row) for row in drawn.head(_DRAWN).iter_rows(named=True)]
    left_out = drawn.height - len(drawings)
    return Panel(
        name="mix-moves",
        title="What mixing changes",
        about=_ABOUT,
        scope=view.scope(f"n = {show(n, 'count')} pairs of answers, all models"),
        drawings=drawings,
        notes=[f"{left_out} more are in the table."] if left_out else (),
        tables=[
            Table(
                "culture_mix_label_shift",
                "Where labels go",
                _SHIFT,
                measured(shift, view),
                folded="Where labels go",
            ),
            Table(
                "culture_mix_transitions",
                "Right and wrong, before and after, rule guarded",
                _TRANSITIONS,
                guarded,
                folded="Right and wrong, all cells",
            ),
            Table(
                "culture_mix_transitions",
                "Right and wrong, rule as_published",
                _TRANSITIONS,
                rows.filter(rule="as_published"),
                folded="The same as published",
            ),
        ],
        missing=None if n else "No mixed picture was answered whose dish was answered alone.",
    )


def _drawing(row: dict[str, Any]) -> Drawing:
    flows = [Flow(*move, row[f"n_{name}"]) for name, move in _MOVES.items()]
    after = subtask_words(row["subtask"])
    parts = ", ".join(
        f"{'right' if flow.before else 'wrong'} to {'right' if flow.after else 'wrong'} {flow.n}"
        for flow in flows
    )
    title = f"{row['model']}: alone → {after} (n = {show(row['n'], 'count')})"
    return Drawing(title, f"{title}: {parts}.", sankey_svg(flows, "alone", after))
