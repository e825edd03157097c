"""What an answer's text says: a name and countries, from JSON, labelled lines or a short pair.

Each reader takes the text behind the reasoning and gives a `Reading`, or None where the text has
not its form. None of them raises on content.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from culture_conflict.benchmarks.confused_tourist.wording import (
    COUNTRY_KEYS,
    LABEL,
    LIST_MARK,
    NAME_KEYS,
    NOTHING,
    PAIR,
    STEM,
    STRONG,
    TAIL,
    WEAK,
    plain,
)
from culture_conflict.places.normalize import answered_countries, resolve_country
from culture_conflict.places.words import words

__all__ = ["Reading", "read_json", "read_labels", "read_pair", "said"]

_MAX_OBJECTS = 64
_MAX_PAIR = 400
_MAX_NAME = 80
_Named = tuple[str | None, str | None]


@dataclass(frozen=True)
class Reading:
    """A name and a country in the model's words; None where it gave none."""

    item: str | None
    country: str | None


def said(value: str | None) -> str | None:
    """The value without quotes and markup; None where it says nothing (`unknown`, `N/A`, `...`)."""
    text = (value or "").strip(" \t\n*_`\"'\u201c\u201d\u2018\u2019")
    given = words(text)
    return text if given and given not in NOTHING else None


def read_json(text: str, *, cut: bool = False) -> Reading | None:
    """The name of the last object that has one, and the countries of all, joined.

    Tolerates fences, text around, trailing commas, other quotes, nested objects and, unless the
    text was `cut` off, a missing closing brace.
    """
    found = list(_objects(text, cut))
    if not found:
        return None
    items = [item for item, _ in found if said(item)]
    return Reading(items[-1] if items else None, _joined([country for _, country in found]))


def read_labels(text: str) -> Reading | None:
    """Values behind labels such as `Name:` and `**Country of origin:**`, on one line or more."""
    text = plain(text)
    labels = list(LABEL.finditer(text))
    ends = [*(label.start() for label in labels[1:]), len(text)]
    items: list[str] = []
    countries: list[str | None] = []
    for label, end in zip(labels, ends, strict=False):
        value = text[label.end() : end].strip().partition("\n")[0].strip(' \t,;|-*_."(')
        (items if label["name"] else countries).append(value)
    if not countries:
        return None
    return Reading(next((item for item in items if said(item)), None), _joined(countries))


def read_pair(text: str) -> Reading | None:
    """`Name / Country`, also with a comma, bracket, line break or `from`; or a country alone."""
    text = LIST_MARK.sub("", plain(text)).strip().rstrip(".!")
    if len(text) > _MAX_PAIR:
        return None
    if resolve_country(text):
        return Reading(None, text)
    whole = ((left, right) for left, right in _cuts(text, STRONG + WEAK) if resolve_country(right))
    partly = (
        (left, right)
        for separators in (STRONG, WEAK)
        for left, right in _cuts(text, separators)
        if answered_countries(right)
    )
    readings = (Reading(_item(left), right) for left, right in chain(whole, partly))
    return next((reading for reading in readings if reading.item), None)


def _cuts(text: str, separators: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Both sides of each place where the text can be cut, from the left."""
    for at in range(1, len(text)):
        for separator in separators:
            if text.startswith(separator, at):
                yield text[:at], text[at + len(separator) :].strip(" \t\n).,")


def _item(left: str) -> str | None:
    bare = LABEL.sub("", left.strip(" \t\n(.,:\"'"), count=1)
    bare = TAIL.sub("", STEM.sub("", bare))
    item = bare.strip(" \t\n,;:\"'")
    whole = len(item) <= _MAX_NAME and not set(item) & {"\n", "|"}
    return item if whole and said(item) else None


def _joined(countries: list[str | None]) -> str | None:
    spoken = [text for country in countries if (text := said(country))]
    return " / ".join(dict.fromkeys(spoken)) or None


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
    keyed = {re.sub("[^a-z]+", "_", key.casefold()).strip("_"): it for key, it in value.items()}
    names = [_text(it) for key, it in keyed.items() if key in NAME_KEYS]
    countries = [_text(it) for key, it in keyed.items() if key in COUNTRY_KEYS]
    if not names and not countries:
        return None
    return next(iter(names), None), next(iter(countries), None)


def _text(value: object) -> str | None:
    """A JSON value as words: a list is joined, an object gives its name, null nothing."""
    if isinstance(value, list):
        return " / ".join(filter(None, map(_text, value))) or None
    if isinstance(value, dict):
        return _text(value.get("name"))
    return None if value is None or isinstance(value, bool) else str(value)
