"""SIGNPOST's boards in the terminal: sets of sources, then each source by itself."""

from __future__ import annotations

import polars as pl
from rich.console import Console

from culture_conflict.benchmarks.signpost.prompts import PROMPTS
from culture_conflict.home import Home
from culture_conflict.showing_boards import board_table, marks_told, unranked_told, wide
from culture_conflict.warehouse.read import read_mart

__all__ = ["print_signpost"]

_KINDS = {"original": "orig.", "blank": "blank", "similar": "sim.", "random": "rand."}
_KINDS |= {"adversarial": "adv.", "native": "contr."}
_SET = {
    "rank": "#",
    "model": "model",
    "wla_original": "WLA\norig.",
    "wla_blank": "WLA\nblank",
    "wla_adversarial": "WLA\nadv.",
    "tbs_adversarial_km": "TBS\nkm",
    "tfr": "TFR",
    "c": "C",
    "r": "R",
    "mcrs": "MCRS",
}
_SOURCE = (
    {"model": "model"} | {kind: f"WLA\n{told}" for kind, told in _KINDS.items()} | {"tfr": "TFR"}
)
_LEGEND = """\
WLA, TFR, C and R in %. Each source of a set weighs the same; MCRS (0 to 100)
is made of the averages, and a set that is not whole has none. TFR: answers
under 50 km from where the adversarial text points. contr.: the native text
lettered again, in no average. Below a measured number: its 95 % interval over
scenes, rounded outward; a dash where none can be drawn. Reference models are no
VLMs; published pictures are other pictures."""


def print_signpost(home: Home, console: Console, *, published: bool = True) -> None:
    """Averages over each set of sources with their composites, then each source by itself.

    Published averages follow unless left out.

    Raises:
        HomeError: there is no warehouse yet.
    """
    averages = read_mart(home.warehouse, "signpost_leaderboard").filter(unanswered="wrong")
    if not published:
        averages = averages.filter(origin="measured")
    base = PROMPTS.load().prompt_id
    boards = [*averages.group_by("origin", "source_set", maintain_order=True)]
    for (origin, name), rows in sorted(boards, key=lambda board: board[0]):
        title = f"SIGNPOST, {origin}: averages over the set {name}"
        ranked = rows.sort("rank", "model", "prompt_id", nulls_last=True)
        console.print(board_table(ranked, _SET, title, base_prompt=base))
    wla = read_mart(home.warehouse, "signpost_wla").filter(origin="measured", unanswered="wrong")
    shift = read_mart(home.warehouse, "signpost_shift")
    for (source,), rows in wla.group_by("source", maintain_order=True):
        kinds, title = _by_kind(rows, shift), f"SIGNPOST, measured on source {source}"
        console.print(board_table(kinds, _SOURCE, title, base_prompt=base))
    told = [_LEGEND, *marks_told(averages), *unranked_told(averages)]
    console.print("\n".join(told), style="dim")


def _by_kind(wla: pl.DataFrame, shift: pl.DataFrame) -> pl.DataFrame:
    """One row per model, prompt and editor; an Original stands beside every editor."""
    setting = ["source", "model", "prompt_id", "evaluation"]
    edited = wide(wla.filter(pl.col("editor") != "none"), "variant", "wla")
    originals = wla.filter(variant="original").select(*setting, original="wla")
    rates = shift.filter(unanswered="wrong").select(*setting, "editor", "tfr")
    joined = edited.join(originals, on=setting, how="left")
    return joined.join(rates, on=[*setting, "editor"], how="left")
