"""Capability against robustness over sets of sources, and what the order of models hangs on."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.reports.labels import label_layers, sides
from culture_conflict.reports.model import Chart, Column, Kind, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_judged import judged_averages
from culture_conflict.reports.signpost_sensitivity import sensitivity
from culture_conflict.reports.specs import BLUE, GREY, Json, nominal, quantity, tooltip

__all__ = ["boards", "published_boards"]

_PARTS: tuple[tuple[str, str, Kind], ...] = (
    ("c", "C (%)", "rate"),
    ("r", "R (%)", "rate"),
    ("mcrs", "MCRS", "number"),
    ("wla_original", "Original (%)", "rate"),
    ("wla_blank", "Blank (%)", "rate"),
    ("wla_similar", "Similar (%)", "rate"),
    ("wla_random", "Random (%)", "rate"),
    ("wla_adversarial", "Adversarial (%)", "rate"),
    ("tbs_adversarial_km", "TBS (km)", "km"),
    ("tfr", "TFR (%)", "rate"),
)
_HEAD = (Column("model", "model"), Column("rank", "rank", "count"))
_ASKED = (Column("prompt_id", "prompt"), Column("editor", "editor"))
_TAIL = (
    Column("n_sources", "sources", "count"),
    Column("coverage", "coverage (%)", "rate"),
    Column("not_covered", "not covered"),
    Column("no_denominator", "TFR: no denominator"),
)
_ENDS: dict[str, Any] = {"rate": "ends", "number": "number_ends", "km": "km_ends"}
_FEW = 6
_WIDE, _HIGH = 760, 380
_ABOUT = (
    "Capability C is the mean WLA of Original and Blank. Robustness R is how much of Blank's WLA "
    "is kept under Random and Adversarial text, less for errors that grow and for answers at the "
    "trap. MCRS puts both together. Each source of a set weighs the same; a set with a source that "
    "lacks answers has no average, and one with a source without traps has no TFR and no MCRS."
)


def boards(frames: Frames) -> list[tuple[str, list[Panel]]]:
    """The panels of each set of sources that has a measured row, by the set's name."""
    frame = frames.get("signpost_leaderboard")
    if frame is None:
        return []
    rows = frame.filter(origin="measured")
    names = rows["source_set"].unique().sort().to_list()
    return [(name, [*_panels(frames, name, rows.filter(source_set=name))]) for name in names]


def _panels(frames: Frames, name: str, rows: pl.DataFrame) -> list[Panel]:
    scope = f"SIGNPOST · set {name} · n = {rows['model'].n_unique()} models"
    made = [_board("signpost-board", "Capability against robustness", rows, scope)]
    swept = frames.get("signpost_sensitivity")
    if swept is not None and rows["mcrs"].drop_nulls().len():
        mine = swept.filter(origin="measured", source_set=name)
        title = "What the order hangs on"
        made += (
            [sensitivity(mine, scope, name="signpost-sensitivity", title=title)]
            if mine.height
            else []
        )
    return [*made, *judged_averages(frames, name, scope)]


def published_boards(frames: Frames) -> list[Panel]:
    """The paper's models by the same formulas, made of its printed averages."""
    frame = frames.get("signpost_leaderboard")
    if frame is None:
        return []
    rows = frame.filter(origin="published")
    scope = f"SIGNPOST · the four published data sets · n = {rows.height} models"
    board = _board("published-signpost", "SIGNPOST: capability against robustness", rows, scope)
    swept = frames.get("signpost_sensitivity")
    if swept is None:
        return [board]
    title = "SIGNPOST: what the order hangs on"
    printed = swept.filter(origin="published")
    return [board, sensitivity(printed, scope, name="published-signpost-order", title=title)]


def _board(name: str, title: str, rows: pl.DataFrame, scope: str) -> Panel:
    rows = rows.sort("rank", "model", "prompt_id", nulls_last=True)
    columns = [
        column
        for part, heading, kind in _PARTS
        for column in (
            Column(part, heading, kind),
            Column(f"{part}_", "95 %", _ENDS[kind]),
        )
    ]
    known = rows.filter(pl.col("c").is_not_null(), pl.col("r").is_not_null())
    asked = () if set(rows["origin"]) == {"published"} else _ASKED
    kept = [c for c in (*_HEAD, *asked, *columns, *_TAIL) if _told(rows, c)]
    return Panel(
        name,
        title,
        _ABOUT,
        scope,
        charts=[_scatter(known)] if known.height else (),
        tables=[Table("signpost_leaderboard", title, tuple(kept), rows)],
    )


def _told(rows: pl.DataFrame, column: Column) -> bool:
    """Whether anything stands in a column: published rows have no intervals."""
    return all(name in rows.columns and rows[name].drop_nulls().len() for name in column.read)


def _scatter(rows: pl.DataFrame) -> Chart:
    kinds = {"vlm": BLUE, "reference": GREY}
    values = [
        {
            "model": row["model"],
            "kind": row["kind"],
            "c": percent(row["c"]),
            "r": percent(row["r"]),
            **{f"told_{name}": _with_ends(row, name) for name in ("c", "r")},
            "mcrs": show(row["mcrs"], "number"),
            "prompt": row["prompt_id"],
            "side": side,
        }
        for row, side in zip(rows.iter_rows(named=True), _sides(rows), strict=True)
    ]
    scale = {"domain": list(kinds), "range": list(kinds.values())}
    # Few models are seen against the whole scale, many need the room.
    axis: Json = {"domain": [0, 100]} if rows.height <= _FEW else {"zero": False}
    place = {
        "x": quantity("c", "capability C (%)", scale=axis),
        "y": quantity("r", "robustness R (%)", scale=axis),
    }
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": _HIGH,
        "encoding": place,
        "layer": [
            {
                "mark": {"type": "point", "filled": True, "size": 80, "opacity": 0.9},
                "encoding": {
                    "color": nominal("kind", None, scale=scale, legend={"orient": "top"}),
                    "tooltip": tooltip(model="model", prompt="prompt", told_c="C (%)",
                                       told_r="R (%)", mcrs="MCRS"),
                },
            },
            *label_layers("model", GREY),
        ],
    }  # fmt: skip
    alt = "Scatter plot of models: capability to the right, robustness upwards."
    few = rows.height <= _FEW
    return Chart("Capability against robustness", alt, spec, min_width=420 if few else _WIDE)


def _sides(rows: pl.DataFrame) -> list[str]:
    points = [
        (100 * row["c"], 100 * row["r"], str(row["model"])) for row in rows.iter_rows(named=True)
    ]
    if rows.height <= _FEW:  # the axes reach from 0 to 100
        points += [(0.0, 0.0, ""), (100.0, 100.0, "")]
    return sides(points, width=_WIDE, height=_HIGH)[: rows.height]


def _with_ends(row: dict[str, Any], name: str) -> str:
    ends = show_interval(row[f"{name}_ci_low"], row[f"{name}_ci_high"])
    return f"{show(row[name], 'rate')} {ends}"
