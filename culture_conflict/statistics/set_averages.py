"""Intervals of averages over named sets of sources, from each source's draws (rulings 19, 29)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import polars as pl

from culture_conflict.statistics.intervals import Draws, estimates_of
from culture_conflict.statistics.signpost_draws import Drawn, drawn_of, mean_of
from culture_conflict.tables.intervals import INTERVALS

__all__ = ["Headlines", "headlines_of", "set_intervals"]

_CELL = ("metric", "model", "prompt_id", "evaluation", "editor")
_Cell = tuple[str, ...]


@dataclass(frozen=True)
class Headlines:
    """One source's numbers of its leaderboard by metric, model, prompt, evaluation and editor."""

    source: str
    numbers: Mapping[_Cell, Drawn]


def headlines_of(source: str, tallies: Iterable[pl.DataFrame], drawn: Draws) -> Headlines:
    """One source's tallies of `confused_tourist_leaderboard` to its numbers with every draw."""
    return Headlines(source, dict(_numbers(tallies, drawn)))


def _numbers(tallies: Iterable[pl.DataFrame], drawn: Draws) -> Iterator[tuple[_Cell, Drawn]]:
    for tally in tallies:
        for cells, found in estimates_of(tally, drawn):
            yield from zip(cells.select(_CELL).iter_rows(), drawn_of(found), strict=True)


def set_intervals(
    benchmark: str, sources: Sequence[Headlines], sets: Mapping[str, Sequence[str]]
) -> pl.DataFrame:
    """INTERVALS of the mart `source_set_averages`: `source` is the set's name.

    Sources are drawn independently, and every draw is averaged over the set as the estimates are.
    A cell that one source of the set lacks has no average; a set of a single source has the
    percentiles of that source. Whether all sources are covered is the mart's to say.
    """
    known = {one.source: one.numbers for one in sources}
    rows = [
        _row(benchmark, name, cell, mean)
        for name, members in sets.items()
        if members and set(members) <= set(known)
        for cell in known[members[0]]
        if (mean := mean_of([known[source].get(cell) for source in members])) is not None
    ]
    return INTERVALS.frame(rows)


def _row(benchmark: str, name: str, cell: _Cell, mean: Drawn) -> dict[str, object]:
    return {
        **dict.fromkeys(INTERVALS.key, "all"),
        **dict(zip(_CELL, cell, strict=True)),
        "mart": "source_set_averages",
        "benchmark": benchmark,
        "source": name,
        "estimate": mean.estimate,
        "ci_low": mean.low,
        "ci_high": mean.high,
        "method": mean.method,
        "n_groups": mean.n_groups,
        "draws": len(mean.draws),
        "seed": 0,
    }
