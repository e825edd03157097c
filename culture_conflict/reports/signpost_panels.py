"""How right answers about street scenes are, how they shift with the text, and by tier."""

from __future__ import annotations

from culture_conflict.reports.model import Chart, Column, Panel, Table
from culture_conflict.reports.numbers import show
from culture_conflict.reports.reading import Frames
from culture_conflict.reports.signpost_rows import (
    VARIANTS,
    by_editor,
    in_order,
    kinds_map,
    named,
    rated,
    span,
    titled,
)
from culture_conflict.reports.signpost_views import PROMPT, measured, sorted_models
from culture_conflict.reports.specs import (
    BLUE,
    DOTS,
    GREY,
    ORANGE,
    Json,
    lines_high,
    names_of_dots,
    nominal,
    quantity,
    tooltip,
)
from culture_conflict.reports.views import View

__all__ = ["shift", "tiers", "wla"]

_WLA = (
    Column("model", "model"),
    PROMPT,
    Column("variant", "pictures"),
    Column("editor", "editor"),
    Column("wla", "WLA (%)", "rate"),
    Column("wla_", "95 %", "ends"),
    Column("median_km", "median (km)", "km"),
    Column("acc_25", "within 25 km (%)", "rate"),
    Column("acc_200", "within 200 km (%)", "rate"),
    Column("acc_750", "within 750 km (%)", "rate"),
    Column("over_2500", "over 2,500 km (%)", "rate"),
    Column("n", "n", "count"),
    Column("n_placed", "with a place", "count"),
    Column("coverage", "coverage (%)", "rate"),
)
_SHIFT = (
    Column("model", "model"),
    PROMPT,
    Column("editor", "editor"),
    *(
        column
        for kind in VARIANTS[2:]
        for column in (
            Column(f"tbs_{kind}_km", f"TBS {kind} (km)", "km"),
            Column(f"tbs_{kind}_km_", "95 %", "km_ends"),
            Column(f"tbs_{kind}_n", "n pairs", "count"),
        )
    ),
    Column("tfr", "TFR (%)", "rate"),
    Column("tfr_", "95 %", "ends"),
    Column("tfr_n", "n", "count"),
    Column("tfr_blank", "same, Blank (%)", "rate"),
    Column("tfr_original", "same, Original (%)", "rate"),
    Column("tdr_mean_km", "TDR mean (km)", "km"),
    Column("tdr_mean_km_", "95 %", "km_ends"),
    Column("tdr_median_km", "TDR median (km)", "km"),
    Column("attraction", "attracted (%)", "rate"),
    Column("tdr_n", "n pairs", "count"),
    Column("wla_native_change", "WLA, control - Original (%)", "rate"),
    Column("wla_native_change_", "95 %", "ends"),
    Column("native_n", "n pairs", "count"),
)
_TIERS = (
    Column("model", "model"),
    PROMPT,
    Column("tier", "tier"),
    Column("editor", "editor"),
    Column("n_groups", "scenes", "count"),
    *(
        column
        for kind in ("original", "blank", "adversarial")
        for column in (
            Column(f"wla_{kind}", f"WLA {kind} (%)", "rate"),
            Column(f"wla_{kind}_", "95 %", "ends"),
        )
    ),
    Column("delta_wla", "loss (points)", "points"),
    Column("delta_wla_", "95 %", "point_ends"),
    Column("tbs_adversarial_km", "TBS (km)", "km"),
)


def wla(frames: Frames, view: View) -> Panel:
    """Weighted localization accuracy of the five kinds of pictures."""
    found = in_order(measured(frames, "signpost_wla", view, prompts=True))
    rows = sorted_models(found, ["prompt_id"])
    charted = rows.filter(prompt_id=view.prompt_id)
    values = [
        named(row)
        | rated(row, "wla")
        | {"column": titled(row["variant"]), "n": show(row["n"], "count")}
        for row in by_editor(charted)
    ]
    spec = kinds_map(values, "who", 220, "WLA (%)")
    chart = Chart(
        "Accuracy by what became of the text",
        "Heat map of WLA, models by kinds of pictures; the numbers are in the table.",
        spec,
        min_width=520,
    )
    return Panel(
        "signpost-wla",
        "Where was this? Accuracy by text",
        "Weighted Localization Accuracy falls from 100 at the place itself to 50 at 138 km and "
        "below 1 at 1,000 km; an answer without a place is 0. Blank has its text removed, Similar "
        "fits the place, Random means nothing, Adversarial names a place on another continent. The "
        "control has its own text lettered again: what editing alone does. It is in no average.",
        view.scope(f"n per cell: {span(charted['n'])}"),
        charts=[chart],
        tables=[Table("signpost_wla", "Accuracy of every prompt", _WLA, rows)],
    )


