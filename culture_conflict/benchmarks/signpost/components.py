"""The single angles that a text holds: value, axis, and how sure it is that they are angles."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise, zip_longest

from culture_conflict.benchmarks.signpost.angles import Axis, Component, only_one
from culture_conflict.benchmarks.signpost.coordinate_measures import has_unit
from culture_conflict.benchmarks.signpost.coordinate_text import (
    EAST,
    LATITUDE,
    LONGITUDE,
    NORTH,
    PLACE,
    SOUTH,
    WEST,
)

__all__ = ["components"]

_SIDES: dict[tuple[str, ...], tuple[Axis, int]] = {
    ("N", "n", NORTH): ("latitude", 1),
    ("S", "s", SOUTH): ("latitude", -1),
    ("E", "e", EAST): ("longitude", 1),
    ("W", "w", WEST): ("longitude", -1),
}
_TURN = {mark: turn for marks, turn in _SIDES.items() for mark in marks}
_EAST_OR_WEST = "O"  # oeste, ouest, ovest; but Ost
_LETTERS = f"NSEWO{NORTH}{SOUTH}{EAST}{WEST}"
_ORDER = r"\W{0,4}(?:and|y|et|und|e|\u548c)?\W{0,4}"
# A letter before a number makes it a name (`A4`); scripts without spaces have none between words.
_NO_NAME = r"(?<![^\W\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af])(?<!\.)"
_TOKEN = re.compile(
    rf"(?P<order>{LATITUDE}{_ORDER}{LONGITUDE}|{LONGITUDE}{_ORDER}{LATITUDE})"
    rf"|(?P<label>[{LATITUDE}{LONGITUDE}{PLACE}])"
    rf"|{_NO_NAME}(?P<before>(?<!['\"])[{_LETTERS}]\s?)?(?P<sign>[-+]\s?)?"
    rf"(?<![\d.])(?P<number>\d{{1,9}}(?:\.\d+)?)"
    rf"(?:[eE](?P<power>[-+]?\d{{1,2}})(?!\w))?"
    rf"(?P<degree>\s?\u00b0(?:\s?(?P<minutes>\d{{1,2}}(?:\.\d+)?)"
    rf"(?:\s?'|(?=\s?[{_LETTERS}](?![^\W\d_\ue000-\ue006])))"
    rf"(?:\s?(?P<seconds>\d{{1,2}}(?:\.\d+)?)\s?\"?)?)?)?"
    rf"(?(before)|(?:\s?(?P<after>[{_LETTERS}](?![^\W\d_\ue000-\ue006])"
    rf"|(?<=[\d\u00b0'\"])[nsew](?!\w)))?)"
)
_BESIDE = 60
# `48.85 latitude`: a label right behind its number, and none that a value follows.
_BEHIND = re.compile(r"[\])]? ?(?:(?:de|of|di|in|as) )?\(?")
_VALUE_FOLLOWS = re.compile(r"\s?[:=(]")


def components(text: str) -> list[Component]:
    """All angles of a uniform text, in order, each with its label applied.

    Labels stand before their numbers, or all behind them where the first one does. Two different
    numbers offered for one angle are broken, both.
    """
    tokens = list(_TOKEN.finditer(text))
    found = _labelled_behind(tokens) if _are_behind(tokens, text) else _labelled(tokens, text)
    return only_one(_whole(found, text), text)


def _labelled(tokens: list[re.Match[str]], text: str) -> list[Component]:
    found: list[Component] = []
    label: re.Match[str] | None = None
    left: list[Axis | None] = []
    for token in tokens:
        if token["number"] is None:
            label, left = token, _axes(token)
            continue
        here = _component(token)
        if label is not None and left and _near(text[label.end() : token.start()]):
            here = _with(here, left[0])
            left, label = left[1:], token
        else:
            label, left = None, []
        found.append(here)
    return found


def _labelled_behind(tokens: list[re.Match[str]]) -> list[Component]:
    found: list[Component] = []
    for before, token in zip([None, *tokens], tokens, strict=False):
        if token["number"] is not None:
            found.append(_component(token))
        elif before is not None and before["number"] is not None:
            axes = _axes(token)
            if len(axes) <= len(found) and None not in axes:
                found[-len(axes) :] = map(_with, found[-len(axes) :], axes)
    return found


def _are_behind(tokens: list[re.Match[str]], text: str) -> bool:
    """Whether the first label of an angle stands right behind a number, and speaks of it."""
    for before, token in pairwise(tokens):
        if token["number"] is None and token[0] != PLACE:
            behind = before["number"] and _BEHIND.fullmatch(text, before.end(), token.start())
            return bool(behind) and not _VALUE_FOLLOWS.match(text, token.end())
        if before["number"] is None and before[0] != PLACE:
            return False
    return False


def _with(here: Component, label: Axis | None) -> Component:
    clash = here.axis is not None and label is not None and here.axis != label
    return replace(here, axis=here.axis or label, named=True, broken=here.broken or clash)


def _whole(found: list[Component], text: str) -> list[Component]:
    """`N 22 57 07` and `N 48\u00b0 51.5` are one angle in parts: the first part is broken."""
    return [
        replace(one, broken=True)
        if two is not None and not two.axis and _in_parts(one, two, text)
        else one
        for one, two in zip_longest(found, found[1:])
    ]


def _in_parts(one: Component, two: Component, text: str) -> bool:
    if not text[one.end : two.start].isspace() or has_unit(text, two):
        return False
    minutes = text[one.end - 1] == "\u00b0" and one.value.is_integer() and 0 <= two.value < 60
    return (minutes and text[two.end - 1] != "\u00b0") or (one.axis is not None and not two.formed)


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
    sides = [side.strip() for side in (token["before"], token["after"]) if side]
    turns = {_TURN[side] for side in sides if side != _EAST_OR_WEST}
    axis: Axis | None
    axis, turn = next(iter(turns), (None, 1))
    broken = minutes >= 60 or seconds >= 60 or len(turns) > 1 or (minus and axis and turn > 0)
    broken = broken or _EAST_OR_WEST in sides
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
