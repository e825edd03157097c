"""Tallies over groups to rows of the table `intervals`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.statistics.groups import DRAWS, group_draws, seed_of
from culture_conflict.statistics.rates import Estimates, difference_estimates, rate_estimates
from culture_conflict.tables.intervals import INTERVALS

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Counts = NDArray[np.float32]

__all__ = ["Draws", "draw_groups", "estimates_of", "intervals_of"]

_KEY = list(INTERVALS.key)
_COUNTS = ("hits", "of", "hits_2", "of_2")
_CELLS_AT_ONCE = 256


@dataclass(frozen=True)
class Draws:
    """One source's draws: weights (draws, groups), the groups in order, where they come from."""

    weights: Counts
    groups: pl.DataFrame
    seed: int

    @property
    def number(self) -> int:
        """How many draws there are."""
        return int(self.weights.shape[0])


def draw_groups(name: str, group_ids: Iterable[str], *, draws: int = DRAWS) -> Draws:
    """Draw all groups of a source (ruling 29), seeded by its stable name, benchmark|source.

    The weights are whole numbers in single precision: sums of up to 2**24 answers are exact.
    """
    import numpy as np

    ids = sorted(set(group_ids))
    seed = seed_of(name)
    weights = group_draws(len(ids), draws=draws, seed=seed).astype(np.float32)
    groups = pl.DataFrame(
        {"group_id": ids, "group": range(len(ids))}, {"group_id": pl.String, "group": pl.Int64}
    )
    return Draws(weights, groups, seed)


def intervals_of(tally: pl.DataFrame, drawn: Draws) -> pl.DataFrame:
    """Rows of INTERVALS from a tally: the key's columns, group_id, hits, of, hits_2 and of_2.

    One row per cell whose denominators are not 0. Memory is bounded by 256 cells at a time,
    whatever their number.
    """
    pieces = (_table(cells, found, drawn) for cells, found in estimates_of(tally, drawn))
    return pl.concat([INTERVALS.empty(), *pieces])


def estimates_of(tally: pl.DataFrame, drawn: Draws) -> Iterator[tuple[pl.DataFrame, Estimates]]:
    """The same tally to estimates with their draws, at most 256 cells (the key's columns) each."""
    cells = _cells(tally)
    numbers = cells.select(*_KEY, "cell")
    placed = (
        tally.join(numbers, on=_KEY)
        .join(drawn.groups, on="group_id")
        .select("cell", "group", *_COUNTS)
        .sort("cell")
    )
    for some in _pieces(cells):
        yield some, _estimates(some, placed, drawn)


def _cells(tally: pl.DataFrame) -> pl.DataFrame:
    """The key of each cell that has a rate, numbered; rates come before differences."""
    sums = tally.group_by(_KEY).agg(
        pl.col("of").sum().alias("_of"),
        pl.when(pl.col("of_2").is_not_null().any()).then(pl.col("of_2").sum()).alias("_of_2"),
    )
    return (
        sums.filter(pl.col("_of") > 0, pl.col("_of_2").is_null() | (pl.col("_of_2") > 0))
        .select(*_KEY, is_difference=pl.col("_of_2").is_not_null())
        .sort("is_difference", "mart", "level", "region", *_KEY)
        .with_row_index("cell")
        .with_columns(pl.col("cell").cast(pl.Int64))
    )


def _pieces(cells: pl.DataFrame) -> Iterator[pl.DataFrame]:
    for kind in (False, True):
        yield from cells.filter(is_difference=kind).iter_slices(_CELLS_AT_ONCE)


def _estimates(cells: pl.DataFrame, placed: pl.DataFrame, drawn: Draws) -> Estimates:
    first, last = cells["cell"][0], cells["cell"][-1]
    start, end = (placed["cell"].search_sorted(n, side="left") for n in (first, last + 1))
    counts = placed.slice(start, end - start).with_columns(
        place=pl.col("cell") - first, row=pl.col("group").rank("dense") - 1
    )
    groups = counts["group"].unique().sort().to_numpy()
    weights = drawn.weights[:, groups]
    names = _COUNTS if cells["is_difference"][0] else _COUNTS[:2]
    arrays = _dense(counts, names, (len(groups), cells.height))
    found = difference_estimates if len(arrays) == 4 else rate_estimates
    return found(weights, *arrays)


def _dense(
    counts: pl.DataFrame, names: Sequence[str], shape: tuple[int, int]
) -> list[NDArray[np.float32]]:
    import numpy as np

    arrays = []
    where = counts["row"].to_numpy(), counts["place"].to_numpy()
    for name in names:
        array = np.zeros(shape, dtype=np.float32)
        array[where] = counts[name].fill_null(0).to_numpy()
        arrays.append(array)
    return arrays


def _table(cells: pl.DataFrame, found: Estimates, drawn: Draws) -> pl.DataFrame:
    return (
        cells.drop("cell", "is_difference")
        .with_columns(
            pl.Series("estimate", found.estimate),
            pl.Series("ci_low", found.low).fill_nan(None),
            pl.Series("ci_high", found.high).fill_nan(None),
            pl.Series("method", found.method.tolist(), pl.String),
            pl.Series("n_groups", found.n_groups, pl.Int64),
            pl.lit(drawn.number, pl.Int64).alias("draws"),
            pl.lit(drawn.seed, pl.Int64).alias("seed"),
        )
        .select(INTERVALS.schema.names())
        .cast(INTERVALS.schema)
    )
