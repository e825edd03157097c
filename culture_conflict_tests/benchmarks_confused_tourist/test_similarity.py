"""Most and least similar: exact, whatever the block size or the number of threads."""

from __future__ import annotations

import os
import subprocess
import sys
import tracemalloc

import numpy as np
import pytest

from culture_conflict.benchmarks.confused_tourist import similarity
from culture_conflict.benchmarks.confused_tourist.similarity import description_extremes
from culture_conflict.embedders import vectors as embedded
from culture_conflict.embedders.protocol import VectorError
from culture_conflict.embedders.vectors import unit_vectors

_GRID = 2**24


def by_integers(vectors: np.ndarray) -> np.ndarray:
    """All similarities without any floating-point sum: multiples of 2^-48, as integers."""
    whole = (unit_vectors(vectors).astype(np.float64) * _GRID).astype(np.int64)
    return whole @ whole.T


def crowded(n_items: int, n_dimensions: int, seed: int) -> np.ndarray:
    """Vectors of which many are equal, scaled copies or different in the last digits."""
    draw = np.random.default_rng(seed)
    corners = draw.integers(-2, 3, (n_items, n_dimensions)).astype(np.float32)
    corners[~corners.any(axis=1)] = 1
    if seed % 2:
        return corners * draw.choice([0.5, 1, 3], (n_items, 1))
    return corners + draw.normal(0, 1e-7, corners.shape)


@pytest.mark.parametrize("several", [1, 3])
@pytest.mark.parametrize("exclude", [True, False])
@pytest.mark.parametrize("seed", range(12))
def test_same_as_trying_all(seed: int, exclude: bool, several: int) -> None:
    draw = np.random.default_rng(seed)
    n_items = int(draw.integers(1, 90))
    vectors = crowded(n_items, int(draw.choice([2, 3, 8, 50])), seed)
    n_countries = int(draw.choice([1, 3, 30]))
    countries = [
        tuple(f"C{n}" for n in dict.fromkeys(draw.integers(0, n_countries, several).tolist()))
        for _ in range(n_items)
    ]
    ids = [f"i{n:02}" for n in draw.permutation(n_items)]
    scores = by_integers(vectors)
    for block_rows in (7, 1536):
        found = description_extremes(
            vectors, countries, ids, exclude_same_country=exclude, block_rows=block_rows
        )
        for at in range(n_items):
            others = [
                other
                for other in range(n_items)
                if other != at and not (exclude and {*countries[other]} & {*countries[at]})
            ]
            for name, extreme in found.items():
                assert extreme.n_candidates[at] == len(others)
                if not others:
                    assert (extreme.other[at], extreme.n_tied[at]) == (-1, 0)
                    assert np.isnan(extreme.score[at])
                    continue
                end = (max if name == "hard" else min)(scores[at, others])
                tied = [ids[other] for other in others if scores[at, other] == end]
                assert ids[extreme.other[at]] == min(tied)
                assert extreme.n_tied[at] == len(tied)
                assert extreme.score[at] == end / _GRID**2


def test_near_ties_do_not_depend_on_block_size(monkeypatch: pytest.MonkeyPatch) -> None:
    draw = np.random.default_rng(0)
    vectors = 1 + draw.normal(0, 3e-5, (300, 384))  # single precision can't tell these apart
    ids, countries = [f"i{n:03}" for n in range(300)], [f"C{n % 9}" for n in range(300)]
    one, *others = (
        description_extremes(vectors, countries, ids, block_rows=rows) for rows in (300, 64, 11)
    )
    for most in (0, 1000):
        monkeypatch.setattr(similarity, "_MOST_WAITING", most)
        others.append(description_extremes(vectors, countries, ids, block_rows=64))
    for other in others:
        for name in one:
            assert (one[name].other == other[name].other).all()
            assert (one[name].score == other[name].score).all()
            assert (one[name].n_tied == other[name].n_tied).all()


def test_nor_on_threads() -> None:
    program = (
        "import numpy as np, hashlib\n"
        "from culture_conflict.benchmarks.confused_tourist.similarity import description_extremes\n"
        "v = 1 + np.random.default_rng(0).normal(0, 3e-5, (200, 384))\n"
        "c = [f'C{n % 9}' for n in range(200)]; i = [f'{n:03}' for n in range(200)]\n"
        "e = description_extremes(v, c, i).values()\n"
        "told = b''.join(x.other.tobytes() + x.score.tobytes() for x in e)\n"
        "print(hashlib.sha256(told).hexdigest())"
    )
    seen = {
        subprocess.run(
            [sys.executable, "-c", program],
            env=os.environ | {"OPENBLAS_NUM_THREADS": threads, "OPENBLAS_CORETYPE": kernel},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for threads, kernel in (("1", "Haswell"), ("2", "Nehalem"))
    }
    assert len(seen) == 1


def test_a_vector_without_direction_is_named() -> None:
    with pytest.raises(VectorError, match="items x1"):
        description_extremes([[0, 0], [1, 0]], ["PER", "JPN"], ["x1", "x2"])


def test_no_table_of_all_against_all() -> None:
    n_items, n_dimensions = 8000, 64
    vectors = np.random.default_rng(1).normal(0, 1, (n_items, n_dimensions)).astype(np.float32)
    ids, countries = [f"{n:05}" for n in range(n_items)], [f"C{n % 50}" for n in range(n_items)]
    description_extremes(vectors[:10], countries[:10], ids[:10])
    tracemalloc.start()
    description_extremes(vectors, countries, ids, block_rows=256)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    copy, block = 4 * n_items * n_dimensions, 4 * 256 * 256
    part = 8 * embedded._PART_VALUES
    bound = 4 * copy + 4 * block + 3 * part + 600 * n_items
    # With 100,000 items of 384 dimensions and the usual blocks the same bound is 0.72 GB.
    assert peak < bound < 4 * n_items * n_items / 10


def test_thousands_of_equal_descriptions_cost_no_more() -> None:
    n_items = 4000
    ids, countries = [f"{n:05}" for n in range(n_items)], [f"C{n % 40:02}" for n in range(n_items)]
    found = description_extremes(np.ones((n_items, 8)), countries, ids)
    for extreme in found.values():
        assert set(extreme.n_tied) == {3900}
        assert [ids[other] for other in extreme.other[:3]] == ["00001", "00000", "00000"]
