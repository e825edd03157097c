"""Which pictures a built source is to have, each with its factors and the recipe that names it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, Literal

import polars as pl

from culture_conflict.benchmarks.culture_mix.recipes import Amounts, MixSettings, seed_of
from culture_conflict.benchmarks.culture_mix.single_food import chosen_dishes
from culture_conflict.benchmarks.named import Named, made_by, named
from culture_conflict.places.continents import cultural_distance

__all__ = ["OBJECTS", "Dish", "Planned", "dishes_of", "plan_foods", "plan_scenes"]

Row = Mapping[str, Any]
Control = Literal["agnostic", "flip", "size_ratio"]

OBJECTS = {"apple": "1f34e", "car": "1f697", "scissors": "2702", "teddy bear": "1f9f8"}
_SMALL = 0.6
_FIRST_CUT = "cutout/1"  # not told in recipes: pictures had their names before others could cut


@dataclass(frozen=True, eq=False)
class Dish:
    """A food that has a picture of its own: its row of ITEMS and the chosen one of SINGLE_FOOD."""

    item: Row
    single: Row

    def recipe(self) -> dict[str, Any]:
        """What makes the cut-out, by the picture it is cut from and the version of who freed it."""
        made = {"dish": self.item["picture"], **{n: self.single[n] for n in ("method", "seed")}}
        by = json.loads(self.single["recipe"])["editor"]
        return made if by == _FIRST_CUT else made | {"editor": by}


@dataclass(frozen=True, eq=False)
class Planned:
    """One picture: who is on it, before what, and which control it is.

    `editor` is the version of who makes it. `shares` are the sizes of target and other in their
    squares, from 0 to 1.
    """

    target: Dish
    editor: str
    settings: MixSettings
    other: Dish | None = None
    background: Row | None = None
    control: Control | None = None
    thing: str | None = None
    shares: tuple[float, float] = (1.0, 1.0)

    @property
    def subtask(self) -> str:
        """mf, sfb or mfb."""
        two = self.other is not None or self.thing is not None
        return ("mf" if two else "sf") + ("b" if self.background is not None else "")

    @property
    def external_id(self) -> str:
        """Readable and unique in its source, e.g. `sushi/mfb/taco/landmark/JPN-1`."""
        place = self.background
        where = (place["kind"], f"{place['country']}-{place['number']}") if place else ()
        beside = self.thing or (self.other.item["external_id"] if self.other else None)
        ratio = f"{self.shares[0]:g}-{self.shares[1]:g}" if self.control == "size_ratio" else None
        parts = (self.target.item["external_id"], self.subtask, beside, *where)
        return "/".join(str(part) for part in (*parts, self.control, ratio) if part)

    def named(self) -> Named:
        """By all that decides what the picture shows, but the seeds of an editor's tries."""
        return self._named(self.editor)

    def _named(self, editor: str) -> Named:
        mine, place = self.target.item, self.background
        where = {name: mine[name] for name in ("benchmark", "source")} | {"group": mine["item_id"]}
        return named(
            {
                **made_by(editor, self.settings.recipe(), **where),
                "target": self.target.recipe(),
                "other": self.other.recipe() if self.other else None,
                "background": place["picture"] if place else None,
                "control": self.control,
                "object": self.thing,
                "shares": self.shares,
            }
        )

    @property
    def variant_id(self) -> str:
        return self.named().variant_id

    def seed(self, prompt_id: str, number: int) -> int:
        """Of one try by a prompt: the same by every version of an editor, so that two compare."""
        key, _, _ = self.editor.partition("/")
        return seed_of(self._named(key).variant_id, prompt_id, number)

    def facts(self) -> dict[str, Any]:
        """The row of MIXED_IMAGES, but for the picture itself."""
        mine, place = self.target.item, self.background
        other = self.other.item if self.other else None
        flipped = self.control == "flip"
        variant_id, recipe = self.named()
        return {
            "variant_id": variant_id,
            "external_id": self.external_id,
            **{name: mine[name] for name in ("benchmark", "source", "item_id")},
            "subtask": self.subtask,
            "augmentation": 0,
            "food2_id": other["external_id"] if other else None,
            "food2_name": other["name"] if other else None,
            "food2_country": other["country"] if other else None,
            "background_country": place["country"] if place else None,
            "background_index": place["number"] if place else None,
            "background_kind": place["kind"] if place else None,
            "food_distance": _distance(mine, other),
            "background_distance": _distance(mine, place),
            "control": self.control,
            "control_of": self.compared_with(),
            "object": self.thing,
            "target_side": None if self.subtask == "sfb" else "right" if flipped else "left",
            "framing": None,
            "size_ratio": None if self.subtask == "sfb" else self.shares[0] / self.shares[1],
            "editor": self.editor,
            "recipe": recipe,
            "file": None,
            "row": None,
        }

    def compared_with(self) -> str | None:
        """variant_id of what the benchmark itself shows: the same foods, or the food alone."""
        if self.control is None:
            return None
        if self.other is None:
            return str(self.target.single["single_id"])
        return Planned(self.target, self.editor, self.settings, self.other).variant_id


