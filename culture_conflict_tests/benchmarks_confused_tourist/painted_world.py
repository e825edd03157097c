"""Two dishes and a garment with pairs, to be painted."""

from __future__ import annotations

import polars as pl

from culture_conflict.pictures.store import PictureStore
from culture_conflict_tests.benchmarks_confused_tourist import small_world
from culture_conflict_tests.benchmarks_confused_tourist.small_world import noisy, png, saved

__all__ = ["World", "world"]

World = tuple[pl.DataFrame, pl.DataFrame, pl.DataFrame]


def world(store: PictureStore, categories: tuple[str, ...] = ("cuisine", "attire")) -> World:
    """An item of each category, each with a pair; Chile has no flag and Nepal has both cues."""
    sha = {n: store.put(saved(noisy((160, 120), n), "PNG")) for n in range(len(categories))}
    items = small_world.items(
        *(
            {"item_id": f"i{n}", "country": "PER", "category": one, "picture": sha[n]}
            for n, one in enumerate(categories)
        )
    )
    flag, place = store.put(png((30, 20), (0, 0, 200))), store.put(png((90, 60), (9, 99, 9)))
    cues = small_world.cues(
        {"cue_id": "f-npl", "kind": "flag", "country": "NPL", "picture": flag},
        {
            "cue_id": "l-npl",
            "kind": "landmark",
            "country": "NPL",
            "picture": place,
            "name": "Stupa",
        },
        {"cue_id": "l-chl", "kind": "landmark", "country": "CHL", "picture": place, "name": "Moai"},
    )
    hard = {"adversarial_country": "NPL", "flag": "f-npl", "landmark": "l-npl"}
    easy = {"adversarial_country": "CHL", "landmark": "l-chl", "difficulty": "easy"}
    pairs = small_world.pairs(
        *({"item_id": f"i{n}", **hard} for n in range(len(categories))),
        {"item_id": "i0", **easy},
    )
    return items, cues, pairs
