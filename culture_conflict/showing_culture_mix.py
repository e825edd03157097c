"""CultureMix's leaderboard in the terminal, and below it what the pictures show."""

from __future__ import annotations

import polars as pl
from rich.console import Console

from culture_conflict.benchmarks.culture_mix.prompts import PROMPTS
from culture_conflict.home import Home
from culture_conflict.showing_boards import WHO, board_table, marks_told, unranked_told, wide
from culture_conflict.warehouse.read import read_mart

__all__ = ["print_culture_mix"]

_TARGETS = {"country": "ctry.", "name": "dish"}
_NUMBERS = {"accuracy_alone": "alone", "accuracy_mixed": "mixed", "to_distractor": "moved"}
_SUBTASKS = {"sf": "alone", "mf": "with", "sfb": "place", "mfb": "both"}
_BOARD = (
    {"rank": "#", "model": "model"}
    | {f"{t}_{name}": f"{title}\n{told}" for t, title in _TARGETS.items()
       for name, told in _NUMBERS.items()}
    | {"coverage": "cover."}
)  # fmt: skip
_CELLS = {"model": "model"} | {
    f"{target}_{subtask}": f"{title}\n{told}"
    for target, title in _TARGETS.items()
    for subtask, told in _SUBTASKS.items()
}
_LEGEND = """\
All in %. Right answers about country and dish: alone, mixed, and mixed by what
is in the picture (with another dish, before a place, both). Ranked by the
country, mixed. moved: labels that become a distractor's. cover.: pictures
answered. Measured: rule guarded; below a number its 95 % interval over dishes,
rounded outward; a dash where none can be drawn. Reference models are no VLMs."""
_PUBLISHED = """\
Published: rule as_published, mixed weighted by the pictures the paper states."""


def print_culture_mix(home: Home, console: Console, *, published: bool = True) -> None:
    """Ranks by mixed pictures, then accuracy by what is in the picture, source by source.

    Measured under the rule guarded; published figures follow unless left out.

    Raises:
        HomeError: there is no warehouse yet.
    """
    origins = ["measured", "published"] if published else ["measured"]
    board = _ruled(read_mart(home.warehouse, "culture_mix_leaderboard"), origins)
    cells = _ruled(read_mart(home.warehouse, "culture_mix_accuracy"), origins)
    cells = cells.filter(background_kind="all").with_columns(
        pl.concat_str("target", "subtask", separator="_").alias("cell")
    )
    base = PROMPTS.load().prompt_id
    found = cells.select("origin", "source").unique().sort("origin", "source")
    for origin, source in found.iter_rows():
        here = {"origin": origin, "source": source}
        title = (
            f"CultureMix, measured on source {source}"
            if origin == "measured"
            else "CultureMix, published"
        )
        ranked = _ranked(board.filter(**here))
        console.print(board_table(ranked, _BOARD, title, base_prompt=base))
        by_kind = _in_order_of(ranked, wide(cells.filter(**here), "cell", "accuracy"))
        console.print(board_table(by_kind, _CELLS, f"{title}, by picture", base_prompt=base))
    legend = [_LEGEND, _PUBLISHED] if published else [_LEGEND]
    told = [*legend, *marks_told(board), *unranked_told(board)]
    console.print("\n".join(told), style="dim")


def _ruled(mart: pl.DataFrame, origins: list[str]) -> pl.DataFrame:
    """Measured rows under the rule guarded, the paper's under its own; the two questions."""
    ruled = pl.when(origin="measured").then(pl.lit("guarded")).otherwise(pl.lit("as_published"))
    return mart.filter(
        pl.col("origin").is_in(origins), pl.col("rule") == ruled, pl.col("target").is_in(_TARGETS)
    )


def _ranked(board: pl.DataFrame) -> pl.DataFrame:
    """Both questions in one row, in the order of the country's ranks."""
    numbers = [name for name in board.columns if name.startswith(tuple(_NUMBERS))]
    country, name = (
        board.filter(target=target).rename({one: f"{target}_{one}" for one in numbers})
        for target in _TARGETS
    )
    named = name.select(*WHO, *(f"name_{one}" for one in numbers))
    both = country.join(named, on=WHO, how="left")
    return both.sort("rank", "model", "prompt_id", nulls_last=True)


def _in_order_of(ranked: pl.DataFrame, cells: pl.DataFrame) -> pl.DataFrame:
    """The cells in the order of the board, with its marks; what the board lacks comes last."""
    told = ranked.select(*WHO, "origin", "imported", "sample").with_row_index("_at")
    return cells.join(told, on=WHO, how="left").sort("_at", nulls_last=True)
