"""From an answer to a state and coordinates (rulings 7 and 9)."""

from __future__ import annotations

from culture_conflict.benchmarks.confused_tourist.cleaning import behind_reasoning
from culture_conflict.benchmarks.confused_tourist.parsing import CUT, VERDICTS
from culture_conflict.benchmarks.confused_tourist.unwilling import unwilling
from culture_conflict.benchmarks.signpost.coordinates import (
    Coordinates,
    read_closed_objects,
    read_coordinates,
)
from culture_conflict.models.protocol import Answer, Parsed

__all__ = ["parse"]


def parse(answer: Answer) -> Parsed:
    """The state of an answer and its fields `latitude` and `longitude` (degrees, or None).

    Only text behind a closed reasoning block counts. A point outside the range is a state of its
    own, never wrapped or clamped. Text that ran into the length limit counts only as far as it is
    certainly whole: a closed object, or the lines above the last. Never raises on content.
    """
    reason = (answer.finish_reason or "").casefold()
    if answer.error is not None:
        return _without("error")
    if reason in VERDICTS:
        return _without(VERDICTS[reason])
    text, unclosed = behind_reasoning(answer.text or "")
    if reason in CUT:
        above = text.rpartition("\n")[0]
        point = read_closed_objects(text) or read_coordinates(above)
        return _placed(point) if isinstance(point, Coordinates) else _without("truncated")
    if not text:
        return _without("unparsed" if unclosed else "empty")
    point = read_coordinates(text)
    if isinstance(point, Coordinates):
        return _placed(point)
    return _without(point or unwilling(text) or "unparsed")


def _placed(point: Coordinates) -> Parsed:
    if not point.in_range:
        return _without("out_of_range")
    return Parsed("ok", {"latitude": repr(point.latitude), "longitude": repr(point.longitude)})


def _without(state: str) -> Parsed:
    return Parsed(state, {"latitude": None, "longitude": None})
