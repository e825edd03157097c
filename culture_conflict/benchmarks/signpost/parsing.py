"""From an answer to a state and fields, by what was asked (rulings 2, 7 and 9)."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from culture_conflict.benchmarks.confused_tourist.claims import claimed_countries
from culture_conflict.benchmarks.confused_tourist.cleaning import behind_reasoning, unwrapped
from culture_conflict.benchmarks.confused_tourist.parsing import CUT, VERDICTS
from culture_conflict.benchmarks.confused_tourist.parsing import parse as parse_item
from culture_conflict.benchmarks.confused_tourist.reading import said
from culture_conflict.benchmarks.confused_tourist.unwilling import unwilling
from culture_conflict.benchmarks.signpost.coordinate_layout import answer_lines
from culture_conflict.benchmarks.signpost.coordinate_objects import (
    Coordinates,
    read_closed_objects,
)
from culture_conflict.benchmarks.signpost.coordinates import read_coordinates
from culture_conflict.benchmarks.signpost.judgement_fields import fields_of
from culture_conflict.benchmarks.signpost.judgement_words import without_writing
from culture_conflict.benchmarks.signpost.judgements import read_conflict, read_trust
from culture_conflict.models.protocol import Answer, Parsed, Parser
from culture_conflict.places.languages import named_languages

__all__ = ["ASKS", "FIELDS", "parse", "parser_for"]

# What a prompt may ask for, and the fields that its answer should have.
ASKS: Mapping[str, tuple[str, ...]] = {
    "coordinates": ("latitude", "longitude"),
    "probing": ("by_scene", "by_text", "agree", "trusts", "latitude", "longitude"),
    "defence": ("conflict", "latitude", "longitude"),
    "consistency": ("agree", "reason"),
    "country": ("by_scene", "by_text", "trusts", "country"),
    "language": ("language",),
}
FIELDS = (
    *("task", "latitude", "longitude", "conflict", "trusts"),
    *("country_answer", "country", "language"),
)
_SHORT = 200
_Read = Callable[[str, Mapping[str, Any]], Parsed]


def parser_for(asks: str) -> Parser:
    """The parser of answers to a prompt that asks for this; its field `task` says so.

    Fields are FIELDS, None where they were not asked or not said: latitude and longitude (degrees),
    `conflict` (yes or no), `trusts` (scene or text), the country in the model's words and as an
    alpha-3 code, the language. An answer without coordinates may still report a conflict.
    """

    def parse_answer(answer: Answer) -> Parsed:
        made = parse(answer) if "latitude" in ASKS[asks] else _parse(answer, asks)
        judged = _judged(answer) if asks in ("probing", "defence") else {}
        return _whole(made.state, asks, {**made.fields, **judged})

    return parse_answer


def parse(answer: Answer) -> Parsed:
    """The state of an answer and its fields `latitude` and `longitude` (degrees, or None).

    Only text behind a closed reasoning block counts. A point outside the range is a state of its
    own, never wrapped or clamped. Text that ran into the length limit counts only as far as it is
    certainly whole and an answer: a closed object, or of the lines above the last those that
    begin with a label, a direction or a number. Never raises on content.
    """
    if (verdict := _verdict_of(answer)) is not None:
        return _without(verdict)
    text, unclosed = behind_reasoning(answer.text or "")
    if _is_cut(answer):
        point = read_closed_objects(text) or read_coordinates(answer_lines(text))
        return _placed(point) if isinstance(point, Coordinates) else _without("truncated")
    if not text:
        return _without("unparsed" if unclosed else "empty")
    point = read_coordinates(text)
    if isinstance(point, Coordinates):
        return _placed(point)
    return _without(
        point or unwilling(text) or ("unparsed" if _says_a_thing(text) else "abstained")
    )


def _says_a_thing(text: str) -> bool:
    """False for `Unknown`, `None` or `(null, null)`, where nothing is said of place or reason."""
    parts = [part for part in re.split(r"[,;/()\[\]\n]+", text) if re.search(r"\w", part)]
    return not parts or any(map(said, parts))


def _parse(answer: Answer, asks: str) -> Parsed:
    if (verdict := _verdict_of(answer)) is not None:
        return Parsed(verdict)
    text, unclosed = behind_reasoning(answer.text or "")
    cut = _is_cut(answer)
    if not text:
        return Parsed("truncated" if cut else "unparsed" if unclosed else "empty")
    made = _READ[asks]("" if cut else unwrapped(text), fields_of(text, closed=cut))
    return Parsed("truncated") if cut and made.state in ("unparsed", "empty") else made


def _consistency(text: str, named: Mapping[str, Any]) -> Parsed:
    conflict = read_conflict(named, text, of_agreement=True)
    if conflict is None:
        return Parsed(unwilling(text) or "unparsed")
    return Parsed("ok", _conflict(conflict))


def _country(text: str, named: Mapping[str, Any]) -> Parsed:
    """The field `country` alone where there is one: those by scene and by text are no answer."""
    trusts = {"trusts": read_trust(named)}
    if "country" not in named and named.keys() & {"by_scene", "by_text"}:
        return Parsed("unparsed", trusts)
    if "country" not in named:
        made = parse_item(Answer(text))
        fields = {name: made.fields[name] for name in ("country_answer", "country")}
        state = made.state if made.fields["country_answer"] else "unparsed"
        return Parsed(state if made.state == "ok" else made.state, {**fields, **trusts})
    answer = said(str(named["country"] or ""))
    claimed = claimed_countries(answer) if answer else ()
    if answer is None or (not claimed and unwilling(answer)):
        return Parsed("abstained", trusts)
    country = claimed[0] if len(claimed) == 1 else None
    state = "hedged" if len(claimed) > 1 else "ok"
    return Parsed(state, {"country_answer": answer, "country": country, **trusts})


def _language(text: str, named: Mapping[str, Any]) -> Parsed:
    name = next((each for each in ("language", "languages") if each in named), None)
    spoken = _spoken_language(text) if name is None else str(named[name] or "")
    if spoken is None:
        return Parsed(unwilling(text) or "unparsed")
    language = spoken.strip(" \"'.\n").casefold()
    if language != "none" and (said(language) is None or unwilling(language)):
        return Parsed("abstained")
    state = "hedged" if len(named_languages(language)) > 1 else "ok"
    return Parsed(state, {"language": language})


def _spoken_language(text: str) -> str | None:
    """A short answer in words that names languages; `none` where it sees no writing."""
    if len(text) > _SHORT:
        return None
    if without_writing(text) or text.strip(" \"'.*\n").casefold() == "none":
        return "none"
    return text if named_languages(text) else None


_READ: Mapping[str, _Read] = {
    "consistency": _consistency,
    "country": _country,
    "language": _language,
}


def _judged(answer: Answer) -> dict[str, str | None]:
    """Conflict and trust, whatever became of the coordinates, if there was an answer at all."""
    if _verdict_of(answer) is not None:
        return {}
    text, _ = behind_reasoning(answer.text or "")
    named = fields_of(text, closed=_is_cut(answer))
    conflict = read_conflict(named, "" if _is_cut(answer) else text)
    return {**_conflict(conflict), "trusts": read_trust(named)}


def _conflict(conflict: bool | None) -> dict[str, str | None]:
    return {"conflict": None if conflict is None else "yes" if conflict else "no"}


def _verdict_of(answer: Answer) -> str | None:
    if answer.error is not None:
        return "error"
    return VERDICTS.get((answer.finish_reason or "").casefold())


def _is_cut(answer: Answer) -> bool:
    return (answer.finish_reason or "").casefold() in CUT


def _whole(state: str, asks: str, fields: Mapping[str, str | None]) -> Parsed:
    return Parsed(state, {**dict.fromkeys(FIELDS), "task": asks, **fields})


def _placed(point: Coordinates) -> Parsed:
    if not point.in_range:
        return _without("out_of_range")
    return Parsed("ok", {"latitude": repr(point.latitude), "longitude": repr(point.longitude)})


def _without(state: str) -> Parsed:
    return Parsed(state, {"latitude": None, "longitude": None})
