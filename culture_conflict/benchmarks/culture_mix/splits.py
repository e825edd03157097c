"""CultureMix's pictures in a training and a test part that have no dish in common (ruling 28)."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Sequence

import polars as pl

from culture_conflict.benchmarks.confused_tourist.joins import require_known
from culture_conflict.errors import InvalidTableError
from culture_conflict.places.words import normalize
from culture_conflict.tables.mix_split import MIX_SPLIT

__all__ = ["TEST_SHARE", "drawn_for_test", "split_leaks", "split_pictures"]

TEST_SHARE = 0.3

_BACKGROUND = ("background_country", "background_kind", "background_index")


def drawn_for_test(items: pl.DataFrame, *, seed: int = 0) -> list[str]:
    """The item_ids of the test part: 3 of 10 foods, of each country as nearly as can be.

    Countries get whole numbers by largest remainders; which foods of a country, and which of two
    equal remainders goes first, a hash of the seed decides. `items` (ITEMS) in any order gives the
    same foods, sorted.
    """
    countries: dict[str, list[str]] = defaultdict(list)
    for item_id, country in items.select("item_id", "country").iter_rows():
        countries[country].append(item_id)
    quotas = {country: TEST_SHARE * len(foods) for country, foods in countries.items()}
    taken = {country: int(quota) for country, quota in quotas.items()}
    missing = round(TEST_SHARE * items.height) - sum(taken.values())
    by_remainder = sorted(
        quotas, key=lambda one: (round(taken[one] - quotas[one], 9), _drawn(seed, one))
    )
    for country in by_remainder[: max(0, missing)]:
        taken[country] += 1
    drawn = [
        food
        for country, foods in countries.items()
        for food in sorted(foods, key=lambda one: _drawn(seed, one))[: taken[country]]
    ]
    return sorted(drawn)


def split_pictures(
    items: pl.DataFrame, mixed_images: pl.DataFrame, *, seed: int = 0
) -> pl.DataFrame:
    """MIX_SPLIT of a source's ITEMS and MIXED_IMAGES, in their order.

    A picture follows its target. Augmented copies, controls and framed photographs belong to no
    part; neither does a training picture that shows a test dish, by id or by one of its names, or
    that has the bytes of a test picture.

    Raises:
        InvalidTableError: pictures were made from other items, or there are too few foods to split.
    """
    require_known("mixed_images", mixed_images["item_id"], items["item_id"])
    test = set(drawn_for_test(items, seed=seed))
    if not test and not mixed_images.is_empty():
        raise InvalidTableError(
            f"items: {items.height} foods are too few to split 7:3. Take a source with more."
        )
    shown = _shown(items, mixed_images)
    dishes = _TestDishes(items, test)
    test_pictures = {
        one["picture"] for one in shown if one["item_id"] in test and _outside(one) is None
    }
    rows = []
    for one in shown:
        part = "test" if one["item_id"] in test else "train"
        reason = _outside(one)
        if reason is None and part == "train":
            reason = dishes.why_not(one)
            if reason is None and one["picture"] in test_pictures:
                reason = "same_picture"
        rows.append(
            {
                **{name: one[name] for name in MIX_SPLIT.schema.names() if name in one},
                "food_part": part,
                "part": part if reason is None else "none",
                "reason": reason,
                "seed": seed,
            }
        )
    shared = _shared_backgrounds(mixed_images, rows)
    return MIX_SPLIT.frame(
        [row | {"shared_background": row["variant_id"] in shared} for row in rows]
    )


def split_leaks(split: pl.DataFrame, items: pl.DataFrame, mixed_images: pl.DataFrame) -> list[str]:
    """What of a MIX_SPLIT would let a model see in training what it is tested on; none is good.

    It looks at the pictures alone, not at how the split was made, so that a split of any origin
    can be judged: one sentence per leak.
    """
    shown = {one["variant_id"]: one for one in _shown(items, mixed_images)}
    parts: dict[str, list[dict[str, object]]] = {"train": [], "test": [], "none": []}
    for variant, part in split.select("variant_id", "part").iter_rows():
        parts[part].append(shown[variant])
    test = {str(one["item_id"]) for one in parts["test"]}
    dishes = _TestDishes(items, test)
    tested = {one["picture"] for one in parts["test"]}
    leaks = []
    for one in parts["train"]:
        where = f"training picture {one['variant_id']}"
        if one["item_id"] in test or dishes.why_not(one):
            leaks.append(f"{where} shows a dish of the test part")
        if one["picture"] in tested:
            leaks.append(f"{where} has the bytes of a test picture")
    outside = [
        f"picture {one['variant_id']} is in the split: {reason}"
        for one in (*parts["train"], *parts["test"])
        if (reason := _outside(one))
    ]
    return leaks + outside


class _TestDishes:
    """The test dishes by id and by every name."""

    def __init__(self, items: pl.DataFrame, test: Iterable[str]) -> None:
        mine = items.filter(pl.col("item_id").is_in(list(test)))
        self._ids = set(mine["external_id"])
        named = mine.select("name", "aliases").iter_rows()
        names = {normalize(name, fold=True) for dish, more in named for name in (dish, *more)}
        self._names = names - {""}

    def why_not(self, one: dict[str, object]) -> str | None:
        """Whether a picture shows one of them, as its target or beside it."""
        names = [normalize(str(one[key]), fold=True) for key in ("name", "food2_name") if one[key]]
        known = any(name in self._names for name in names) or one["food2_id"] in self._ids
        return "shows_test_dish" if known else None


def _shown(items: pl.DataFrame, mixed_images: pl.DataFrame) -> Sequence[dict[str, object]]:
    """Every picture with its target's name."""
    names = items.select("item_id", "name")
    return mixed_images.join(names, on="item_id", how="left", maintain_order="left").to_dicts()


def _outside(one: dict[str, object]) -> str | None:
    """Why a picture belongs to no part, whatever its target."""
    if one["augmentation"]:
        return "augmentation"
    if one["control"] is not None:
        return "control"
    return "photograph" if one["framing"] is not None else None


def _shared_backgrounds(mixed_images: pl.DataFrame, rows: Sequence[dict[str, object]]) -> set[str]:
    """The pictures whose background stands in a training and in a test picture."""
    parts = pl.DataFrame(
        [(row["variant_id"], row["part"]) for row in rows],
        schema={"variant_id": pl.String, "part": pl.String},
        orient="row",
    )
    placed = (
        mixed_images.filter(pl.col("background_country").is_not_null())
        .join(parts, on="variant_id")
        .filter(pl.col("part") != "none")
        .with_columns(n_parts=pl.col("part").n_unique().over(_BACKGROUND))
    )
    return set(placed.filter(pl.col("n_parts") > 1)["variant_id"])


def _drawn(seed: int, name: str) -> str:
    return hashlib.sha256(f"{seed}/{name}".encode()).hexdigest()
