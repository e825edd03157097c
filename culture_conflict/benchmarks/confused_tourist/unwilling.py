"""Answers that say they give none: refusals and confessions of not knowing, in many languages."""

from __future__ import annotations

import csv
import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Literal

from culture_conflict.benchmarks.confused_tourist.wording import ABSTENTION, REFUSAL, plain
from culture_conflict.places.words import words

__all__ = ["Unwilling", "unwilling", "willing_part"]

Unwilling = Literal["refused", "abstained"]
_Words = tuple[str, ...]

_LOOKED_AT = 300
_BUT = re.compile(
    r"\b(?:but|however|nevertheless|my best guess(?: is| would be)?|if i had to guess)\b[,:]?",
    re.IGNORECASE,
)


def unwilling(text: str) -> Unwilling | None:
    """Whether a text begins (300 characters) by refusing or by not knowing."""
    start = plain(text[:_LOOKED_AT])
    if REFUSAL.search(start) or _says(start, "refused"):
        return "refused"
    return "abstained" if ABSTENTION.search(start) or _says(start, "abstained") else None


def willing_part(text: str) -> str:
    """What follows the first `but`, `however` or `my best guess`; nothing without one."""
    found = _BUT.search(text)
    return text[found.end() :].strip() if found else ""


def _says(text: str, state: Unwilling) -> bool:
    given = words(text)
    longest, phrases = _phrases()[state]
    return any(
        given[at : at + length] in phrases
        for at in range(len(given))
        for length in range(1, longest + 1)
    )


@cache
def _phrases() -> Mapping[Unwilling, tuple[int, frozenset[_Words]]]:
    with Path(__file__).with_name("unwilling.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found: dict[Unwilling, tuple[int, frozenset[_Words]]] = {}
    states: tuple[Unwilling, ...] = ("refused", "abstained")
    for state in states:
        listed = [row["phrases"].split("|") for row in rows if row["state"] == state]
        phrases = frozenset(words(phrase) for each in listed for phrase in each)
        found[state] = max(map(len, phrases)), phrases
    return found
