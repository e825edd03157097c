"""What a label asks for, in the languages that answers are written in."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Literal

from culture_conflict.places.words import words

__all__ = ["Kind", "label_kind"]

Kind = Literal["name", "country"]

_BRACKETS = re.compile(r"[(\[\uff08][^()\[\]\uff08\uff09]*[)\]\uff09]")
_CAMEL = re.compile("(?<=[a-z])(?=[A-Z])")
_LONGEST = 60
_POLITE = frozenset(("its", "this", "final", "likely", "probable", "most"))


@lru_cache(maxsize=4096)
def label_kind(label: str) -> Kind | None:
    """Whether a label or key asks for the item's name or for the country; None for any other.

    Case, diacritics, markup, an explanation in brackets, and a number don't count; `dishName` is
    two words.
    """
    if len(label) > _LONGEST:
        return None
    given = words(_CAMEL.sub(" ", _BRACKETS.sub(" ", label)))
    kept = tuple(word for word in given if word not in _POLITE and not word.isdecimal())
    return _kinds().get(kept)


@cache
def _kinds() -> Mapping[tuple[str, ...], Kind]:
    known: dict[tuple[str, ...], Kind] = {}
    with Path(__file__).with_name("labels.csv").open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file):
            kind: Kind = "name" if row["kind"] == "name" else "country"
            known |= {words(label): kind for label in row["labels"].split("|")}
    return known
