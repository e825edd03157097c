"""Which dishes are confronted: by distance class, each used about equally often (§2.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.recipes import Amounts, seed_of
from culture_conflict.places.continents import DISTANCES, cultural_distance
from culture_conflict.tables.food_pairs import FOOD_PAIRS
from culture_conflict.tables.ids import stable_id

__all__ = ["make_food_pairs"]

Row = Mapping[str, Any]


def make_food_pairs(
    dishes: pl.DataFrame, difficulty: pl.DataFrame, amounts: Amounts, seed: int = 0
) -> pl.DataFrame:
    """ITEMS that have a picture of their own and FOOD_DIFFICULTY to FOOD_PAIRS; target left.

    For each dish and distance class, the distractors that were drawn least so far come first; of
    these, the ones whose difficulty stood least beside the target's; the rest is decided by a seed.
    A dish may lack a class (no other dish of its country). Nothing here asks or reads a model:
    difficulty comes from the frozen table alone, and is null where that says nothing.
    """
    foods = dishes.sort("item_id").rows(named=True)
    known = dict(difficulty.select("external_id", "difficulty").iter_rows())
    sampler = _Sampler(known, seed)
    rows = [
        sampler.row(food, other, distance, n)
        for distance in DISTANCES
        for food in sorted(foods, key=lambda food: seed_of("order", seed, food["item_id"]))
        for other, n in sampler.drawn(food, foods, distance, amounts.pairs()[distance])
    ]
    ordered = sorted(rows, key=lambda row: (str(row["item_id"]), str(row["pair_id"])))
    return FOOD_PAIRS.frame(ordered)


class _Sampler:
    """Counts what was drawn, so that dishes and difficulties are spread."""

    def __init__(self, difficulty: Mapping[str, str], seed: int) -> None:
        self._difficulty, self._seed = difficulty, seed
        self._uses: Counter[str] = Counter()
        self._beside: Counter[tuple[str | None, str | None]] = Counter()

    def drawn(
        self, food: Row, foods: Sequence[Row], distance: str, wanted: int
    ) -> Iterator[tuple[Row, int]]:
        """The distractors of one dish, each with the number of candidates."""
        others = [
            other
            for other in foods
            if other["item_id"] != food["item_id"]
            and cultural_distance(food["country"], other["country"]) == distance
        ]
        n_candidates = len(others)
        for _ in range(min(wanted, n_candidates)):
            best = min(others, key=lambda other: self._order(food, other))
            others.remove(best)
            self._uses[best["item_id"]] += 1
            self._beside[self._levels(food, best)] += 1
            yield best, n_candidates

    def row(self, food: Row, other: Row, distance: str, n_candidates: int) -> dict[str, object]:
        mine, theirs = self._levels(food, other)
        return {
            "pair_id": stable_id(food["item_id"], other["item_id"]),
            "benchmark": food["benchmark"],
            "source": food["source"],
            "item_id": food["item_id"],
            "other_id": other["item_id"],
            "food_distance": distance,
            "difficulty": mine,
            "other_difficulty": theirs,
            "seed": self._seed,
            "n_candidates": n_candidates,
        }

    def _order(self, food: Row, other: Row) -> tuple[int, int, int]:
        return (
            self._uses[other["item_id"]],
            self._beside[self._levels(food, other)],
            seed_of(self._seed, food["item_id"], other["item_id"]),
        )

    def _levels(self, food: Row, other: Row) -> tuple[str | None, str | None]:
        return (
            self._difficulty.get(food["external_id"]),
            self._difficulty.get(other["external_id"]),
        )