def dishes_of(items: pl.DataFrame, single_food: pl.DataFrame) -> dict[str, Dish]:
    """Every item that has a chosen picture on white, by item_id."""
    chosen = {row["item_id"]: row for row in chosen_dishes(single_food).iter_rows(named=True)}
    rows = items.iter_rows(named=True)
    return {
        row["item_id"]: Dish(row, chosen[row["item_id"]])
        for row in rows
        if row["item_id"] in chosen
    }


def plan_foods(
    dishes: Mapping[str, Dish], pairs: pl.DataFrame, settings: MixSettings, editor: str
) -> Iterator[Planned]:
    """Two foods on white (MF), and the controls of each target: thing, mirror, sizes (B.2)."""
    for item_id, rows in _by_target(pairs, dishes):
        target = dishes[item_id]
        others = [dishes[row["other_id"]] for row in rows]
        yield from (Planned(target, editor, settings, other) for other in others)
        thing = list(OBJECTS)[seed_of("object", item_id) % len(OBJECTS)]
        yield Planned(target, editor, settings, control="agnostic", thing=thing)
        other = others[seed_of("control", item_id) % len(others)]
        yield Planned(target, editor, settings, other, control="flip")
        for shares in ((_SMALL, 1.0), (1.0, _SMALL)):
            yield Planned(target, editor, settings, other, control="size_ratio", shares=shares)


def plan_scenes(  # noqa: PLR0917 - tables, then how
    dishes: Mapping[str, Dish],
    pairs: pl.DataFrame,
    backgrounds: pl.DataFrame,
    settings: MixSettings,
    amounts: Amounts,
    editor: str,
) -> Iterator[Planned]:
    """Each dish before places (SFB), each pair before some of them (MFB); ruling 24.

    Places are drawn by a seed within each continent and kind.
    """
    cells = _cells(backgrounds)
    for item_id in sorted(dishes):
        for place in _drawn(cells, amounts.sfb_per_cell, item_id):
            yield Planned(dishes[item_id], editor, settings, background=place)
    for item_id, rows in _by_target(pairs, dishes):
        for row in rows:
            places = list(_drawn(cells, amounts.mfb_per_cell, row["pair_id"]))
            places.sort(key=lambda place: seed_of(row["pair_id"], place["background_id"]))
            for place in places[: amounts.mfb_most]:
                yield Planned(dishes[item_id], editor, settings, dishes[row["other_id"]], place)


def _by_target(
    pairs: pl.DataFrame, dishes: Mapping[str, Dish]
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    shown = pairs.filter(
        pl.col("item_id").is_in(list(dishes)), pl.col("other_id").is_in(list(dishes))
    ).sort("item_id", "pair_id")
    for item_id, rows in groupby(shown.iter_rows(named=True), key=lambda row: row["item_id"]):
        yield item_id, list(rows)


def _cells(backgrounds: pl.DataFrame) -> list[list[dict[str, Any]]]:
    """The backgrounds of each continent and kind."""
    found = backgrounds.sort("region", "kind", "background_id").partition_by("region", "kind")
    return [cell.rows(named=True) for cell in found]


def _drawn(cells: Iterable[Sequence[Row]], wanted: int, key: str) -> Iterator[Row]:
    for cell in cells:
        ordered = sorted(cell, key=lambda place: seed_of("place", key, place["background_id"]))
        yield from ordered[:wanted]


def _distance(target: Row, other: Row | None) -> str | None:
    return None if other is None else cultural_distance(target["country"], other["country"])
