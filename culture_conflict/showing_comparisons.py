"""Two models compared, in the terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import polars as pl
from rich import box
from rich.console import Console
from rich.table import Table

__all__ = ["print_comparison"]

LEVEL = 0.05

_Row = dict[str, Any]
_MORE_IS_BETTER = frozenset({"accuracy", "wla"})
_PLACE = {"wla": "WLA", "at_trap": "TFR"}
# One line each: the terminal breaks them where it ends.
_OF_NAMES = (
    "All but p in % or points, rule {rule}. drop: right on the original minus right here; "
    "distraction: wrong country answers that name the cue's country: of both, less is better."
)
_OF_PLACES = (
    "WLA: what a guess is worth, 100 at the scene, 61 at 100 km, 0 where no place is named; a mean "
    "over pictures, no share of answers. TFR: % of answers under 50 km from where the adversarial "
    "text points; less is better. A - B in points of either."
)
_LEGEND = (
    "Only pictures that both answered; pictures: of how many. p: sign flips of whole {groups}, "
    'corrected (Holm) for all tests of either model in the benchmark; "better" is said only '
    "below 0.05."
)


@dataclass(frozen=True)
class _Words:
    """How a benchmark is spoken of: its title, what is exchanged in the test, its measures."""

    title: str
    groups: str
    measures: str


_WORDS = {
    "confused_tourist": _Words("ConfusedTourist", "items", _OF_NAMES),
    "signpost": _Words("SIGNPOST", "scenes", _OF_PLACES),
    "culture_mix": _Words("CultureMix", "dishes", _OF_NAMES),
}


def print_comparison(rows: pl.DataFrame, console: Console) -> None:
    """A table per source and prompt: who is better at what, by how much, and how sure that is."""
    a, b = rows.select("model_a", "model_b").row(0)
    console.print(f"A = {a}, B = {b}", markup=False, highlight=False)
    for (benchmark,), of in rows.group_by("benchmark", maintain_order=True):
        words = _WORDS[str(benchmark)]
        _print_benchmark(of, words, console)
        legend = f"{words.measures} {_LEGEND}"
        told = legend.format(rule=rows["rule"][0], groups=words.groups)
        console.print(told, style="dim", highlight=False)


def _print_benchmark(rows: pl.DataFrame, words: _Words, console: Console) -> None:
    by = ("source", "is_sample", "prompt_id_a", "prompt_id_b")
    for (source, is_sample, *prompts), of in rows.group_by(by, maintain_order=True):
        note = " (illustrations: they prove the pipeline)" if is_sample else ""
        asked = " and ".join(str(prompt) for prompt in dict.fromkeys(prompts))
        title = f"{words.title}, source {source}{note}, prompt {asked}"
        console.print(_table(of, title, words.groups))


def _table(rows: pl.DataFrame, title: str, groups: str) -> Table:
    table = Table(title=title, title_justify="left", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    headings = ("what", "A", "B", "A - B", "95 % interval", "p Holm", groups, "pictures", "better")
    for heading in headings:
        table.add_column(heading, justify="left" if heading == "what" else "right")
    made = rows.filter(pl.col("perturb_method") != "none")["editor"]
    for row in rows.iter_rows(named=True):
        table.add_row(*_cells(row, several_editors=made.n_unique() > 1))
    return table


def _cells(row: _Row, *, several_editors: bool) -> tuple[str, ...]:
    editor = f" by {row['editor']}" if several_editors and row["perturb_method"] != "none" else ""
    return (
        _what(row) + editor,
        _percent(row["value_a"]),
        _percent(row["value_b"]),
        _percent(row["delta"], sign=True),
        _interval(row),
        "-" if row["p_holm"] is None else f"{row['p_holm']:.4f}",
        str(row["n_groups"]),
        f"{row['n_common']}/{row['n_variants']}",
        _better(row),
    )


def _what(row: _Row) -> str:
    """The measure and the pictures that it is over."""
    is_original = row["perturb_method"] == "none"
    if row["metric"] in _PLACE:
        text = "originals" if is_original else row["cue"].removesuffix("_text")
        return f"{_PLACE[row['metric']]}, {text}"
    dish = row["benchmark"] == "culture_mix" and row["target"] == "item"
    pictures = "originals" if is_original else row["perturb_method"]
    return f"{'dish' if dish else row['target']} {row['metric']}, {pictures}"


def _percent(value: float | None, *, sign: bool = False) -> str:
    if value is None:
        return "-"
    text = f"{100 * value:{'+' if sign else ''}.1f}"
    return "0.0" if text in {"-0.0", "+0.0"} else text


def _interval(row: _Row) -> str:
    if row["ci_low"] is None:
        return "-"
    return f"{_percent(row['ci_low'], sign=True)} to {_percent(row['ci_high'], sign=True)}"


def _better(row: _Row) -> str:
    if row["p_holm"] is None or row["p_holm"] >= LEVEL or not row["delta"]:
        return "no difference shown"
    return "A" if (row["delta"] > 0) == (row["metric"] in _MORE_IS_BETTER) else "B"
