"""Rows of our tables from the checked rows of a data set of mixed pictures."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from culture_conflict.places.continents import cultural_distance
from culture_conflict.sources.folder.checking import Candidate
from culture_conflict.sources.mix.settings import MixSettings
from culture_conflict.sources.source import Source
from culture_conflict.tables.ids import as_json, stable_id

if TYPE_CHECKING:
    from culture_conflict.sources.mix.read import SeenPicture

__all__ = ["baselines", "doubtful", "item_row", "mixed_row"]

_LEAST_LETTERS = 3
_FACTORS = (
    *("subtask", "food2_id", "food2_name", "food2_country"),
    *("background_country", "background_index", "background_kind"),
)


def baselines(
    pictures: Sequence[SeenPicture],
) -> tuple[dict[str, SeenPicture], dict[int, int], tuple[str, ...]]:
    """Each food's own picture, the augmentation of each picture of a single food, and remarks.

    The number of an augmented copy is the one that the table gives; without any, or where two rows
    of a food are 0, the first row of a food alone is the unaugmented picture, the others are its
    copies in their order. Where that picture can't be used, no copy takes its place: a food
    without a picture of its own is represented by its first one, and nothing is its baseline.
    """
    of_food: dict[str, SeenPicture] = {}
    alone: dict[str, list[SeenPicture]] = {}
    for one in pictures:
        food = one.row.values["food1_id"]
        of_food.setdefault(food, one)
        if one.row.values["subtask"] == "sf":
            alone.setdefault(food, []).append(one)
    copies: dict[int, int] = {}
    for food, those in alone.items():
        numbers = _numbers(those)
        copies |= {id(one): n for one, n in zip(those, numbers, strict=True)}
        of_food[food] = those[numbers.index(0) if 0 in numbers else 0]
    return of_food, copies, tuple(_remarks(of_food, alone, copies))


def _numbers(those: Sequence[SeenPicture]) -> list[int]:
    said = [one.row.values["augmentation"] for one in those]
    if None in said or said.count(0) > 1:
        return [one.row.values["turn"] for one in those]
    return said


def _remarks(
    of_food: dict[str, SeenPicture], alone: dict[str, list[SeenPicture]], copies: dict[int, int]
) -> Iterator[str]:
    if lonely := [food for food in of_food if food not in alone]:
        yield f"{len(lonely)} foods have no picture of their own, so nothing is their baseline"
    if lost := sum(all(copies[id(one)] for one in those) for those in alone.values()):
        yield (
            f"{lost} foods have augmented copies only, so nothing is their baseline; their "
            f"unaugmented picture is missing or among the rejects"
        )
    if guessed := sum(
        len(those) > 1 and those[0].row.values["augmentation"] is None for those in alone.values()
    ):
        yield f"{guessed} foods have several pictures: the first is taken as the unaugmented one"


def doubtful(rows: Iterable[Candidate]) -> tuple[str, ...]:
    """Names that hardly name a food are kept and told (ruling 6), e.g. `no`."""
    names = {row.values["name"] for row in rows}
    short = sorted(n for n in names if sum(letter.isalpha() for letter in n) < _LEAST_LETTERS)
    return (f"doubtful names, kept: {', '.join(map(repr, short))}",) if short else ()


def item_row(
    source: Source, version: str, settings: MixSettings, one: SeenPicture
) -> dict[str, object]:
    """A row of ITEMS for the target food of a picture."""
    values = one.row.values
    return {
        **dict.fromkeys(("description", "consent", "latitude", "longitude", "url")),
        "item_id": _item_id(source, values["food1_id"]),
        "external_id": values["food1_id"],
        "benchmark": source.benchmark,
        "source": source.name,
        "source_version": version,
        "category": "cuisine",
        "name": values["name"],
        "aliases": [],
        "country": values["country"],
        "other_countries": values["other_countries"],
        "picture": one.picture,
        "licence": settings.defaults.licence,
        "author": settings.defaults.author,
        "medium": source.medium,
    }


def mixed_row(source: Source, one: SeenPicture, augmentation: int) -> dict[str, object]:
    """A row of MIXED_IMAGES; its id hashes what names the picture, never pixels or file order."""
    values = one.row.values
    editor = "none" if values["subtask"] == "sf" else "imported"
    recipe: dict[str, Any] = {
        "benchmark": source.benchmark,
        "source": source.name,
        "group": _item_id(source, values["food1_id"]),
        "external_id": one.row.external_id,
        "augmentation": augmentation,
        "editor": editor,
        **{name: values[name] for name in _FACTORS},
    }
    return {
        **{name: values[name] for name in _FACTORS},
        "variant_id": stable_id(as_json(recipe)),
        "external_id": one.row.external_id,
        "benchmark": source.benchmark,
        "source": source.name,
        "item_id": recipe["group"],
        "augmentation": augmentation,
        "food_distance": _distance(values["country"], values["food2_country"]),
        "background_distance": _distance(values["country"], values["background_country"]),
        **dict.fromkeys(("control", "control_of", "object", "target_side", "size_ratio")),
        "framing": values.get("framing"),
        "editor": editor,
        "recipe": as_json(recipe),
        "file": one.row.file,
        "row": one.row.row,
        **{name: getattr(one, name) for name in ("picture", "width", "height")},
    }


def _item_id(source: Source, food: str) -> str:
    return stable_id(source.benchmark, source.name, food)


def _distance(target: str, distractor: str | None) -> str | None:
    return None if distractor is None else cultural_distance(target, distractor)
