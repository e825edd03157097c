"""Which pictures of CultureMix are put before the eye: lines of descent, kinds, and tries."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import polars as pl

if TYPE_CHECKING:
    from culture_conflict.benchmarks.culture_mix.plan import Planned

__all__ = [
    "credited_in",
    "credited_plans",
    "kinds_of_pictures",
    "kinds_of_variants",
    "lines_of_descent",
    "shown_attempts",
    "shown_dishes",
]

_SUBTASKS = ("sf", "mf", "sfb", "mfb")
_PLACE = ("background_country", "background_index", "background_kind")


def lines_of_descent(mixed_images: pl.DataFrame, foods: int = 4) -> pl.DataFrame:
    """Four MIXED_IMAGES per target food: alone, beside another, before a place, both.

    Foods that have all four come first, the last picture of each another one than of the food above
    it; its other dish and its place are those of the second and the third. What there is none of
    is a row of nulls.
    """
    own = mixed_images.filter(pl.col("control").is_null(), pl.col("augmentation") == 0)
    whole = own.group_by("item_id").agg(pl.col("subtask").n_unique())
    best = whole.sort("subtask", "item_id", descending=[True, False])["item_id"].head(foods)
    lines = [_line(own.filter(item_id=item), number) for number, item in enumerate(best)]
    return pl.concat([own.clear(), *lines])


def _line(own: pl.DataFrame, number: int) -> pl.DataFrame:
    last = own.filter(subtask="mfb")
    last = last.slice(number % max(1, last.height), 1)
    like = {"sf": (), "mf": ("food2_id",), "sfb": _PLACE}
    before = [_most_alike(own.filter(subtask=name), last, same) for name, same in like.items()]
    return pl.concat([*before, last if last.height else own.clear(1)])


def _most_alike(mine: pl.DataFrame, last: pl.DataFrame, same: Sequence[str]) -> pl.DataFrame:
    """One that has these in common with the last, or else the first; a row of nulls of none."""
    alike = mine.join(last, on=list(same), how="semi") if same else mine
    chosen = alike if alike.height else mine
    return chosen.head(1) if chosen.height else mine.clear(1)


def kinds_of_pictures(mixed_images: pl.DataFrame, foods: int = 3) -> pl.DataFrame:
    """One of MIXED_IMAGES of each kind, copies and controls too, of the first foods."""
    kinds = ["item_id", "subtask", "control", "augmentation"]
    first = mixed_images.unique(kinds, keep="first", maintain_order=True)
    chosen = first["item_id"].unique(maintain_order=True).head(foods)
    order = pl.col("subtask").replace_strict(_SUBTASKS, range(4), return_dtype=pl.Int64)
    mine = first.filter(pl.col("item_id").is_in(chosen.implode()))
    return mine.sort("item_id", order, "control", "augmentation", nulls_last=False)


def kinds_of_variants(variants: pl.DataFrame, mixed_images: pl.DataFrame) -> pl.DataFrame:
    """The same as VARIANTS of these MIXED_IMAGES."""
    kinds = kinds_of_pictures(mixed_images).select("variant_id")
    return kinds.join(variants, on="variant_id", maintain_order="left")


def shown_dishes(chosen: pl.DataFrame, items: pl.DataFrame, most: int = 25) -> pl.DataFrame:
    """Chosen pictures of SINGLE_FOOD with name, author and licence of their dishes."""
    named = items.select("item_id", "name", "author", "licence")
    return chosen.head(most).join(named, on="item_id", maintain_order="left")


def shown_attempts(attempts: pl.DataFrame, most: int = 20) -> pl.DataFrame:
    """ATTEMPTS with a picture and a `caption`: at fault first, then those that took several tries.

    Then others by their variant_id, a hash, so that all dishes and places are among them.
    """
    faults = [json.loads(text).get("fault") if text else None for text in attempts["gates"]]
    seen = attempts.with_columns(fault=pl.Series(faults, dtype=pl.String)).drop_nulls("picture")
    ordered = seen.sort(pl.col("fault").is_null(), -pl.col("attempt"), "variant_id")
    tried = pl.when(pl.col("attempt") > 1).then(pl.format(" (try {})", "attempt"))
    parts = ("external_id", tried, pl.format(": {}", "fault"))
    return ordered.head(most).with_columns(caption=pl.concat_str(*parts, ignore_nulls=True))


def credited_in(
    mixed_images: pl.DataFrame, items: pl.DataFrame, backgrounds: pl.DataFrame
) -> pl.DataFrame:
    """Author and licence of the dishes and places in these MIXED_IMAGES."""
    foods = pl.concat([mixed_images["item_id"], mixed_images["food2_id"]]).unique()
    dishes = items.filter(pl.col("item_id").is_in(foods.implode()))
    own = ["country", "number", "kind"]
    places = backgrounds.join(mixed_images, left_on=own, right_on=list(_PLACE), how="semi")
    return pl.concat([each.select("author", "licence") for each in (dishes, places)])


def credited_plans(planned: Iterable[Planned], variants: pl.Series) -> pl.DataFrame:
    """The same of planned scenes, those with one of these variant_ids."""
    mine = set(variants)
    shown = [one for one in planned if one.variant_id in mine]
    dishes = [dish.item for one in shown for dish in (one.target, one.other) if dish is not None]
    parts = [*dishes, *(one.background for one in shown if one.background is not None)]
    rows = [{name: part[name] for name in ("author", "licence")} for part in parts]
    return pl.DataFrame(rows, schema={"author": pl.String, "licence": pl.String})
