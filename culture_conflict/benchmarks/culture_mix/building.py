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
from culture_conflict.tables.attempts import ATTEMPTS

__all__ = [
    "Kitchen",
    "dish_editor",
    "dish_editors",
    "finished_attempts",
    "foods_of",
    "mix_source",
    "mixed_images_of",
    "scenes_of",
]

_DRAWING: Mapping[str, Callable[[], Editor]] = {"local": LocalDishes, "composed": Composed}
_BENCHMARK = "culture_mix"


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


def scenes_of(kitchen: Kitchen, kind: str, editor: str) -> list[Planned]:
    """Every picture before a place that a source of this `kind` is to have by an editor."""
    dishes = dishes_of(kitchen.items, kitchen.single_food)
    how = (MixSettings(), amounts_of(kind), editor)
    return list(plan_scenes(dishes, kitchen.food_pairs, kitchen.backgrounds, *how))


def finished_attempts(home: Home, editor: str, source: str) -> pl.DataFrame:
    """ATTEMPTS of an editor; none where they were not made yet."""
    if not home.tables.path(ATTEMPTS, _BENCHMARK, editor, source).exists():
        return ATTEMPTS.empty()
    return home.tables.read(ATTEMPTS, _BENCHMARK, editor, source)


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
