"""The steps from a source's tables to its pictures, as the assets take them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import polars as pl

from culture_conflict.benchmarks.culture_mix.mixing import (
    JOINER,
    alone,
    before_places,
    beside,
    mixed_table,
)
from culture_conflict.benchmarks.culture_mix.plan import (
    Planned,
    dishes_of,
    plan_foods,
    plan_scenes,
)
from culture_conflict.benchmarks.culture_mix.recipes import MixSettings, amounts_of
from culture_conflict.editors.catalog import PAINTERS, make_editor
from culture_conflict.editors.composed import Composed
from culture_conflict.editors.local_dishes.editor import LocalDishes
from culture_conflict.editors.protocol import Editor
from culture_conflict.editors.registry import EditorRow
from culture_conflict.home import Home
from culture_conflict.pictures.store import PictureStore
from culture_conflict.sources.catalog import get_source
from culture_conflict.sources.source import Source
from culture_conflict.tables.edited_images import EDITED_IMAGES
from culture_conflict.tables.schema import Table

__all__ = [
    "CUT_OUT",
    "Kitchen",
    "dish_editor",
    "dish_editors",
    "foods_of",
    "freed_dishes",
    "made_so_far",
    "mix_source",
    "mixed_images_of",
    "scenes_of",
    "version_tried",
]

_DRAWING: Mapping[str, Callable[[], Editor]] = {"local": LocalDishes, "composed": Composed}
_BENCHMARK = "culture_mix"
CUT_OUT = "cutout"
"""What stands for an editor where dishes are cut out of their pictures by drawing."""


def dish_editors(rows: Iterable[EditorRow]) -> list[str]:
    """Who can put dishes before places: the two that draw, and the enabled rows that paint."""
    return [*_DRAWING, *(row.key for row in rows if row.enabled and row.kind in PAINTERS)]


def dish_editor(
    key: str,
    rows: Sequence[EditorRow],
    *,
    kept: Path | None = None,
    root: Path | None = None,
) -> Editor:
    """The editor of dishes of this key; `local` is another one than that of signs.

    Raises:
        EditError: `unknown_editor`.
        RegistryError: its row can't be used.
    """
    return _DRAWING[key]() if key in _DRAWING else make_editor(key, rows, kept=kept, root=root)


class Kitchen(NamedTuple):
    """What pictures of a source are made of: ITEMS, SINGLE_FOOD, FOOD_PAIRS, BACKGROUNDS."""

    items: pl.DataFrame
    single_food: pl.DataFrame
    food_pairs: pl.DataFrame
    backgrounds: pl.DataFrame


def mix_source(home: Home, name: str) -> Source:
    """The source of CultureMix that has this name.

    Raises:
        RegistryError: there is none.
    """
    return get_source(_BENCHMARK, name, home.sources_folder)


def foods_of(items: pl.DataFrame, imported_mixes: pl.DataFrame) -> pl.DataFrame:
    """ITEMS that pictures are to be made of: none where finished pictures are brought."""
    return items.clear() if imported_mixes.height else items


def scenes_of(kitchen: Kitchen, source: Source, editor: str) -> list[Planned]:
    """Every picture before a place that a source is to have by an editor of this version.

    Raises:
        RegistryError: the source's settings can't be read.
    """
    dishes = dishes_of(kitchen.items, kitchen.single_food)
    how = (MixSettings(), amounts_of(source), editor)
    return list(plan_scenes(dishes, kitchen.food_pairs, kitchen.backgrounds, *how))


def freed_dishes(home: Home, editor: str, source: str) -> pl.DataFrame | None:
    """EDITED_IMAGES of an editor's dishes on white; None where dishes are cut out by drawing.

    None at all were made where the table is empty.
    """
    return None if editor == CUT_OUT else made_so_far(home, EDITED_IMAGES, editor, source)


def made_so_far(home: Home, table: Table, editor: str, source: str) -> pl.DataFrame:
    """What an editor made of a source, EDITED_IMAGES or ATTEMPTS; nothing where it was not run."""
    if not home.tables.path(table, _BENCHMARK, editor, source).exists():
        return table.empty()
    return home.tables.read(table, _BENCHMARK, editor, source)


def version_tried(attempts: pl.DataFrame, editor: str) -> str:
    """Which version of an editor made its ATTEMPTS: what they are named by.

    Where it made none it is the key, and nothing is found by it.
    """
    return str(attempts["editor"][0]) if attempts.height else editor


def mixed_images_of(
    kitchen: Kitchen,
    planned: Sequence[Planned],
    attempts: pl.DataFrame,
    imported_mixes: pl.DataFrame,
    pictures: PictureStore,
) -> tuple[pl.DataFrame, dict[str, int]]:
    """MIXED_IMAGES of a source, and how many pictures could not be made, by reason.

    Raises:
        HomeError: the store can't be written.
    """
    dishes = dishes_of(kitchen.items, kitchen.single_food)
    foods = plan_foods(dishes, kitchen.food_pairs, MixSettings(), JOINER)
    joined = beside(foods, pictures)
    placed = before_places(planned, attempts)
    failed = Counter(reason for part in (joined, placed) for _, reason in part.failed)
    parts = (imported_mixes, alone(dishes, kitchen.single_food), joined.rows, placed.rows)
    return mixed_table(parts), dict(failed)
