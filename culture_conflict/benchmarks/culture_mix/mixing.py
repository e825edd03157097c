"""Every picture of a built source in one table: alone, side by side, before places, controls."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.joining import shrunk, side_by_side
from culture_conflict.benchmarks.culture_mix.plan import OBJECTS, Dish, Planned
from culture_conflict.editors.composed import Composed
from culture_conflict.editors.recorded import shown_editor
from culture_conflict.errors import PictureError
from culture_conflict.pictures.cutout import in_square
from culture_conflict.pictures.encode import encode
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.shelf import Shelf
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.tables.mixed_images import MIXED_IMAGES
from culture_conflict.tables.single_food import AUGMENTATIONS

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["JOINER", "Mixed", "alone", "before_places", "beside", "mixed_table"]

JOINER = Composed.version
Row = dict[str, Any]
_NOTHING = (
    *("food2_id", "food2_name", "food2_country", "background_country", "background_index"),
    *("background_kind", "food_distance", "background_distance", "control", "control_of"),
    *("object", "target_side", "size_ratio", "file", "row", "framing"),
)


@dataclass(frozen=True, eq=False)
class Mixed:
    """Rows of MIXED_IMAGES, and what could not be made: external_id and reason."""

    rows: pl.DataFrame
    failed: tuple[tuple[str, str], ...] = ()


def alone(dishes: Mapping[str, Dish], single_food: pl.DataFrame) -> pl.DataFrame:
    """The chosen picture of each dish and its copies as MIXED_IMAGES (SF)."""
    shown = single_food.filter("chosen", outcome="made").sort("item_id", "augmentation")
    rows = [
        _single(dishes[row["item_id"]], row)
        for row in shown.iter_rows(named=True)
        if row["item_id"] in dishes
    ]
    return MIXED_IMAGES.frame(rows)


def beside(
    planned: Iterable[Planned], pictures: PictureStore, *, workers: int | None = None
) -> Mixed:
    """Dishes side by side (MF) and the controls, joined and kept; few are in memory at a time.

    Raises:
        HomeError: the store can't be written.
    """
    joiner = _Joiner(Shelf(pictures), pictures)
    made = list(in_threads(joiner.make, planned, workers or usable_cores()))
    rows = [one for one in made if isinstance(one, dict)]
    failed = tuple(one for one in made if isinstance(one, tuple))
    return Mixed(MIXED_IMAGES.frame(rows), failed)


def before_places(planned: Sequence[Planned], attempts: pl.DataFrame) -> Mixed:
    """The tries in force as MIXED_IMAGES (SFB, MFB); a planned picture without one is told.

    The editor of a row is the one that made its picture. What failed a check and is in force all
    the same is marked there, and stands apart as `failed_gates`.
    """
    shown = {row["variant_id"]: row for row in attempts.filter("in_force").iter_rows(named=True)}
    last = dict(attempts.sort("attempt").select("variant_id", "reason").iter_rows())
    rows, failed = [], []
    for one in planned:
        if found := shown.get(one.variant_id):
            kept = {name: found[name] for name in ("picture", "width", "height")}
            rows.append(one.facts() | kept | _by(found))
        else:
            failed.append((one.external_id, last.get(one.variant_id) or "not_tried"))
    return Mixed(MIXED_IMAGES.frame(rows), tuple(failed))


def _by(attempt: Mapping[str, Any]) -> Row:
    failed = attempt["gates"] is not None and "fault" in json.loads(attempt["gates"])
    by: Row = {"editor": shown_editor(attempt["made_by"], failed=failed)}
    return by | {"control": "failed_gates"} if failed else by


@dataclass(frozen=True)
class _Joiner:
    shelf: Shelf
    pictures: PictureStore

    def make(self, planned: Planned) -> Row | tuple[str, str]:
        from PIL import Image as Pillow

        try:
            left = _sized(self._dish(planned.target), planned.shares[0])
            right = _sized(self._beside(planned), planned.shares[1])
            joined = side_by_side(left, right)
            if planned.control == "flip":
                joined = joined.transpose(Pillow.Transpose.FLIP_LEFT_RIGHT)
            picture = self.pictures.put(encode(joined, planned.settings.encode))
        except PictureError as error:
            return planned.external_id, error.reason
        width, height = joined.size
        return planned.facts() | {"picture": picture, "width": width, "height": height}

    def _dish(self, dish: Dish) -> Image.Image:
        return self.shelf.get(dish.single["cutout"])

    def _beside(self, planned: Planned) -> Image.Image:
        if planned.thing is None:
            assert planned.other is not None  # two foods, or a thing
            return self._dish(planned.other)
        return in_square(self._things[planned.thing], planned.settings.side, 0.7)

    @cached_property
    def _things(self) -> dict[str, Image.Image]:
        from culture_conflict.sources.sample.dishes import draw_thing

        return {name: open_cue(draw_thing(code)).image for name, code in OBJECTS.items()}


def _sized(dish: Image.Image, share: float) -> Image.Image:
    """The dish itself at full size."""
    return dish if share == 1.0 else shrunk(dish, share)


def _single(dish: Dish, row: Mapping[str, Any]) -> Row:
    copy = AUGMENTATIONS.index(row["augmentation"])
    mine = dish.item["external_id"]
    return {
        **dict.fromkeys(_NOTHING),
        "variant_id": row["single_id"],
        "external_id": f"{mine}/sf/{row['augmentation']}" if copy else f"{mine}/sf",
        **{name: dish.item[name] for name in ("benchmark", "source", "item_id")},
        "subtask": "sf",
        "augmentation": copy,
        "editor": "none",
        "recipe": row["recipe"],
        "picture": row["picture"],
        "width": row["side"],
        "height": row["side"],
    }


def mixed_table(parts: Iterable[pl.DataFrame]) -> pl.DataFrame:
    """All parts as one table, validated by its schema.

    Raises:
        InvalidTableError: two pictures share an id.
    """
    return MIXED_IMAGES.validate(pl.concat([MIXED_IMAGES.empty(), *parts]))
