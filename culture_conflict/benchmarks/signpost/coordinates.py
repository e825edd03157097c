"""The one place that an answer names, as latitude and longitude (ruling 9)."""

from __future__ import annotations

import re
from itertools import pairwise

from culture_conflict.benchmarks.confused_tourist.wording import CORRECTION
from culture_conflict.benchmarks.signpost.angles import Component
from culture_conflict.benchmarks.signpost.components import components
from culture_conflict.benchmarks.signpost.coordinate_layout import unlaid
from culture_conflict.benchmarks.signpost.coordinate_measures import is_measure
from culture_conflict.benchmarks.signpost.coordinate_objects import Coordinates, Void, of_objects
from culture_conflict.benchmarks.signpost.coordinate_text import LATITUDE, LONGITUDE

__all__ = ["read_coordinates"]

_Run = tuple[Component, Component]
_NUMBERED = re.compile(r"^[ \t]*\d{1,2}[.)][ \t]+", re.MULTILINE)
_SPACES = re.compile(r"[^\S\n]{2,}")
_FAR = 120
_GAP = re.compile(r"[\s,;/|()\[\]'\"&\u00b7]*(?:and|y|et|und)?[\s,;/|()\[\]'\"]*")
_FINAL = re.compile(
    r"\b(?:(?:final (?:answer|coordinates|estimate|guess|prediction|location|position|point|place)"
    r"|best (?:guess|estimate))(?: is| are)?|answer(?: is(?!\w)|(?=\s?:))|final(?=\s?:))\s?:?",
    re.IGNORECASE,
)
_ASIDE = re.compile(
    r"\n|[.!?](?:\s|$)|\s\((?=[^\W\d])|(?<=[^\d\s])\s[-\u2013\u2014]\s(?=[^\W\d])"
    r"|\b(?:not|rather than|instead of|unlike)\b",
    re.IGNORECASE,
)
_OR = re.compile(r"[\s,;)\]]*\b(?:or|alternatively|oder|ou|o)\b[\s,:(\[]*", re.IGNORECASE)
_NOTHING = re.compile(
    r"""["']?\s?[:=]\s?["']?(?:null|none|n/?a|unknown|undetermined|not (?:sure|known))\b""",
    re.IGNORECASE,
)


def read_coordinates(text: str) -> Coordinates | Void | None:
    """The point that a text settles on.

    What follows the last `Final answer` or correction stands above the rest, an object above
    labelled values and directions, those above bare pairs. Two different points of the same
    standing are `unparsed`; `abstained` where latitude and longitude are said to be unknown; None
    where no point is offered.
    """
    text = _SPACES.sub(" ", text)
    marks = [*CORRECTION.finditer(text), *_FINAL.finditer(text)]
    if marks and (tail := text[max(mark.end() for mark in marks) :].lstrip()):
        for part in (tail, _ASIDE.split(tail, maxsplit=1)[0]):
            point = _settled(part)
            if isinstance(point, Coordinates):
                return point
    return _settled(text)


def _settled(text: str) -> Coordinates | Void | None:
    said = of_objects(text)
    points = [point for point in said if isinstance(point, Coordinates)]
    if said and not points:
        return "unparsed" if "unparsed" in said else "abstained"
    return _agreed(points) if points else _spoken(_NUMBERED.sub("", unlaid(text)))


def _spoken(even: str) -> Coordinates | Void | None:
    found = components(even)
    for level in (_named(found, even), _bare(found, even)):
        if level:
            return _agreed(level)
    blank = [_NOTHING.match(even, at.end()) for at in re.finditer(f"[{LATITUDE}{LONGITUDE}]", even)]
    return "abstained" if sum(map(bool, blank)) >= 2 else None


def _agreed(points: list[Coordinates]) -> Coordinates | Void:
    return points[0] if all(map(points[0].same, points)) else "unparsed"


def _named(found: list[Component], text: str) -> list[Coordinates]:
    """Pairs of which at least one angle has a label or a direction, or that a label introduces."""
    known = [each for each in found if each.axis is not None]
    points = [
        _point(one, two)
        for one, two in pairwise(known)
        if one.axis != two.axis and two.start - one.end <= _FAR
    ]
    if not points:
        points = [_point(*run) for run in _introduced(_runs(found, text), text)]
    return [point for point in points if point is not None]


def _introduced(runs: list[_Run], text: str) -> list[_Run]:
    """Pairs that a label or direction speaks of, and what an `or` offers beside them."""
    named = [any(each.axis for each in run) or all(each.named for each in run) for run in runs]
    for at, (one, two) in enumerate(pairwise(runs)):
        if named[at] and _OR.fullmatch(text, one[1].end, two[0].start):
            named[at + 1] = True
    return [run for run, is_named in zip(runs, named, strict=True) if is_named]


def _bare(found: list[Component], text: str) -> list[Coordinates]:
    """Two numbers beside each other; outside a bare pair alone, only such as have decimals."""
    points = []
    for one, two in _runs(found, text):
        around = text[: one.start] + text[two.end :]
        between = text[one.end : two.start]
        alone = not re.search(r"\w", around) and (between.strip() or one.formed)
        if re.search(r"\d,\d", text[one.start : two.end]) and not (one.formed and two.formed):
            continue
        spoken = one.formed and two.formed and re.search(r"[,;\n/|]", between)
        if (alone or spoken) and not is_measure(text, one, two):
            points.append(_point(one, two))
    return [point for point in points if point is not None]


def _runs(found: list[Component], text: str) -> list[_Run]:
    """Neighbours that have no third number beside them."""
    tied = [_tied(one, two, text) for one, two in pairwise(found)]
    return [
        (found[at], found[at + 1])
        for at, is_tied in enumerate(tied)
        if is_tied and not any(tied[max(at - 1, 0) : at]) and not any(tied[at + 1 : at + 2])
    ]


def _tied(one: Component, two: Component, text: str) -> bool:
    """Whether nothing but punctuation parts two numbers; over lines, each has one to itself."""
    if two.start <= one.end or not _GAP.fullmatch(text, one.end, two.start):
        return False
    apart = "\n" in text[one.end : two.start]
    return not apart or all(_alone_on_its_line(each, text) for each in (one, two))


def _alone_on_its_line(number: Component, text: str) -> bool:
    line = text.rfind("\n", 0, number.start) + 1, text.find("\n", number.end)
    rest = text[line[0] : number.start] + text[number.end : line[1] if line[1] >= 0 else None]
    return not re.search(r"\w", rest)


def _point(one: Component, two: Component) -> Coordinates | None:
    if one.broken or two.broken or (one.axis is not None and one.axis == two.axis):
        return None
    turned = one.axis == "longitude" or two.axis == "latitude"
    latitude, longitude = (two, one) if turned else (one, two)
    return Coordinates(latitude.value, longitude.value)
