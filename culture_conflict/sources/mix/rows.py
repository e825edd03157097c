"""What each row of a table of mixed pictures says, in our words; no picture is opened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import chain
from typing import Any

from culture_conflict.places.countries import countries as all_countries
from culture_conflict.places.words import words
from culture_conflict.sources.folder.cells import countries
from culture_conflict.sources.folder.checking import Candidate, Faults, Rejects
from culture_conflict.sources.folder.places import code_of
from culture_conflict.sources.folder.rows import RawRow, RowError, printable, text_of
from culture_conflict.sources.mix.files import Listed
from culture_conflict.sources.mix.settings import MixSettings, MixTable

__all__ = ["check_rows", "place_and_index"]

_NUMBERED = re.compile(r"(.*?\D)\s*_?(\d{1,4})")
_SHOWS_FOOD, _SHOWS_PLACE = ("mf", "mfb"), ("sfb", "mfb")
_FOOD = ("name", "country", "other_countries")


def check_rows(
    tables: Sequence[Listed], settings: MixSettings, rejects: Rejects
) -> list[Candidate]:
    """The rows whose cells are right; the others go to `rejects`, each with every reason.

    The value `turn` of a food alone is how many rows with it alone stood before, usable or not.
    """
    seen: dict[str, str] = {}
    foods: dict[str, tuple[Any, ...]] = {}
    alone: Counter[str] = Counter()
    found = []
    for table, raw in tables:
        for row in raw:
            values, faults = _read(row, table, settings)
            path, food = values.get("image_path", ""), values.get("food1_id", "")
            place = f"row {row.number} of {table.path}"
            if values.get("subtask") == "sf":
                values["turn"] = alone[food]
                alone[food] += 1
            if path and (first := seen.setdefault(path, place)) != place:
                faults.add("duplicate", f"its picture stands already in {first}")
            if food and not faults:
                _require_one_food(foods, food, values, faults)
            if faults:
                rejects.add(table.path, row.number, path or None, faults)
            else:
                found.append(Candidate(table.path, row.number, path, values, path))
    return found


def place_and_index(cell: object) -> tuple[str, int | None]:
    """ISO 3166-1 alpha-3 and number of a background: `unitedstates2` is (`USA`, 2).

    A country written as one word is read; a number behind it tells backgrounds of one country
    apart and is null where there is none.

    Raises:
        RowError: `unknown_country`, `empty` or `not_text`.
    """
    text = text_of(cell)
    if not text:
        raise RowError("empty", "no background country")
    numbered = _NUMBERED.fullmatch(text)
    for name, index in ((text, None), numbered.groups() if numbered else ("", None)):
        if name and (code := code_of(name) or _in_one_word().get("".join(words(name)))):
            return code, None if index is None else int(index)
    raise RowError(
        "unknown_country",
        f"{printable(text, 80)!r} names no country; write its English name, with a number behind "
        f"it where it has several backgrounds",
    )


@cache
def _in_one_word() -> Mapping[str, str]:
    found: dict[str, set[str]] = {}
    for code, country in all_countries().items():
        for name in chain((country.name,), country.aliases):
            found.setdefault("".join(words(name)), set()).add(code)
    return {name: next(iter(codes)) for name, codes in found.items() if len(codes) == 1}


def _read(row: RawRow, table: MixTable, settings: MixSettings) -> tuple[dict[str, Any], Faults]:
    faults = Faults()
    values: dict[str, Any] = {}
    if row.error is not None:
        faults.add(row.error.reason, str(row.error))
        return values, faults

    def cell(ours: str) -> object:
        return row.cells.get(getattr(settings.columns, ours))

    for ours in ("image_path", "food1_id", "food1_name"):
        with faults.noted(ours):
            values[ours] = text_of(cell(ours))
            if not values[ours]:
                faults.add("empty", f"no {ours}")
    with faults.noted("food1_country"):
        values["country"], *values["other_countries"] = countries(cell("food1_country"))
    values["name"] = values.get("food1_name")
    for ours, known in (("subtask", ("sf", "mf", "sfb", "mfb")), ("background_kind", _KINDS)):
        with faults.noted(ours):
            values[ours] = _word(cell(ours), known) or getattr(table, ours)
    with faults.noted("augmentation"):
        values["augmentation"] = _augmentation(cell("augmentation"))
    if values.get("subtask") is None:
        faults.add("empty", "no subtask")
        return values, faults
    _read_distractors(values, cell, faults)
    return values, faults


_KINDS = ("landmark", "street")


def _read_distractors(values: dict[str, Any], cell: Any, faults: Faults) -> None:
    """The second food and the background, exactly where the subtask shows them."""
    subtask = values["subtask"]
    nothing = ("food2_id", "food2_name", "food2_country", "background_country", "background_index")
    values |= dict.fromkeys(nothing)
    shows = {"food2_name": _SHOWS_FOOD, "background_country": _SHOWS_PLACE}
    for ours, subtasks in shows.items():
        with faults.noted(ours):
            if bool(text_of(cell(ours))) != (subtask in subtasks):
                what = "there is none" if subtask in subtasks else "there is one"
                faults.add("subtask", f"{subtask}: {what} as {ours}")
                return
    if subtask in _SHOWS_FOOD:
        with faults.noted("food2"):
            values["food2_id"] = text_of(cell("food2_id")) or None
            values["food2_name"] = text_of(cell("food2_name"))
            values["food2_country"] = countries(cell("food2_country"))[0]
    if subtask in _SHOWS_PLACE:
        with faults.noted("background_country"):
            place = place_and_index(cell("background_country"))
            values["background_country"], values["background_index"] = place
    elif values.get("background_kind"):
        faults.add("subtask", f"{subtask}: there is a background_kind without a background")


def _word(cell: object, known: tuple[str, ...]) -> str | None:
    text = text_of(cell).casefold()
    if text and text not in known:
        raise RowError("unknown_value", f"{printable(text, 80)!r} is none of {', '.join(known)}")
    return text or None


def _augmentation(cell: object) -> int | None:
    text = text_of(cell)
    if text and not (text.isascii() and text.isdigit() and len(text) < 5):
        raise RowError("unknown_value", f"expected a whole number, got {printable(text, 80)!r}")
    return int(text) if text else None


def _require_one_food(
    foods: dict[str, tuple[Any, ...]], food: str, values: dict[str, Any], faults: Faults
) -> None:
    """An id is one name of one country, as in the first row that has it."""
    said = tuple(values[name] for name in _FOOD)
    first = foods.setdefault(food, said)
    if first != said:
        faults.add(
            "contradiction",
            f"food {printable(food, 40)} is {printable(str(first[0]), 80)} ({first[1]}) in an "
            f"earlier row, here {printable(str(said[0]), 80)} ({said[1]})",
        )
