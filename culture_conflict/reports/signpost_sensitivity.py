"""What the order of models hangs on: other decays, radii, traps, exponents and weights."""

from __future__ import annotations

import polars as pl

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import percent, show
from culture_conflict.reports.specs import Json, nominal, quantity, tooltip

__all__ = ["sensitivity"]

_MART = "signpost_sensitivity"
_VARIED = {
    "alpha_per_km": "decay of WLA, \u03b1 per km",
    "radius_km": "radius around the trap, km",
    "trap": "which trap",
    "exponent_c": "exponent of C",
    "weight_rho_adversarial": "weight of what is kept under Adversarial",
    "removed": "part of R left out",
    "measures": "two measures against each other",
}
_SETTING = {
    "lowest rank": "the first span's",
    "any": "the nearest of all spans'",
    "rho_random": "kept under Random",
    "rho_adversarial": "kept under Adversarial",
    "q_tbs": "errors that grow",
    "q_tfr": "answers at the trap",
    "tbs and tfr": "TBS and TFR",
    "r and wla_adversarial": "R and WLA, Adversarial",
    "mcrs and wla_adversarial": "MCRS and WLA, Adversarial",
    "r and tbs": "R and TBS",
    "r and tfr": "R and TFR",
}
# Words of the page beside the mart's own columns.
_HEAD = (Column("what", "what is varied"), Column("to", "to"))
_ORDER = (
    *_HEAD,
    Column("n_models", "models", "count"),
    Column("kendall_tau", "Kendall's \u03c4 with the default", "number"),
    Column("printed_kendall_tau", "as printed", "number"),
    Column("spearman_rho", "Spearman's rho", "number"),
    Column("printed_spearman_rho", "as printed", "number"),
)
_SCORES = (
    Column("model", "model"),
    *_HEAD,
    Column("prompt_id", "prompt"),
    Column("editor", "editor"),
    Column("source", "source"),
    Column("tier", "tier"),
    Column("score", "score", "number"),
)
_ABOUT = (
    "Other decays of WLA, radii around the trap, exponents and weights, one part left out: how "
    "much the order of models stays the same, references left out. The second trap counts an "
    "answer near any place that a text of the scene names, not only the first (ruling 18)."
)


def sensitivity(rows: pl.DataFrame, scope: str, *, name: str, title: str) -> Panel:
    """Rows of signpost_sensitivity of one set of sources, measured or published."""
    place = {varied: number for number, varied in enumerate(_VARIED)}
    rows = rows.sort(
        pl.col("varied").replace_strict(place, default=9, return_dtype=pl.Int64),
        pl.col("setting").cast(pl.Float64, strict=False),
        *("setting", "source", "model"),
    )
    swept = rows.filter(pl.col("model") != "all", varied="radius_km", source="all")
    told = rows.with_columns(
        what=pl.col("varied").replace(_VARIED), to=pl.col("setting").replace(_SETTING)
    )
    order = told.filter(model="all")
    scores = told.filter(pl.col("model") != "all")
    kept = tuple(c for c in _ORDER if _said(order, c.name))
    of_models = tuple(c for c in _SCORES if c.name not in _HELD or _told_apart(scores, c.name))
    return Panel(
        name,
        title,
        _ABOUT,
        scope,
        charts=[_radii(swept)] if swept["score"].drop_nulls().len() else (),
        tables=[
            *(
                [Table(_MART, "Order of the models", kept, order, key="what")]
                if order.height
                else []
            ),
            Table(_MART, "Scores", of_models, scores, folded="Scores by model"),
        ],
    )


_HELD = ("prompt_id", "editor", "source", "tier")


def _said(rows: pl.DataFrame, name: str) -> bool:
    return rows.is_empty() or rows[name].drop_nulls().len() > 0


def _told_apart(rows: pl.DataFrame, name: str) -> bool:
    return rows[name].n_unique() > 1


def _radii(swept: pl.DataFrame) -> Chart:
    told = ["model", *(name for name in ("prompt_id", "editor") if _told_apart(swept, name))]
    values = [
        {
            "model": ", ".join(row[name] for name in told),
            "x": float(row["setting"]),
            "value": percent(row["score"]),
            "shown": show(row["score"], "rate"),
        }
        for row in swept.sort("model", pl.col("setting").cast(pl.Float64)).iter_rows(named=True)
        if row["score"] is not None
    ]
    ticks = sorted({float(setting) for setting in swept["setting"]})
    legend = {"orient": "top", "columns": 2, "labelLimit": 320}
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": 260,
        "mark": {"type": "line", "point": True},
        "encoding": {
            "x": quantity("x", "radius around the trap (km)", scale={"type": "log", "nice": False},
                          axis={"values": ticks}),
            "y": quantity("value", "TFR (%)", scale={"domainMin": 0}),
            "color": nominal("model", None, legend=legend),
            "tooltip": tooltip(model="model", x="km", shown="TFR (%)"),
        },
    }  # fmt: skip
    alt = "Lines: Trap-Fit Rate of each model under radii from 10 to 500 km."
    return Chart("Trap-Fit Rate by radius", alt, spec)
