"""Capability against robustness over sets of sources, and what the order of models hangs on."""

from __future__ import annotations

from typing import Any

import polars as pl

from culture_conflict.reports.model import Chart, Column, Kind, Panel, Table
from culture_conflict.reports.numbers import percent, show, show_interval
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.specs import BLUE, GREY, ORANGE, Json, nominal, quantity, tooltip

__all__ = ["boards", "published_board"]

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
_HEAD = (
    Column("model", "model"),
    Column("rank", "rank", "count"),
    Column("prompt_id", "prompt"),
    Column("editor", "editor"),
)
_TAIL = (
    Column("n_sources", "sources", "count"),
    Column("coverage", "coverage (%)", "rate"),
    Column("not_covered", "not covered"),
)
_ENDS: dict[str, Any] = {"rate": "ends", "number": "number_ends", "km": "km_ends"}
_FEW = 6
_SENSITIVITY = (
    Column("model", "model"),
    Column("varied", "what is varied"),
    Column("setting", "to"),
    Column("score", "score", "number"),
    Column("n_models", "models", "count"),
    Column("kendall_tau", "Kendall's τ with the default", "number"),
    Column("spearman_rho", "Spearman's rho", "number"),
)
_ABOUT = (
    "Capability C is the mean WLA of Original and Blank. Robustness R is how much of Blank's WLA "
    "is kept under Random and Adversarial text, less for errors that grow and for answers at the "
    "trap. MCRS puts both together. Each source of a set weighs the same; a set with a source that "
    "lacks answers has no average."
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
        mine = swept.filter(origin="measured", source_set=name).sort(
            "varied", pl.col("setting").cast(pl.Float64, strict=False), "setting", "model"
        )
        made += [_sensitivity(mine, scope)] if mine.height else []
    return made


def published_board(frames: Frames) -> Panel | None:
    """The paper's models by the same formulas, made of its printed averages."""
    frame = frames.get("signpost_leaderboard")
    if frame is None:
        return None
    rows = frame.filter(origin="published")
    return _board(
        "published-signpost",
        "SIGNPOST: capability against robustness",
        rows,
        f"SIGNPOST · the four published data sets · n = {rows.height} models",
    )


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
    kept = [c for c in (*_HEAD, *columns, *_TAIL) if _told(rows, c)]
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
        }
        for row in rows.iter_rows(named=True)
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
        "height": 380,
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
            {
                "mark": {"type": "text", "align": "left", "dx": 8, "fontSize": 10,
                         "color": "#8a8f98"},
                "encoding": {"text": {"field": "model", "type": "nominal"}},
            },
        ],
    }  # fmt: skip
    alt = "Scatter plot of models: capability to the right, robustness upwards."
    return Chart("Capability against robustness", alt, spec, min_width=420)


def _with_ends(row: dict[str, Any], name: str) -> str:
    ends = show_interval(row[f"{name}_ci_low"], row[f"{name}_ci_high"])
    return f"{show(row[name], 'rate')} {ends}"


def _sensitivity(rows: pl.DataFrame, scope: str) -> Panel:
    swept = rows.filter(pl.col("model") != "all", pl.col("varied") == "radius_km")
    values = [
        {
            "model": row["model"],
            "x": float(row["setting"]),
            "value": percent(row["score"]),
            "shown": show(row["score"], "rate"),
        }
        for row in swept.iter_rows(named=True)
        if row["score"] is not None
    ]
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": 260,
        "mark": {"type": "line", "point": True, "color": ORANGE},
        "encoding": {
            "x": quantity("x", "radius around the trap (km)", scale={"type": "log"}),
            "y": quantity("value", "TFR (%)"),
            "color": nominal("model", None, legend={"orient": "top", "columns": 2}),
            "tooltip": tooltip(model="model", x="km", shown="TFR (%)"),
        },
    }
    alt = "Lines: Trap-Fit Rate of each model under radii from 10 to 500 km."
    return Panel(
        "signpost-sensitivity",
        "What the order hangs on",
        "Other decays of WLA, radii around the trap, exponents and weights, one part left out: how "
        "much the order of models stays the same. Rows of model `all` hold the correlations.",
        scope,
        charts=[Chart("Trap-Fit Rate by radius", alt, spec)] if values else (),
        tables=[
            Table("signpost_sensitivity", "Sensitivity", _SENSITIVITY, rows, folded="All of it")
        ],
    )
