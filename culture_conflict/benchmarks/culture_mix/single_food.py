"""Each dish alone, square, on pure white: two candidates, one chosen, three copies (§2.2, A.2)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import polars as pl

from culture_conflict.benchmarks.culture_mix.augmenting import COPIES, augmented
from culture_conflict.benchmarks.culture_mix.recipes import MixSettings, seed_of
from culture_conflict.benchmarks.named import named
from culture_conflict.errors import PictureError
from culture_conflict.pictures.cutout import (
    Method,
    cut_out,
    edge_share,
    flat,
    in_square,
    methods_for,
    solidity,
)
from culture_conflict.pictures.encode import encode, fit_within
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.store import PictureStore
from culture_conflict.pictures.threads import in_threads, usable_cores
from culture_conflict.tables.single_food import SINGLE_FOOD

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["EDITOR", "chosen_dishes", "make_single_food", "pictured_dishes"]

EDITOR = "cutout/1"
_CROPPED, _WHOLE = 0.3, 0.8
Row = dict[str, Any]
_Begun = tuple[Row, "Image.Image | None"]


def make_single_food(
    items: pl.DataFrame,
    choices: pl.DataFrame,
    pictures: PictureStore,
    settings: MixSettings | None = None,
    *,
    edited: pl.DataFrame | None = None,
    workers: int | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> pl.DataFrame:
    """ITEMS and FOOD_CHOICES to SINGLE_FOOD: every candidate and the copies of the chosen one.

    A picture with transparency is cut by it, another by its plain edges; the second candidate is
    GrabCut's. Where `edited` (EDITED_IMAGES) is given, an editor's pictures that passed its gates
    are the candidates instead, cut by their plain edges. Without a recorded choice the candidate
    with the fewest faults is taken, the first of several; where the recorded one could not be
    made, so is another, with the fault `choice_failed`. A dish with no candidate has only failed
    rows, with their reasons.

    Raises:
        HomeError: the store can't be written.
    """
    by_dish = None if edited is None else _by_dish(edited)
    maker = _Maker(pictures, settings or MixSettings(), _recorded(choices), by_dish)
    rows: list[Row] = []
    jobs = items.iter_rows(named=True)
    for done, made in enumerate(in_threads(maker.make, jobs, workers or usable_cores()), start=1):
        rows.extend(made)
        if progress is not None:
            progress(done, items.height)
    return SINGLE_FOOD.frame(rows)


def chosen_dishes(single_food: pl.DataFrame) -> pl.DataFrame:
    """The unaugmented chosen picture of each dish that has one."""
    return single_food.filter("chosen", pl.col("augmentation") == "none")


def pictured_dishes(items: pl.DataFrame, single_food: pl.DataFrame) -> pl.DataFrame:
    """ITEMS that have such a picture."""
    return items.join(chosen_dishes(single_food), on="item_id", how="semi")


def _recorded(choices: pl.DataFrame) -> dict[str, int]:
    return dict(choices.select("external_id", "candidate").iter_rows())


def _by_dish(edited: pl.DataFrame) -> dict[str, list[Row]]:
    rows = edited.sort("group_id", "variant").partition_by("group_id", as_dict=True)
    return {str(item_id): rows_of.to_dicts() for (item_id,), rows_of in rows.items()}


@dataclass(frozen=True)
class _Maker:
    pictures: PictureStore
    settings: MixSettings
    recorded: Mapping[str, int]
    edited: Mapping[str, Sequence[Row]] | None = None

    def make(self, item: Row) -> list[Row]:
        begun = self._cut(item) if self.edited is None else self._edited(item, self.edited)
        found = [
            (row, *(self._candidate(row, shown) if shown is not None else (None,)))
            for row, shown in begun
        ]
        self._choose(item, [row for row, _ in found])
        rows = [row for row, _ in found]
        for row, dish in found:
            if row["chosen"] and dish is not None:
                rows += list(self._copies(item, row, dish))
        return rows

    def _cut(self, item: Row) -> Iterator[_Begun]:
        """The dish's own picture, to be cut in two ways."""
        try:
            shown = self._opened(item["picture"])
        except PictureError as error:
            yield self._row(item, 1, "alpha", "none", 0) | _failed(error.reason), None
            return
        for number, method in enumerate(methods_for(shown), start=1):
            yield self._row(item, number, method, "none", number - 1), shown

    def _edited(self, item: Row, edited: Mapping[str, Sequence[Row]]) -> Iterator[_Begun]:
        """What an editor made of it; a picture that failed a gate stands for no dish."""
        mine = edited.get(item["item_id"], ())
        if not mine:
            yield self._row(item, 1, "edited", "none", 0) | _failed("not_tried"), None
        for number, one in enumerate(mine, start=1):
            by = {"editor": one["editor"], "edited": one["picture"]}
            row = self._row(item, number, "edited", "none", one["seed"], by)
            try:
                shown = None if one["reason"] else self._opened(one["picture"])
            except PictureError as error:
                yield row | _failed(error.reason), None
                continue
            yield (row | _failed(one["reason"]) if shown is None else row), shown

    def _opened(self, sha256: str) -> Image.Image:
        return fit_within(open_cue(self.pictures.get(sha256)).image, 2 * self.settings.side)

    def _candidate(self, row: Row, shown: Image.Image) -> tuple[Image.Image | None]:
        try:
            method: Method = "border" if row["method"] == "edited" else row["method"]
            cut = cut_out(shown, method, row["seed"])
            dish = in_square(cut, self.settings.side)
            row |= self._kept(dish, with_cutout=True)
        except PictureError as error:
            row |= _failed(error.reason)
            return (None,)
        if row["method"] != "alpha":
            row["faults"] = _faults(cut)
        return (dish,)

    def _kept(self, dish: Image.Image, *, with_cutout: bool) -> Row:
        kept: Row = {"picture": self.pictures.put(encode(flat(dish), self.settings.encode))}
        if with_cutout:
            data = io.BytesIO()
            dish.save(data, "PNG", compress_level=2)
            kept["cutout"] = self.pictures.put(data.getvalue())
        return kept

    def _choose(self, item: Row, rows: list[Row]) -> None:
        made = [row for row in rows if row["outcome"] == "made"]
        said = self.recorded.get(item["external_id"])
        by_hand = [row for row in made if row["candidate"] == said]
        best = by_hand or sorted(made, key=lambda row: len(row["faults"]))
        for row in best[:1]:
            row |= {"chosen": True, "choice": "recorded" if by_hand else "automatic"}
            if said is not None and not by_hand:
                row["faults"] = [*row["faults"], "choice_failed"]

    def _copies(self, item: Row, row: Row, dish: Image.Image) -> Iterator[Row]:
        for name in COPIES:
            seed = seed_of(item["item_id"], name)
            recipe = json.loads(row["recipe"])
            by = {name: recipe[name] for name in ("editor", "edited") if name in recipe}
            copy = self._row(item, row["candidate"], row["method"], name, seed, by)
            copy |= {"chosen": True, "choice": row["choice"]}
            try:
                yield copy | self._kept(augmented(dish, name, seed), with_cutout=False)
            except PictureError as error:
                yield copy | _failed(error.reason)

    def _row(  # noqa: PLR0917 - what tells one picture from another
        self,
        item: Row,
        number: int,
        method: str,
        augmentation: str,
        seed: int,
        by: Mapping[str, str] = MappingProxyType({"editor": EDITOR}),
    ) -> Row:
        single_id, recipe = named(
            {
                "group": item["item_id"],
                "dish": item["picture"],
                "method": method,
                "augmentation": augmentation,
                "seed": seed,
                **by,
                "settings": self.settings.recipe(),
            }
        )
        return {
            "single_id": single_id,
            "benchmark": item["benchmark"],
            "source": item["source"],
            "item_id": item["item_id"],
            "candidate": number,
            "method": method,
            "seed": seed,
            "augmentation": augmentation,
            "outcome": "made",
            "reason": None,
            "chosen": False,
            "choice": None,
            "faults": [],
            "picture": None,
            "cutout": None,
            "side": self.settings.side,
            "recipe": recipe,
        }


def _faults(cut: Image.Image) -> list[str]:
    """`cropped`: it runs into an edge; `ragged`: it has gaps: too much or too little is left."""
    found = {"cropped": edge_share(cut) > _CROPPED, "ragged": solidity(cut) < _WHOLE}
    return [name for name, is_so in found.items() if is_so]


def _failed(reason: str) -> Row:
    return {"outcome": "failed", "reason": reason, "picture": None, "cutout": None}
