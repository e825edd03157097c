"""The 95 % intervals hold the truth in 93 to 97 of 100 data sets; naive ones do not."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import polars as pl
import pytest

from culture_conflict_tests.statistics.tallying import drawn

SETS = 1000
Sizes = Callable[[np.random.Generator], np.ndarray]

SHAPES: dict[str, tuple[Sizes, float, float]] = {
    "many groups, twelve answers each": (lambda _: np.full(243, 12), 0.5, 0.3),
    "unbalanced clusters": (lambda rng: rng.integers(1, 40, 80), 0.4, 0.3),
    "a rate near 0.1": (lambda _: np.full(100, 8), 0.1, 0.2),
    "few groups and a rate near 0.1": (lambda _: np.full(30, 8), 0.1, 0.2),
    "a dozen groups": (lambda _: np.full(12, 12), 0.3, 0.2),
}


def _holds(low: np.ndarray, high: np.ndarray, truth: float) -> float:
    return float(np.mean((low <= truth) & (truth <= high)))


def _clustered(
    rng: np.random.Generator, sizes: np.ndarray, rate: float, within: float
) -> np.ndarray:
    """Right answers per group, whose own rates differ: answers correlate by `within`."""
    spread = 1 / within - 1
    shape = (SETS, sizes.size)
    rates = rng.beta(rate * spread, (1 - rate) * spread, size=shape)
    return rng.binomial(np.broadcast_to(sizes, shape), rates)


def _naive(hits: np.ndarray, of: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Wilson's interval as if every answer were drawn by itself."""
    n, z = of.sum(axis=1), 1.96
    rate = hits.sum(axis=1) / n
    middle = (rate + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * np.sqrt(rate * (1 - rate) / n + (z / (2 * n)) ** 2)
    return middle - half, middle + half


def _ends(table: pl.DataFrame) -> tuple[np.ndarray, np.ndarray]:
    assert table.height == SETS
    return table["ci_low"].to_numpy(), table["ci_high"].to_numpy()


@pytest.mark.slow
@pytest.mark.parametrize("name", SHAPES)
def test_rates(name: str) -> None:
    sizes_of, rate, within = SHAPES[name]
    rng = np.random.default_rng(29)
    sizes = sizes_of(rng)
    hits = _clustered(rng, sizes, rate, within)
    of = np.broadcast_to(sizes, hits.shape)
    assert 0.93 <= _holds(*_ends(drawn(hits, of)), rate) <= 0.97
    assert _holds(*_naive(hits, of), rate) < 0.85


@pytest.mark.slow
@pytest.mark.parametrize(("gain", "loss"), [(0.05, 0.25), (0.02, 0.04)])
def test_paired_differences(gain: float, loss: float) -> None:
    """Losses and gains of the same pictures, up to six of an item, mostly all or none."""
    rng = np.random.default_rng(30)
    pairs = rng.integers(1, 7, size=(SETS, 120))
    kind = rng.choice(3, size=pairs.shape, p=[gain, loss, 1 - gain - loss])
    gained, lost = (rng.binomial(pairs, np.where(kind == k, 0.9, 0.0)) for k in (0, 1))
    table = drawn(lost, pairs, gained, pairs)
    assert 0.93 <= _holds(*_ends(table), 0.9 * (loss - gain)) <= 0.97
    assert _unclustered(lost - gained, pairs, 0.9 * (loss - gain)) < 0.85


def _unclustered(net: np.ndarray, pairs: np.ndarray, truth: float) -> float:
    """How often a normal interval over single pairs, each -1, 0 or 1, holds the truth."""
    n = pairs.sum(axis=1)
    mean = net.sum(axis=1) / n
    half = 1.96 * np.sqrt((np.abs(net).sum(axis=1) / n - mean**2) / n)
    return _holds(mean - half, mean + half, truth)