def shift(frames: Frames, view: View) -> Panel:
    """What the text moves: the rate at the trap beside that on Blank and Original."""
    rows = sorted_models(measured(frames, "signpost_shift", view, prompts=True), ["prompt_id"])
    kinds = {"tfr": ("Adversarial", ORANGE), "tfr_blank": ("Blank", GREY),
             "tfr_original": ("Original", BLUE)}  # fmt: skip
    values = [
        named(row) | rated(row, name) | {"kind": title, "n": show(row[f"{name}_n"], "count")}
        for row in by_editor(rows.filter(prompt_id=view.prompt_id))
        for name, (title, _) in kinds.items()
        if row[name] is not None
    ]
    scale = {"domain": [t for t, _ in kinds.values()], "range": [c for _, c in kinds.values()]}
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": lines_high(values, "who"),
        "encoding": {
            "y": nominal("who", None, axis=names_of_dots(220)),
            "x": quantity("value", "answers within 50 km of the trap (%)", scale={"zero": True}),
            "color": nominal("kind", None, scale=scale, legend={"orient": "top"}),
            "shape": nominal("kind", None, scale={"domain": scale["domain"]}),
            "tooltip": tooltip(who="model", kind="pictures", shown="%", interval="95 %", n="n"),
        },
        "mark": dict(DOTS),
    }
    alt = "Dots per model: share of answers near the trap on Adversarial, Blank and Original."
    return Panel(
        "signpost-shift",
        "Does the text draw answers to its place?",
        "The Trap-Fit Rate is the share of answers less than 50 km from where the adversarial text "
        "points. The same rate on Blank and Original is what the scene alone gives. TBS is the "
        "error minus that on Blank; TDR how much nearer to the trap the text brings an answer.",
        view.scope(f"n at the trap: {span(rows['tfr_n'])}"),
        charts=[Chart("Trap-Fit Rate", alt, spec, min_width=520)] if values else (),
        tables=[Table("signpost_shift", "Shifts of every prompt", _SHIFT, rows)],
    )


def tiers(frames: Frames, view: View) -> Panel:
    """Accuracy by how much the native text tells of the place."""
    rows = sorted_models(
        measured(frames, "signpost_by_tier", view, prompts=True), ["prompt_id", "tier"]
    )
    kinds = {"original": BLUE, "blank": GREY, "adversarial": ORANGE}
    values = [
        named(row)
        | rated(row, f"wla_{kind}")
        | {
            "kind": kind,
            "tier": f"{row['model']}, {row['tier']}",
            "n": show(row[f"n_{kind}"], "count"),
        }
        for row in by_editor(rows.filter(prompt_id=view.prompt_id))
        for kind in kinds
        if row[f"wla_{kind}"] is not None
    ]
    scale = {"domain": list(kinds), "range": list(kinds.values())}
    spec: Json = {
        "data": {"values": values},
        "width": "container",
        "height": lines_high(values, "tier", 20),
        "mark": dict(DOTS),
        "encoding": {
            "y": nominal("tier", None, axis=names_of_dots(260)),
            "x": quantity("value", "WLA (%)", scale={"domain": [0, 100]}),
            "color": nominal("kind", None, scale=scale, legend={"orient": "top"}),
            "shape": nominal("kind", None, scale={"domain": scale["domain"]}),
            "tooltip": tooltip(who="model", tier="tier", kind="pictures", shown="WLA (%)",
                               interval="95 %", n="n"),
        },
    }  # fmt: skip
    alt = "Dots per model and tier: WLA on Original, Blank and Adversarial pictures."
    return Panel(
        "signpost-tiers",
        "By how much the native text tells",
        "T1 could stand anywhere, T2 tells a language or culture, T3 names the place; none where "
        "it was not told (ruling 22).",
        view.scope(f"scenes per tier: {span(rows['n_groups'])}"),
        charts=[Chart("Accuracy by tier", alt, spec, min_width=420)] if values else (),
        tables=[Table("signpost_by_tier", "Results by tier", _TIERS, rows)],
    )
