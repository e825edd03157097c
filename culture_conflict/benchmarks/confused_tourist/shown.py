"""Which pictures of a step are put before the eye, with captions and whom to credit for them."""

from __future__ import annotations

import json
from typing import Any

import polars as pl

from culture_conflict.benchmarks.confused_tourist.variants import credits_of

__all__ = ["credited_in", "one_of_each"]

_KINDS = ("none", "isolated", "flag", "landmark", "flag_landmark", "congruent_flag", "grey_patch")
_SHOWN = pl.Schema(
    {
        "group_id": pl.String,
        "kind": pl.String,
        "picture": pl.String,
        "caption": pl.String,
        "author": pl.String,
        "licence": pl.String,
    }
)


def one_of_each(
    made: pl.DataFrame, items: pl.DataFrame, groups: int = 4
) -> tuple[pl.DataFrame, int]:
    """One picture of each kind of the items that have the most kinds, and how many kinds there are.

    `made` is STACKED_IMAGES or EDITED_IMAGES; the result has kind, picture, caption, author and
    licence, an item after the other, the item as it was with its name first. A kind that an item
    has not is a row without picture, so that each item fills a row of as many columns.
    """
    whole = made.filter(pl.col("outcome") != "failed").drop_nulls("picture")
    rows = [_row(*each) for each in whole.select("picture", "recipe").iter_rows()]
    shown = pl.DataFrame(rows, schema=_SHOWN).filter(pl.col("kind") != "none")
    first = shown.unique(["group_id", "kind"], keep="first", maintain_order=True)
    most = first.group_by("group_id").len().sort("len", "group_id", descending=[True, False])
    kinds = ["none", *(kind for kind in _KINDS if kind in set(first["kind"]))]
    grid = most.head(groups).select("group_id").join(pl.DataFrame({"kind": kinds}), how="cross")
    known = pl.concat([_own(items), first])
    return grid.join(known, on=["group_id", "kind"], how="left", maintain_order="left"), len(kinds)


def _own(items: pl.DataFrame) -> pl.DataFrame:
    return items.select(
        group_id="item_id",
        kind=pl.lit("none"),
        picture="picture",
        caption="name",
        author="author",
        licence="licence",
    )


def credited_in(made: pl.DataFrame) -> pl.DataFrame:
    """Group, author and licence of all that is visible in these pictures, by their recipes."""
    recipes = [json.loads(recipe) for recipe in made["recipe"].unique(maintain_order=True)]
    rows = [
        (recipe["group"], credit["author"], credit["licence"])
        for recipe in recipes
        for credit in recipe["credits"]
    ]
    schema = dict.fromkeys(("group_id", "author", "licence"), pl.String)
    return pl.DataFrame(rows, schema=schema, orient="row").unique(maintain_order=True)


def _row(picture: str, text: str) -> dict[str, Any]:
    recipe = json.loads(text)
    kind = recipe.get("perturb_context", "isolated")
    country = recipe.get("adversarial_country") or ""
    caption = f"{kind.replace('_', ' ')} {country}".strip()
    shown = {"group_id": recipe["group"], "kind": kind, "picture": picture, "caption": caption}
    return shown | credits_of(recipe["credits"])
