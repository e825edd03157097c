"""Short boards of the other benchmarks in the terminal, measured before published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import polars as pl
from rich import box
from rich.console import Console
from rich.table import Table

from culture_conflict.home import Home
from culture_conflict.warehouse.read import read_mart

__all__ = ["print_culture_mix", "print_signpost"]

_Row = Mapping[str, Any]
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
_SUBTASKS = {"sf": "alone", "mf": "with", "sfb": "place", "mfb": "both"}
_MIX = {"model": "model"} | {
    f"{target}_{subtask}": f"{title}\n{told}"
    for target, title in (("country", "ctry."), ("name", "dish"))
    for subtask, told in _SUBTASKS.items()
}
_SIGNPOST_LEGEND = """\
WLA, TFR, C and R in %. Each source of a set weighs the same; MCRS (0 to 100)
is made of the averages, and a set that is not whole has none. TFR: answers
under 50 km from where the adversarial text points. contr.: the native text
lettered again, in no average. Below a measured number: its 95 % interval over
scenes. Reference models are no VLMs; published pictures are other pictures."""
_MIX_LEGEND = """\
Right answers in %, country and dish: alone, with another dish, before a place,
and both."""


def print_signpost(home: Home, console: Console, *, published: bool = True) -> None:
    """Averages over each set of sources with their composites, then each source by itself.

    Published averages follow unless left out.

    Raises:
        HomeError: there is no warehouse yet.
    """
    averages = read_mart(home.warehouse, "signpost_leaderboard").filter(unanswered="wrong")
    if not published:
        averages = averages.filter(origin="measured")
    boards = [*averages.group_by("origin", "source_set", maintain_order=True)]
    for (origin, name), rows in sorted(boards, key=lambda board: board[0]):
        title = f"SIGNPOST, {origin}: averages over the set {name}"
        console.print(_table(rows.sort("rank", "model", nulls_last=True), _SET, title))
    wla = read_mart(home.warehouse, "signpost_wla").filter(origin="measured", unanswered="wrong")
    shift = read_mart(home.warehouse, "signpost_shift")
    for (source,), rows in wla.group_by("source", maintain_order=True):
        console.print(_table(_by_kind(rows, shift), _SOURCE, f"SIGNPOST, measured on {source}"))
    console.print(_SIGNPOST_LEGEND, style="dim")


def print_culture_mix(home: Home, console: Console, *, published: bool = True) -> None:
    """Accuracy of each question by what is in the picture; measured under the rule guarded.

    Published figures follow unless left out.

    Raises:
        HomeError: there is no warehouse yet.
    """
    mart = read_mart(home.warehouse, "culture_mix_accuracy").filter(background_kind="all")
    if not published:
        mart = mart.filter(origin="measured")
    ruled = pl.when(origin="measured").then(pl.lit("guarded")).otherwise(pl.lit("as_published"))
    rows = mart.filter(pl.col("rule") == ruled, pl.col("target").is_in(["country", "name"]))
    cells = rows.with_columns(pl.concat_str("target", "subtask", separator="_").alias("cell"))
    for (origin, source), part in sorted(
        cells.group_by("origin", "source", maintain_order=True), key=lambda board: board[0]
    ):
        where = f"measured on {source}" if origin == "measured" else "published"
        console.print(_table(_wide(part, "cell", "accuracy"), _MIX, f"CultureMix, {where}"))
    console.print(_MIX_LEGEND, style="dim")


def _by_kind(wla: pl.DataFrame, shift: pl.DataFrame) -> pl.DataFrame:
    """One row per model, prompt and editor; an Original stands beside every editor."""
    setting = ["source", "model", "prompt_id", "evaluation"]
    edited = _wide(wla.filter(pl.col("editor") != "none"), "variant", "wla")
    originals = wla.filter(variant="original").select(*setting, original="wla")
    rates = shift.filter(unanswered="wrong").select(*setting, "editor", "tfr")
    joined = edited.join(originals, on=setting, how="left")
    return joined.join(rates, on=[*setting, "editor"], how="left")


def _wide(rows: pl.DataFrame, column: str, value: str) -> pl.DataFrame:
    who = ["source", "model", "prompt_id", "evaluation", "editor"]
    return rows.pivot(column, index=who, values=value).sort("model", "prompt_id", "editor")


def _table(rows: pl.DataFrame, columns: Mapping[str, str], title: str) -> Table:
    made = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    for name, heading in columns.items():
        made.add_column(heading, justify="left" if name == "model" else "right", no_wrap=True)
    several = {name for name in ("prompt_id", "editor") if rows[name].n_unique() > 1}
    for row in rows.iter_rows(named=True):
        shown = dict(row) | {"model": _who(row, several)}
        made.add_row(*(_cell(shown.get(name), name) + _ends(row, name) for name in columns))
    return made


def _who(row: _Row, several: set[str]) -> str:
    apart = ", ".join(str(row[name]) for name in ("prompt_id", "editor") if name in several)
    return f"{row['model']} ({apart})" if apart else str(row["model"])


def _ends(row: _Row, name: str) -> str:
    """The interval as a second line, where there is one."""
    low, high = row.get(f"{name}_ci_low"), row.get(f"{name}_ci_high")
    if low is None or high is None:
        return ""
    return f"\n[dim]{_cell(low, name)}-{_cell(high, name)}[/dim]"


def _written(value: float, name: str) -> str:
    if name == "tbs_adversarial_km":
        return f"{value:,.0f}"
    return f"{value:.1f}" if name == "mcrs" else f"{100 * value:.1f}"


def _cell(value: float | str | None, name: str) -> str:
    if value is None:
        return "-"
    if isinstance(value, float):
        return _written(value, name)
    return str(value)
