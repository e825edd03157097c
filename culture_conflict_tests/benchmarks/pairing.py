"""Pairs of 243 and 20,000 items against the obvious loop and a bare blocked matrix product.

`python -m culture_conflict_tests.benchmarks pairing`. Vectors are made up, since embedding is the
embedder's business; they have as many dimensions and are about as alike as those of E5.
"""

from __future__ import annotations

import math
import time
import tracemalloc
from collections.abc import Callable

import numpy as np

from culture_conflict.benchmarks.confused_tourist.extremes import geographic_extremes
from culture_conflict.benchmarks.confused_tourist.similarity import description_extremes
from culture_conflict.embedders.vectors import unit_vectors
from culture_conflict.places.countries import countries

_SIZES = (243, 20_000)
_DIMENSIONS = 384
_SAMPLE = 60
_ROUNDS = 3
_BLOCK = 400


class Items:
    """`n_items` items of one category from 57 countries."""

    def __init__(self, n_items: int) -> None:
        draw = np.random.default_rng(0)
        noise = draw.standard_normal((n_items, _DIMENSIONS)).astype(np.float32)
        self.vectors = noise + np.float32(2)
        chosen = sorted(countries())[::4][:57]
        self.countries = [chosen[n] for n in draw.integers(0, len(chosen), n_items)]
        self.ids = [f"{n:016x}" for n in draw.permutation(n_items)]
        self.places = {code: (p.latitude, p.longitude) for code, p in countries().items()}


def kilometres(here: tuple[float, float], there: tuple[float, float]) -> float:
    """Haversine by the standard library, which is faster than numpy for single numbers."""
    (lat1, lon1), (lat2, lon2) = (map(math.radians, place) for place in (here, there))
    h = math.sin((lat2 - lat1) / 2) ** 2
    h += math.cos(lat1) * math.cos(lat2) * math.sin((lon2 - lon1) / 2) ** 2
    return 2 * 6371.0088 * math.asin(math.sqrt(h))


def loop(items: Items, n_rows: int) -> None:
    """Algorithm 2 as it is written: each pair's similarity and distance, one at a time."""
    norms = [float(np.linalg.norm(vector)) for vector in items.vectors]
    for row in range(n_rows):
        scored = []
        for other, id_ in enumerate(items.ids):
            if items.countries[other] != items.countries[row]:
                dot = float(np.dot(items.vectors[row], items.vectors[other]))
                here, there = (items.places[items.countries[n]] for n in (row, other))
                scored.append((dot / norms[row] / norms[other], kilometres(here, there), id_))
        for at in (0, 1):
            min(scored, key=lambda one, at=at: one[at])
            max(scored, key=lambda one, at=at: one[at])


def bare(units: np.ndarray) -> None:
    """The matrix product alone, by blocks."""
    block = np.empty((_BLOCK, len(units)), np.float32)
    for start in range(0, len(units), _BLOCK):
        part = units[start : start + _BLOCK]
        np.matmul(part, units.T, out=block[: len(part)])


def seconds(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def compare(n_items: int) -> None:
    items = Items(n_items)
    units = unit_vectors(items.vectors)
    n_rows = min(_SAMPLE, n_items) if n_items > 1000 else n_items
    looped = seconds(lambda: loop(items, n_rows)) * n_items / n_rows
    product, text, place = [], [], []
    for _ in range(_ROUNDS):
        product.append(seconds(lambda: bare(units)))
        text.append(
            seconds(lambda: description_extremes(items.vectors, items.countries, items.ids))
        )
        place.append(seconds(lambda: geographic_extremes(items.countries, items.ids, items.places)))
    how = f"extrapolated from {n_rows} rows" if n_rows < n_items else "all rows"
    print(f"{n_items} items (best of {_ROUNDS})")
    print(f"  loop over all pairs (baseline, {how}): {looped:.1f} s")
    print(f"  bare blocked product (baseline): {1000 * min(product):.1f} ms")
    ratio = min(text) / min(product)
    aim = " (target 1.2)" if n_items > 1000 else "; fixed costs prevail"
    print(f"  by description: {1000 * min(text):.1f} ms, {ratio:.2f} x the product{aim}")
    print(f"  by distance: {1000 * min(place):.1f} ms (target 10 ms)")
    print(f"  both are {looped / (min(text) + min(place)):.0f} x as fast as the loop")
    print(f"  memory beside the vectors: {extra_megabytes(items):.0f} MB (target 200 MB)")


def extra_megabytes(items: Items) -> float:
    tracemalloc.start()
    description_extremes(items.vectors, items.countries, items.ids)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / 1e6


def main() -> None:
    for n_items in _SIZES:
        compare(n_items)


if __name__ == "__main__":
    main()
