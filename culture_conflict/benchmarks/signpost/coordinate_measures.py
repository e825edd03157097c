"""Two numbers beside each other that say something else than a place: prices, hours, scores."""

from __future__ import annotations

import re

from culture_conflict.benchmarks.signpost.angles import Component
from culture_conflict.benchmarks.signpost.coordinate_layout import MONEY

__all__ = ["has_unit", "is_measure"]

_COINS = f"{MONEY}\u20ac\u00a3\u00a5\u20b9\u20a9"
_SAID = re.compile(
    r"\b(?:confidence|probabilit\w+|score|accuracy|likelihood|certainty|radius|version|figure|fig"
    rf"|section|chapter|phone|tel)\W{{0,12}}$|[{_COINS}]\s?$",
    re.IGNORECASE,
)
_UNIT = re.compile(
    rf"\s?(?:[%{_COINS}]|(?:k|c|m)?m|mi|miles?|met(?:er|re)s?|ft|feet|kg|\u00b0[CF]|[CFho]|[ap]m|uhr"
    r"|eur(?:os?)?|usd|dollars?)(?!\w)",
    re.IGNORECASE,
)
_TOPIC = re.compile(
    r"\b(?:prices?|priced|costs?|fares?|fees?|euros?|dollars?|hours|opens?|opening|closes?|closing"
    r"|temperatures?|departures?|arrivals?|dimensions?|ratings?)\b",
    re.IGNORECASE,
)
_PRECISE = re.compile(r"\d\.\d{3}")
_BACK = 80


def is_measure(text: str, one: Component, two: Component) -> bool:
    """Whether a unit, a sign or a word says that two bare numbers are no coordinates.

    The topic of a sentence says so only of numbers with at most two decimals.
    """
    if any(has_unit(text, each) or _SAID.search(_before(text, each)) for each in (one, two)):
        return True
    sentence = re.split(r"[.!?:;]\s|\n", _before(text, one))[-1]
    return bool(_TOPIC.search(sentence)) and not _PRECISE.search(text, one.start, two.end)


def has_unit(text: str, number: Component) -> bool:
    """Whether a unit that no angle has stands right behind a number."""
    return _UNIT.match(text, number.end) is not None


def _before(text: str, number: Component) -> str:
    return text[max(0, number.start - _BACK) : number.start]
