"""What an answer says beside coordinates: a conflict, what it trusts, a country, a language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from culture_conflict.benchmarks.confused_tourist.reading import said

__all__ = ["Trust", "fields_of", "read_conflict", "read_trust"]

Trust = Literal["scene", "text"]

_MAX_OBJECTS = 64
_KEY = re.compile(r"[^\w]+")
_LINE = re.compile(
    r"^[\s*_#>\-\u2022\d.)]*(?P<key>[A-Za-z][A-Za-z _-]{1,30}?)"
    r"[\s*_\"]*[:=][\s*_\"]*(?P<value>.+)$",
    re.MULTILINE,
)
_CONFLICT = ("conflict", "conflicts", "conflict_detected", "has_conflict", "text_vision_conflict")
_AGREE = ("agree", "agrees", "agreement", "consistent", "consistency", "is_consistent", "match")
_TRUST = ("trusts", "trust", "trusted", "trusted_evidence", "trusts_more")
_AFFIRMED = re.compile(r"\W*(?:yes|true|y|present|detected)\b", re.IGNORECASE)
_DENIED = re.compile(r"\W*(?:no|false|n|none|not|absent)\b", re.IGNORECASE)
_STATED = re.compile(
    r"\W*(?:they\s+|both\s+)*"
    r"(?P<denied>(?:no|not|never|without|do(?:es)? not|do(?:es)?n't|(?:is|are)(?: not|n't))\s+"
    r"(?:any\s+|in\s+)?)?"
    r"(?:(?P<conflict>conflict\w*|contradict\w*|inconsisten\w+|disagree\w*|mismatch\w*)"
    r"|agree\w*|consisten\w+|match\w*)\b",
    re.IGNORECASE,
)
# Where a sentence may go on so: `The text does` not match, `There is a clear` conflict.
_SAID = re.compile(
    r"\b(?:there\s+(?:is|are|seems\sto\sbe)\s+(?:(?:an?|some|clear|obvious)\s+)*"
    r"|(?:texts?|writing|signs?|signage|scene|image|surroundings|two|they|both)\s+"
    r"(?:(?:is|are|do|does|seems?|appears?|to|be|clearly)\s+)*)",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"\W*(?P<said>yes|no)\b", re.IGNORECASE)
_ASKED = re.compile(r"[^.!?\n]*\?")
_FORM = re.compile(r'"<[^<>"]*>"')
_BLANK = re.compile(r"\s*<[^<>]*>\s*")
_SCENE = re.compile(r"\b(?:scene|visual|vision|image|surroundings|buildings?)\b", re.IGNORECASE)
_TEXT = re.compile(r"\b(?:text|textual|writing|signs?|signage|ocr)\b", re.IGNORECASE)


def fields_of(text: str, *, closed: bool = False) -> dict[str, Any]:
    """The named values of a text: of its objects, the last of each name, else of its lines.

    A line is `name: value`. Names come in small letters with `_` between words. `closed` keeps to
    objects that are whole, for a text that was cut off. A `<blank>` left as it was is None.
    """
    found: dict[str, Any] = {}
    for value in _objects(text):
        found |= {_name(str(key)): it for key, it in value.items()}
    if not found and not closed:
        found = {_name(line["key"]): line["value"] for line in _LINE.finditer(text)}
    return {name: None if _is_blank(value) else value for name, value in found.items()}


def read_conflict(named: Mapping[str, Any], text: str = "") -> bool | None:
    """Whether a conflict between scene and writing is reported; None where nothing is said of it.

    Words that state it ("mismatch", "not consistent") mean the same under every name. A plain yes
    or no answers the name's question, which for agreement counts the other way round. Without such
    a name, `text` that begins with yes or no answers whether both agree, else what its sentences
    say of text and scene counts where they say the same.
    """
    for names, of_agreement in ((_CONFLICT, False), (_AGREE, True)):
        value = next((named[name] for name in names if name in named), None)
        if value is not None and (verdict := _verdict(value, of_agreement)) is not None:
            return verdict
    if named.keys() & {*_CONFLICT, *_AGREE} or _FORM.search(text):
        return None
    if not named and (plain := _PLAIN.match(text)):
        return plain["said"].casefold() == "no"
    found = (_STATED.match(text, said_of.end()) for said_of in _SAID.finditer(text))
    verdicts = {
        _is_conflict(stated) for stated in found if stated and not _ASKED.match(text, stated.end())
    }
    return verdicts.pop() if len(verdicts) == 1 else None


def read_trust(named: Mapping[str, Any]) -> Trust | None:
    """Which evidence the answer says it goes by; None where it names neither, or both."""
    value = next((said(str(named[name] or "")) for name in _TRUST if name in named), None)
    by_scene, by_text = (bool(value and each.search(value)) for each in (_SCENE, _TEXT))
    if by_scene == by_text:
        return None
    return "scene" if by_scene else "text"


def _verdict(value: object, of_agreement: bool) -> bool | None:
    if isinstance(value, bool):
        return value is not of_agreement
    text = str(value)
    if stated := _STATED.match(text):
        return _is_conflict(stated)
    if _DENIED.match(text):
        return of_agreement
    return not of_agreement if _AFFIRMED.match(text) else None


def _is_conflict(stated: re.Match[str]) -> bool:
    return (stated["conflict"] is None) is (stated["denied"] is not None)


def _is_blank(value: object) -> bool:
    return isinstance(value, str) and _BLANK.fullmatch(value) is not None


def _name(key: str) -> str:
    return _KEY.sub("_", key.strip().casefold()).strip("_")


def _objects(text: str) -> Iterator[dict[str, Any]]:
    at, decoder = text.find("{"), json.JSONDecoder(strict=False)
    for _ in range(_MAX_OBJECTS):
        if at < 0:
            return
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield value
        at = text.find("{", end)
