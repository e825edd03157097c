"""ConfusedTourist's leaderboard in the terminal."""

from __future__ import annotations

from rich.console import Console

from culture_conflict.benchmarks.confused_tourist.prompts import PROMPTS
from culture_conflict.home import Home
from culture_conflict.showing_boards import board_table, marks_told, unranked_told
from culture_conflict.warehouse.read import read_mart

__all__ = ["print_confused_tourist"]

_COLUMNS = {
    "rank": "#",
    "model": "model",
    "country_accuracy_original": "country\norig.",
    "country_accuracy_stacked": "country\nstack.",
    "item_accuracy_original": "item\norig.",
    "item_accuracy_stacked": "item\nstack.",
    "distraction_stacked": "distr.",
    "coverage": "cover.",
}
_TITLES = {
    "measured": "ConfusedTourist, measured on source {}",
    "published": "ConfusedTourist, published",
}
_LEGEND = """\
All in %. country, item: right answers on originals (orig.) and on pictures
with stacked cues (stack.). distr.: wrong country answers that name the cue's
country. cover.: pictures answered. Measured: rule guarded; below a number its
95 % interval over items, rounded outward; a dash where fewer than five items
have answers. Published: rule as_published. Reference models are no VLMs."""


def print_confused_tourist(home: Home, console: Console) -> None:
    """ConfusedTourist's leaderboard, measured sources and published figures apart.

    Raises:
        HomeError: there is no warehouse yet.
    """
    board = read_mart(home.warehouse, "confused_tourist_leaderboard").sort(
        "origin", "source", "rank", "model", "prompt_id", nulls_last=True
    )
    base = PROMPTS.load().prompt_id
    for (origin, source), rows in board.group_by(["origin", "source"], maintain_order=True):
        title = _TITLES[str(origin)].format(source)
        console.print(board_table(rows, _COLUMNS, title, base_prompt=base))
    console.print("\n".join([_LEGEND, *marks_told(board), *unranked_told(board)]), style="dim")
