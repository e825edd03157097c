"""Names of 230,000 answers against the true ones, all at once and in a plain loop.

`python -m culture_conflict_tests.benchmarks matching`, or `python -m
culture_conflict_tests.benchmarks.matching 20000` for another number. Ten models' answers to 23,000
pictures of 247 dishes; a few thousand different answers, as models give them. Both ways must agree
on every answer. The labels that entropy counts (each different answer against every known dish)
are measured too.
"""

from __future__ import annotations

import sys
import time

import numpy as np
import polars as pl

from culture_conflict.benchmarks.culture_mix.matching import known_dishes, same_names
from culture_conflict.benchmarks.ngrams import same_name

_N_ANSWERS, _N_DISHES, _N_SAID = 230_000, 247, 6_000
_SYLLABLES = [a + b for a in "bkrlstchngm" for b in "aeiou"]


def make(n: int) -> tuple[pl.Series, pl.Series, list[str]]:
    """Answers, the truths of each, and all dishes; about every third answer is near its dish."""
    draw = np.random.default_rng(0)

    def names(count: int, words: int) -> list[str]:
        parts = draw.choice(_SYLLABLES, (count, words, 3))
        return [" ".join("".join(word) for word in row) for row in parts]

    dishes = [f"{a} or {b}" for a, b in zip(names(_N_DISHES, 2), names(_N_DISHES, 1), strict=True)]
    said = names(_N_SAID, 2) + [f"{dish.partition(' or ')[0]} stew" for dish in dishes]
    which = draw.integers(0, _N_DISHES, n)
    far = draw.integers(0, _N_SAID, n)
    near = draw.random(n) < 1 / 3
    answers = [
        said[_N_SAID + d] if hit else said[f] for d, f, hit in zip(which, far, near, strict=True)
    ]
    return pl.Series(answers), pl.Series([[dishes[d]] for d in which]), dishes


def plain(answers: pl.Series, truths: pl.Series) -> list[bool]:
    pairs = zip(answers.to_list(), truths.to_list(), strict=True)
    return [same_name(answer, names) for answer, names in pairs]


def main(n: int = _N_ANSWERS) -> None:
    answers, truths, dishes = make(n)
    same_names(answers.head(10), truths.head(10))  # imports SciPy
    started = time.perf_counter()
    ours = same_names(answers, truths).to_list()
    mine = time.perf_counter() - started
    started = time.perf_counter()
    theirs = plain(answers, truths)
    loop = time.perf_counter() - started
    assert ours == theirs
    started = time.perf_counter()
    labels = known_dishes(answers.unique().to_list(), dict(zip(dishes, dishes, strict=True)))
    known = time.perf_counter() - started
    print(f"{n:,} answers, {len(labels):,} different ones, {sum(ours):,} right")
    print(f"  plain loop (baseline): {loop:.1f} s")
    print(f"  all at once: {mine:.2f} s, {loop / mine:.0f} x as fast")
    print(f"  labels among {len(dishes)} dishes: {known:.2f} s")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) == 2 else _N_ANSWERS)
