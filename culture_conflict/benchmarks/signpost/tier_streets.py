"""Street names of many languages, and the words around a kind of place that make it a name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from culture_conflict.benchmarks.signpost.tier_lists import (
    phrases,
    script_rules,
    starts,
    tokens,
)
from culture_conflict.places.scripts import script_of

__all__ = ["after", "before", "in_script", "is_name", "street"]

_ORDINAL = re.compile(r"\d+(?:st|nd|rd|th|e|ème|º|ª|o|a)?")
_ROAD_NUMBER = re.compile(
    r"(?<!\w)(?:I-\d{1,3}|US[ -]\d{1,3}|SR[ -]\d{1,3}|[GSABEMN]\d{2,4})(?!\w)"
)
_STEM = 3


def street(text: str, country: str | None) -> str | None:
    """A street word with a name on its proper side, a compound of one, or a road's number."""
    del country
    if found := _ROAD_NUMBER.search(text) or in_script(text, "street"):
        return found[0]
    words = tokens(text)
    return next(_street_parts(words), None)


def in_script(text: str, rule: str) -> re.Match[str] | None:
    for known in script_rules():
        if known.rule == rule and script_of(text) in _readers(known.script):
            rest = known.without.sub(" ", text) if known.without else text
            if found := known.pattern.search(rest):
                return found
    return None


def after(words: tuple[str, ...], name: str) -> list[str]:
    """`Oxford Street`: behind a name or an ordinal; `Station Road`: a noun that names streets."""
    known = phrases(name)
    found = []
    for at in range(1, len(words)):
        length = starts(words, at, known)
        before = words[at - 1]
        ordinal = _ORDINAL.fullmatch(before) and not before.isdigit()
        named = is_name(before) or (
            (before,) in phrases("street_name") and (words[at],) in phrases("street_strong")
        )
        if length and (named or ordinal):
            found.append(" ".join(words[at - 1 : at + length]))
    return found


def before(words: tuple[str, ...], name: str) -> list[str]:
    """`Rua Augusta`, `Rue de la Paix`: the word stands before a name, small words between."""
    known = phrases(name)
    found = []
    for at in range(len(words) - 1):
        length = starts(words, at, known)
        rest = words[at + length :]
        closed = rest and (rest[0],) in phrases("no_name") and not any(map(is_name, rest))
        blunt = length == 1 and len(words[at]) == 1 and at > 0
        if length and rest and not closed and not blunt and any(map(is_name, rest[:4])):
            found.append(" ".join(words[at:]))
    return found


def is_name(word: str) -> bool:
    plain = (word,)
    small = plain in phrases("no_name") or plain in phrases("generic")
    kind = plain in phrases("landmark") or plain in phrases("street_after")
    return len(word) > 1 and not word.isdigit() and not small and not kind


def _readers(name: str) -> tuple[str, ...]:
    """Han patterns hold in Japanese text too, and Japanese ones in Japanese without kana."""
    return ("Han", "Kana") if name in ("Han", "Kana") else (name,)


def _street_parts(words: tuple[str, ...]) -> Iterator[str]:
    yield from after(words, "street_after")
    yield from before(words, "street_before")
    yield from (word for word in words if _is_compound(word))
    for at, word in enumerate(words[:-1]):
        if (word,) in phrases("street_numbered") and words[at + 1].isdigit():
            yield f"{word} {words[at + 1]}"
    for at in range(len(words) - 2):
        if words[at] == "place" and words[at + 1] in ("de", "du", "des", "d"):
            yield " ".join(words[at:])


def _is_compound(word: str) -> bool:
    if (word,) in phrases("no_street") or (word,) in phrases("generic"):
        return False
    suffixes = (suffix[0] for suffix in phrases("street_suffix"))
    return any(word.endswith(s) and len(word) >= len(s) + _STEM for s in suffixes)
