"""The word lists behind the tiers, and a text cut into the words that they are compared with."""

from __future__ import annotations

import csv
import re
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from culture_conflict.places.words import normalize

__all__ = [
    "Phrases",
    "PostalCode",
    "ScriptRule",
    "covered",
    "phrases",
    "postal_codes",
    "script_rules",
    "starts",
    "street_languages",
    "tokens",
]

Tokens = tuple[str, ...]
Phrases = frozenset[Tokens]

_LONGEST = 4


@dataclass(frozen=True)
class ScriptRule:
    """A pattern for a script without spaces; what `without` matches is taken out first."""

    script: str
    rule: str
    pattern: re.Pattern[str]
    without: re.Pattern[str] | None


@dataclass(frozen=True)
class PostalCode:
    """How a country writes its codes; `distinctive` ones need no address word beside them."""

    country: str
    pattern: re.Pattern[str]
    distinctive: bool


def tokens(text: str) -> Tokens:
    """The words of a text, casefolded, their accents kept: Vietnamese phố is no phở."""
    text = normalize(text, fold=False)
    return tuple("".join(c if unicodedata.category(c)[0] in "LNM" else " " for c in text).split())


def phrases(name: str) -> Phrases:
    """One list of `tier_words.csv`, all languages together, each entry as its words."""
    return _lists()[name]


def starts(words: Tokens, at: int, known: Phrases) -> int:
    """How many words of the longest known phrase stand at `at`; 0 = none."""
    for length in range(min(_LONGEST, len(words) - at), 0, -1):
        if words[at : at + length] in known:
            return length
    return 0


def covered(words: Tokens, known: Phrases) -> bool:
    """Whether the text is nothing but known phrases and digits, with one phrase at least."""
    at, found = 0, False
    while at < len(words):
        length = starts(words, at, known)
        found |= length > 0
        if not length and not words[at].isdigit():
            return False
        at += length or 1
    return found


@cache
def script_rules() -> tuple[ScriptRule, ...]:
    """The patterns of `tier_scripts.csv`, in order."""
    return tuple(
        ScriptRule(
            row["script"],
            row["rule"],
            re.compile(row["pattern"]),
            re.compile(row["without"]) if row["without"] else None,
        )
        for row in _rows("tier_scripts.csv")
    )


@cache
def postal_codes() -> tuple[PostalCode, ...]:
    """The patterns of `postal_codes.csv`: a code standing alone between other words."""
    return tuple(
        PostalCode(
            row["country"],
            re.compile(rf"(?<![\w-])(?:{row['pattern']})(?![\w-])"),
            row["distinctive"] == "1",
        )
        for row in _rows("postal_codes.csv")
    )


@cache
def street_languages() -> Mapping[Tokens, frozenset[str]]:
    """Each word that stands before or behind a street's name, with the languages it is of."""
    found: dict[Tokens, set[str]] = {}
    for row in _rows("tier_words.csv"):
        if row["list"] in ("street_after", "street_before"):
            for words in _several(row["words"].split("|")):
                found.setdefault(words, set()).add(row["language"].partition("_")[0])
    return MappingProxyType({words: frozenset(of) for words, of in found.items()})


@cache
def _lists() -> Mapping[str, Phrases]:
    found: dict[str, set[Tokens]] = {}
    for row in _rows("tier_words.csv"):
        found.setdefault(row["list"], set()).update(_several(row["words"].split("|")))
    return MappingProxyType({name: frozenset(known) for name, known in found.items()})


def _several(words: Iterable[str]) -> Iterable[Tokens]:
    return (cut for word in words if (cut := tokens(word)))


def _rows(name: str) -> list[dict[str, str]]:
    with Path(__file__).with_name(name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))
