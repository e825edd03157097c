"""The named values of an answer, as a form, as something like a form, or as lines."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from culture_conflict.benchmarks.confused_tourist.wording import PAIR, plain

__all__ = ["fields_of"]

_MAX_OBJECTS = 64
_KEY = re.compile(r"[^\w]+")
_LINE = re.compile(
    r"^[\s*_#>\-\u2022\d.)]*(?P<key>[A-Za-z][A-Za-z _-]{1,30}?)"
    r"[\s*_\"]*[:=\uff1a][\s*_\"]*(?P<value>.+)$",
    re.MULTILINE,
)
_BLANK = re.compile(r"\s*<[^<>]*>\s*")
_COMMENT = re.compile(r"\s*(?://|#).*$")
_WORDS = {"true": True, "false": False, "null": None, "none": None}


def fields_of(text: str, *, closed: bool = False) -> dict[str, Any]:
    """The named values of a text: of its objects, the last of each name, else of its lines.

    An object that is not valid JSON (other quotes, no quotes, a comma too many) counts where no
    valid one does; an object that only holds another is that one. A line is `name: value`. Names
    come in small letters with `_` between words. `closed` keeps to objects that are whole, for a
    text that was cut off. A `<blank>` left as it was is None.
    """
    found: dict[str, Any] = {}
    for value in _objects(text):
        found |= {_name(str(key)): it for key, it in value.items()}
    if not found and not closed:
        found = _loose(text) or {_name(at["key"]): at["value"] for at in _LINE.finditer(text)}
    return {name: None if _is_blank(value) else value for name, value in found.items()}


def _loose(text: str) -> dict[str, Any]:
    """What stands in the braces of a text that are no JSON, the last of each name."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        return {}
    inside = plain(text[start + 1 : end])
    return {_name(at["key"]): _value(at) for at in PAIR.finditer(inside)}


def _value(found: re.Match[str]) -> str | bool | None:
    quoted = found["double"] if found["double"] is not None else found["single"]
    if quoted is not None:
        return quoted
    bare = _COMMENT.sub("", found["bare"]).strip()
    return _WORDS.get(bare.casefold(), bare) if bare else None


def _is_blank(value: object) -> bool:
    return isinstance(value, str) and _BLANK.fullmatch(value) is not None


def _name(key: str) -> str:
    return _KEY.sub("_", key.strip().casefold()).strip("_")


def _objects(text: str) -> Iterator[Mapping[str, Any]]:
    at, decoder = text.find("{"), json.JSONDecoder(strict=False)
    for _ in range(_MAX_OBJECTS):
        if at < 0:
            return
        try:
            value, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            end = at + 1
        else:
            yield _unwrapped(value)
        at = text.find("{", end)


def _unwrapped(value: Mapping[str, Any]) -> Mapping[str, Any]:
    for _ in range(3):
        inner = next(iter(value.values()), None)
        if len(value) != 1 or not isinstance(inner, dict):
            return value
        value = inner
    return value
