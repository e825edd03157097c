"""What an answer's object says: a name and countries, from JSON that need not be quite valid.

Each reader (here, in `lines` and in `prose`) takes the text behind the reasoning and gives a
`Reading`, or None where the text has not its form. None of them raises on content.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from culture_conflict.benchmarks.confused_tourist.labels import label_kind
from culture_conflict.benchmarks.confused_tourist.wording import NOTHING, PAIR, plain
from culture_conflict.places.words import words

__all__ = ["Reading", "gathered", "joined", "read_json", "said"]

_MAX_OBJECTS = 64
_Named = tuple[str | None, str | None]


@dataclass(frozen=True)
class Reading:
    """A name and a country in the model's words; None where it gave none."""

    item: str | None
    country: str | None

    def over(self, other: Reading | None) -> Reading:
        """The same reading, with what it leaves open taken from another."""
        if other is None:
            return self
        return Reading(self.item or other.item, self.country or other.country)


def said(value: str | None) -> str | None:
    """The value without quotes and markup; None where it says nothing (`unknown`, `N/A`, `...`)."""
    text = (value or "").strip(" \t\n*_`\"'\u201c\u201d\u2018\u2019")
    given = words(text)
    return text if given and given not in NOTHING else None


def joined(countries: Iterable[str | None]) -> str | None:
    """Countries given one by one as one text."""
    spoken = [text for country in countries if (text := said(country))]
    return " / ".join(dict.fromkeys(spoken)) or None


def gathered(found: list[_Named]) -> Reading | None:
    """The last name of several that are given one after another, and the countries of all."""
    if not found:
        return None
    items = [item for item, _ in found if said(item)]
    return Reading(items[-1] if items else None, joined(country for _, country in found))


def read_json(text: str, *, cut: bool = False) -> Reading | None:
    """The name of the last object that has one, and the countries of all, joined.

    Tolerates fences, text around, comments, trailing commas, other quotes, nested objects, keys in
    other languages and, unless the text was `cut` off, a missing closing brace.
    """
    return gathered(list(_objects(text, cut)))


def _objects(text: str, cut: bool) -> Iterator[_Named]:
    at = text.find("{")
    for _ in range(_MAX_OBJECTS):
        if at < 0:
            return
        named, end = _object(text, at, cut)
        if named:
            yield named
        at = text.find("{", end)


def _object(text: str, start: int, cut: bool) -> tuple[_Named | None, int]:
    """Name and country of the object at `start`, and where to look for the next."""
    try:
        value, end = json.JSONDecoder(strict=False).raw_decode(text, start)
    except (ValueError, RecursionError):
        closing = text.find("}", start)
        if closing < 0 and cut:
            return None, start + 1
        end = closing if closing >= 0 else len(text)
        pairs = PAIR.finditer(plain(text[start + 1 : end]))
        value = {pair["key"]: next(filter(None, pair.groups()[1:]), "") for pair in pairs}
    named = _named(value)
    return named, end if named else start + 1


def _named(value: dict[str, Any]) -> _Named | None:
    found: dict[str, str | None] = {}
    for key, it in value.items():
        if kind := label_kind(key):
            found.setdefault(kind, _text(it))
            if kind == "name" and isinstance(it, dict) and (inner := _of(it, "country")):
                found.setdefault("country", inner)
    return (found.get("name"), found.get("country")) if found else None


def _text(value: object) -> str | None:
    """A JSON value as words: a list is joined, an object gives its name, null nothing."""
    if isinstance(value, list):
        return " / ".join(filter(None, map(_text, value))) or None
    if isinstance(value, dict):
        return _of(value, "name") or _of(value, "country")
    return None if value is None or isinstance(value, bool) else str(value)


def _of(value: dict[str, Any], kind: str) -> str | None:
    return next((_text(it) for key, it in value.items() if label_kind(key) == kind), None)
