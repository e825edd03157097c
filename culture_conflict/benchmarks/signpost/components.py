"""The single angles that a text holds: value, axis, and how sure it is that they are angles."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal

from culture_conflict.benchmarks.signpost.coordinate_text import (
    EAST,
    LATITUDE,
    LONGITUDE,
    NORTH,
    PLACE,
    SOUTH,
    WEST,
)

__all__ = ["Axis", "Component", "components"]

Axis = Literal["latitude", "longitude"]

_SIDES: dict[tuple[str, ...], tuple[Axis, int]] = {
    ("N", "n", NORTH): ("latitude", 1),
    ("S", "s", SOUTH): ("latitude", -1),
    ("E", "e", EAST): ("longitude", 1),
    ("W", "w", WEST): ("longitude", -1),
}
_TURN = {mark: turn for marks, turn in _SIDES.items() for mark in marks}
_LETTERS = f"NSEW{NORTH}{SOUTH}{EAST}{WEST}"
_ORDER = r"\W{0,4}(?:and|y|et|und|e|\u548c)?\W{0,4}"
_TOKEN = re.compile(
    rf"(?P<order>{LATITUDE}{_ORDER}{LONGITUDE}|{LONGITUDE}{_ORDER}{LATITUDE})"
    rf"|(?P<label>[{LATITUDE}{LONGITUDE}{PLACE}])"
    rf"|(?<![\w.])(?P<before>[{_LETTERS}]\s?)?(?P<sign>[-+]\s?)?(?<![\d.])(?P<number>\d{{1,9}}(?:\.\d+)?)"
    rf"(?:[eE](?P<power>[-+]?\d{{1,2}})(?!\w))?"
    rf"(?P<degree>\s?\u00b0(?:\s?(?P<minutes>\d{{1,2}}(?:\.\d+)?)\s?'"
    rf"(?:\s?(?P<seconds>\d{{1,2}}(?:\.\d+)?)\s?\"?)?)?)?"
    rf"(?(before)|(?:\s?(?P<after>[{_LETTERS}](?![^\W\d_\ue000-\ue006])"
    rf"|(?<=[\d\u00b0'\"])[nsew](?!\w)))?)"
)
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


def components(text: str) -> list[Component]:
    """All angles of a uniform text, in order, each with the label before it applied."""
    found: list[Component] = []
    label: re.Match[str] | None = None
    left: list[Axis | None] = []
    for token in _TOKEN.finditer(text):
        if token["number"] is None:
            label, left = token, _axes(token)
            continue
        here = _component(token)
        if label is not None and left and _near(text[label.end() : token.start()]):
            axis = here.axis or left[0]
            clash = here.axis is not None and left[0] is not None and here.axis != left[0]
            here = replace(here, axis=axis, named=True, broken=here.broken or clash)
            left, label = left[1:], token
        else:
            label, left = None, []
        found.append(here)
    return _whole(found, text)


def _whole(found: list[Component], text: str) -> list[Component]:
    """`N 22 57 07` is one angle in parts that can't be put together: its first part is broken."""
    return [
        replace(one, broken=True)
        if two is not None and one.axis and not two.axis and _in_parts(one, two, text)
        else one
        for one, two in zip_longest(found, found[1:])
    ]


def _in_parts(one: Component, two: Component, text: str) -> bool:
    return text[one.end : two.start].isspace() and not two.formed


def _axes(token: re.Match[str]) -> list[Axis | None]:
    text = token["order"] or token["label"]
    if text == PLACE:
        return [None, None]
    kinds: dict[str, Axis] = {LATITUDE: "latitude", LONGITUDE: "longitude"}
    return [kinds[letter] for letter in text if letter in kinds]


def _near(between: str) -> bool:
    """Whether a label still speaks of the next number: nothing but a few words in between."""
    return len(between) <= _BESIDE and not re.search(r"[.!?](?:\s|$)|\n\s*\n", between)


def _component(token: re.Match[str]) -> Component:
    minutes, seconds = float(token["minutes"] or 0), float(token["seconds"] or 0)
    size = float(token["number"]) * 10.0 ** int(token["power"] or 0)
    size += minutes / 60 + seconds / 3600
    minus = (token["sign"] or "").startswith("-")
    turns = {_TURN[side.strip()] for side in (token["before"], token["after"]) if side}
    axis: Axis | None
    axis, turn = next(iter(turns), (None, 1))
    broken = minutes >= 60 or seconds >= 60 or len(turns) > 1 or (minus and axis and turn > 0)
    degree = token["degree"] is not None
    return Component(
        value=-size if minus or turn < 0 else size,
        start=token.start(),
        end=token.end(),
        axis=axis,
        named=bool(turns),
        formed=degree or "." in token["number"] or token["power"] is not None,
        broken=bool(broken),
    )
