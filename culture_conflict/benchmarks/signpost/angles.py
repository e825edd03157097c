"""An angle of a text, and two numbers that are offered for one."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

__all__ = ["Axis", "Component", "only_one"]

Axis = Literal["latitude", "longitude"]

# Two numbers for one angle: `35.1-35.9`, `35.1 N or 35.9 N`, `between 35.1 and 35.9`.
_RANGE = re.compile(r"\s*(?:-|to|bis|until|\.{2,3}|~)\s*", re.IGNORECASE)
_CHOICE = re.compile(r"[\s,;/|]*(?:or|oder|ou|o|/|,|;|and)[\s,]*", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|from|entre|zwischen)\W*$", re.IGNORECASE)
_AND = re.compile(r"\s*(?:and|y|et|und)\s*", re.IGNORECASE)
_OR = re.compile(r"\s*(?:or|oder|ou|o)\s*", re.IGNORECASE)
_BESIDE = 60


@dataclass(frozen=True, slots=True)
class Component:
    """One angle in degrees, where it stands, and what was said about it.

    `named`: a label, direction or the word for coordinates says that it is one. `formed`: it has
    decimals or a degree sign. `broken`: it contradicts itself (`-33\u00b0 N`, 75 minutes).
    """

    value: float
    start: int
    end: int
    axis: Axis | None
    named: bool
    formed: bool
    broken: bool = False


def only_one(found: list[Component], text: str) -> list[Component]:
    """The angles of a text; where two different numbers are offered for one, both are broken."""
    twice = [_is_one_of_two(one, two, text) for one, two in pairwise(found)]
    return [
        replace(each, broken=True) if any(twice[max(at - 1, 0) : at + 1]) else each
        for at, each in enumerate(found)
    ]


def _is_one_of_two(one: Component, two: Component, text: str) -> bool:
    if one.value == two.value or (one.axis and two.axis and one.axis != two.axis):
        return False
    between = text[one.end : two.start]
    if _RANGE.fullmatch(between):
        return True
    if one.axis and one.axis == two.axis and _CHOICE.fullmatch(between):
        return True
    if bool(one.axis) != bool(two.axis) and _AND.fullmatch(between):
        return bool(_BETWEEN.search(text[max(0, one.start - _BESIDE) : one.start]))
    return bool(one.axis and two.axis is None and _OR.fullmatch(between))
