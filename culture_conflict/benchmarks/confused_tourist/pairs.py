"""Which foreign item, hence which country, each item is confronted with (ConfusedTourist §3.2).

Hard is the most similar or nearest, easy the least similar or farthest; both of the same category
and never of the same country (rulings 10 and 11).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import polars as pl

from culture_conflict.benchmarks.confused_tourist.extremes import (
    Difficulty,
    Extreme,
    geographic_extremes,
)
from culture_conflict.benchmarks.confused_tourist.landmarks import (
    drawn_landmark,
    flags_by_country,
    landmark_seed,
    landmarks_by_country,
)
from culture_conflict.benchmarks.confused_tourist.similarity import description_extremes
from culture_conflict.embedders.protocol import Embedder, require_usable
from culture_conflict.places.countries import country
from culture_conflict.tables.ids import stable_id
from culture_conflict.tables.pairs import PAIRS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Vectors = npt.NDArray[np.float32]

__all__ = ["description_extremes", "geographic_extremes", "make_pairs"]

Method = Literal["desc", "geo"]


def make_pairs(
    items: pl.DataFrame, cues: pl.DataFrame, embedder: Embedder, *, seed: int = 0
) -> pl.DataFrame:
    """Up to four pairs per item: by description and by distance, hard and easy (PAIRS).

    An item without a foreign item of its category has no pair. Items that share one of several
    countries are not foreign to each other; the first country is the one that is shown and
    measured from. Ties go to the smallest item id
    and are counted in `n_tied`. The landmark is drawn among the first three of the adversarial
    country by a seed that is hashed from `seed` and the pair. Distances are those of the frozen
    centroids (ruling 12).

    Raises:
        VectorError: the embedder gave vectors without a direction; their items are named.
        UnknownCountryError: an item's country is not in the table of countries.
    """
    if items.is_empty():
        return PAIRS.empty()
    centroids = _centroids(items)
    vectors = _embed(items, embedder)
    cast = _Cast(flags_by_country(cues), landmarks_by_country(cues), seed)
    frames = []
    numbered = items.with_row_index("row")
    for of_category in numbered.partition_by("category", maintain_order=True):
        ids = of_category["item_id"].to_list()
        countries = of_category.select("country", "other_countries").rows()
        countries = [(first, *others) for first, others in countries]
        by_text = description_extremes(vectors[of_category["row"]], countries, ids)
        for difficulty, extreme in by_text.items():
            frames.append(cast.frame(of_category, "desc", difficulty, extreme, embedder.record))
        by_place = geographic_extremes(countries, ids, centroids)
        for difficulty, extreme in by_place.items():
            frames.append(cast.frame(of_category, "geo", difficulty, extreme, None))
    return pl.concat(frames).sort("item_id", "method", "difficulty")


def _centroids(items: pl.DataFrame) -> Mapping[str, tuple[float, float]]:
    known = {code: country(code) for code in items["country"].unique()}
    return {code: (place.latitude, place.longitude) for code, place in known.items()}


def _embed(items: pl.DataFrame, embedder: Embedder) -> Vectors:
    """A vector per item (n, d); a description that several items share is embedded once."""
    texts = items["description"].unique(maintain_order=True)
    vectors = embedder.embed(texts.to_list())
    number = dict(zip(texts, range(len(texts)), strict=True))
    of_items = vectors[[number[text] for text in items["description"]]]
    require_usable(items["item_id"].to_list(), of_items)
    return of_items


@dataclass(frozen=True)
class _Cast:
    """The cues that can stand for a country, and the seed of their draw."""

    flags: Mapping[str, str]
    landmarks: Mapping[str, list[str]]
    seed: int

    def frame(
        self,
        items: pl.DataFrame,
        method: Method,
        difficulty: Difficulty,
        extreme: Extreme,
        embedder: str | None,
    ) -> pl.DataFrame:
        """One row of PAIRS for each of the items that has a candidate."""
        paired = (extreme.other >= 0).nonzero()[0]
        item, other = items[paired], items[extreme.other[paired]]
        pair_ids = [stable_id(item_id, method, difficulty) for item_id in item["item_id"]]
        seeds = [landmark_seed(self.seed, pair_id) for pair_id in pair_ids]
        shown = other["country"].to_list()
        return pl.DataFrame(
            {
                "pair_id": pair_ids,
                "benchmark": item["benchmark"],
                "source": item["source"],
                "item_id": item["item_id"],
                "other_id": other["item_id"],
                "method": [method] * len(paired),
                "difficulty": [difficulty] * len(paired),
                "score": extreme.score[paired],
                "adversarial_country": shown,
                "flag": [self.flags.get(code) for code in shown],
                "landmark": [self._landmark(*drawn) for drawn in zip(shown, seeds, strict=True)],
                "seed": seeds,
                "n_candidates": extreme.n_candidates[paired],
                "n_tied": extreme.n_tied[paired],
                "embedder": [embedder] * len(paired),
            },
            schema=PAIRS.schema,
        )

    def _landmark(self, shown: str, seed: int) -> str | None:
        return drawn_landmark(self.landmarks.get(shown, []), seed)
