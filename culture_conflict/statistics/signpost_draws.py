"""SIGNPOST's numbers of one source in every draw of its groups."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import polars as pl

from culture_conflict.statistics.intervals import Draws
from culture_conflict.statistics.rates import Estimates, rate_estimates
from culture_conflict.statistics.ratios import MIN_GROUPS, percentile_bounds
from culture_conflict.statistics.signpost_tallies import CELL, Metric, values_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

__all__ = ["Drawn", "bounded", "drawn_numbers", "drawn_of", "mean_of"]


@dataclass(frozen=True)
class Drawn:
    """One number: its estimate, its value in each draw (NaN where undefined), and its interval."""

    estimate: float
    draws: Numbers
    low: float | None
    high: float | None
    method: str
    n_groups: int


def bounded(estimate: float, draws: Numbers, n_groups: int) -> Drawn:
    """A number with the percentiles of its draws; none where all draws agree or groups lack."""
    import numpy as np

    low, high = percentile_bounds(draws[:, None], np.array([n_groups]))
    if n_groups < MIN_GROUPS or np.isnan(low[0]):
        return Drawn(estimate, draws, None, None, "too_few_groups", n_groups)
    if not low[0] < high[0]:
        return Drawn(estimate, draws, None, None, "all_draws_alike", n_groups)
    ends = min(float(low[0]), estimate), max(float(high[0]), estimate)
    return Drawn(estimate, draws, *ends, "bootstrap", n_groups)


def drawn_of(found: Estimates) -> list[Drawn]:
    """One number per cell."""
    import numpy as np

    return [
        Drawn(
            float(found.estimate[n]),
            found.drawn[:, n],
            None if np.isnan(found.low[n]) else float(found.low[n]),
            None if np.isnan(found.high[n]) else float(found.high[n]),
            str(found.method[n]),
            int(found.n_groups[n]),
        )
        for n in range(len(found.estimate))
    ]


def mean_of(parts: Sequence[Drawn | None]) -> Drawn | None:
    """The mean of several sources' numbers, each weighing the same; None where one is missing.

    A single one keeps its own interval.
    """
    known = [one for one in parts if one is not None]
    if len(known) < len(parts) or not known:
        return None
    if len(known) == 1:
        return known[0]
    estimate = sum(one.estimate for one in known) / len(known)
    draws = sum((one.draws for one in known[1:]), known[0].draws) / len(known)
    return bounded(estimate, draws, min(one.n_groups for one in known))


def drawn_numbers(
    answers: pl.DataFrame, metric: Metric, drawn: Draws
) -> Iterator[tuple[tuple[str, ...], Drawn]]:
    """Each cell (CELL) of a metric that has an answer, all from the source's one draw."""
    values = values_of(answers, metric).join(drawn.groups, on="group_id")
    if values.is_empty():
        return
    cells = values.select(CELL).unique().sort(CELL).with_row_index("cell")
    placed = values.join(cells, on=CELL)
    names = [tuple(row) for row in cells.select(CELL).iter_rows()]
    if metric.how == "median":
        for cell, rows in placed.partition_by("cell", as_dict=True).items():
            yield names[int(cell[0])], _median(rows, drawn)
        return
    make = _rates if metric.how == "rate" else _means
    yield from zip(names, make(placed, len(names), drawn), strict=True)


def _sums(placed: pl.DataFrame, n_cells: int, drawn: Draws) -> tuple[Numbers, Numbers]:
    """Sums of values and their number, each (groups, cells)."""
    import numpy as np

    shape = (drawn.groups.height, n_cells)
    at = placed["group"].to_numpy() * n_cells + placed["cell"].to_numpy()
    size = shape[0] * shape[1]
    values = np.bincount(at, placed["value"].to_numpy(), minlength=size).astype(np.float64)
    return values.reshape(shape), np.bincount(at, minlength=size).astype(np.float64).reshape(shape)


def _means(placed: pl.DataFrame, n_cells: int, drawn: Draws) -> list[Drawn]:
    import numpy as np

    values, number = _sums(placed, n_cells, drawn)
    weights = drawn.weights.astype(np.float64)
    of = weights @ number
    means = np.divide(weights @ values, of, out=np.full(of.shape, np.nan), where=of > 0)
    estimates = values.sum(axis=0) / number.sum(axis=0)
    groups = np.count_nonzero(number, axis=0)
    return [bounded(float(estimates[n]), means[:, n], int(groups[n])) for n in range(n_cells)]


def _rates(placed: pl.DataFrame, n_cells: int, drawn: Draws) -> list[Drawn]:
    import numpy as np

    values, number = _sums(placed, n_cells, drawn)
    return drawn_of(
        rate_estimates(drawn.weights, values.astype(np.float32), number.astype(np.float32))
    )


def _median(rows: pl.DataFrame, drawn: Draws) -> Drawn:
    """The median of the drawn answers; of an even number, the middle of the two."""
    import numpy as np

    ordered = rows.sort("value")
    values, groups = ordered["value"].to_numpy(), ordered["group"].to_numpy()
    counts = np.cumsum(drawn.weights[:, groups], axis=1)
    half = counts[:, -1:] / 2
    below, above = np.argmax(counts >= half, axis=1), np.argmax(counts > half, axis=1)
    medians = np.where(half[:, 0] > 0, (values[below] + values[above]) / 2, np.nan)
    return bounded(float(np.median(values)), medians, len(set(groups.tolist())))
