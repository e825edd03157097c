"""Names and countries without labels: a short pair such as `Phở bò / Vietnam`, or a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import chain

from culture_conflict.benchmarks.confused_tourist.labels import label_kind
from culture_conflict.benchmarks.confused_tourist.reading import Reading, said
from culture_conflict.benchmarks.confused_tourist.wording import (
    CUE,
    LABEL,
    LIST_MARK,
    STEM,
    STRONG,
    TAIL,
    WEAK,
    plain,
)
from culture_conflict.places.normalize import answered_countries, resolve_country
from culture_conflict.places.words import words

__all__ = ["read_mention", "read_pair", "read_sentences"]

_MAX_PAIR = 400
_MAX_NAME = 80
_MAX_MENTION = 200
_SEGMENT = re.compile(r"[,;/|(\n]|\sfrom\s|\s-\s")
_CLAUSE = re.compile(r"[.!?;,]\s+")
_OUTER = " \t\n.,;:\"'"
_ENDS = r"(?=[.,;\n(]|\sand\s|\swhich\s|$)"
_NAME_IS = re.compile(
    r"\bname\b[^.,:\n]{0,40}?\s(?:is|would be)\s(?:called\s|likely\s)?"
    rf"(?P<value>\"[^\"\n]{{1,80}}\"|[^.,;\n]{{1,80}}?){_ENDS}",
    re.IGNORECASE,
)
_THING_IS = re.compile(
    r"\b(?:dish|item|food|garment|attire|instrument|object)\b[^.,:\n]{0,40}?\s(?:is|are)\s"
    r"(?:called\s|known as\s|likely\s|probably\s|an?\s|the\s)*"
    rf"(?P<value>\"[^\"\n]{{1,80}}\"|[^.,;\n]{{1,80}}?){_ENDS}",
    re.IGNORECASE,
)
_COUNTRY_IS = re.compile(
    r"\b(?:country|nation|place|origin|original country)\b[^.,:\n]{0,40}?\s(?:is|would be)\s"
    r"(?:likely\s|probably\s|most likely\s|in\s)*(?P<value>[^.;\n]{1,80}?)(?=[.;\n]|$)",
    re.IGNORECASE,
)


# `Sushi is a Japanese dish`, not `It is a Japanese dish`.
_IS_A = re.compile(
    r"(?P<item>[^.,:;\n]{2,60}?)\sis\s(?:an?|the)\s(?P<rest>[^.\n]{1,200})", re.IGNORECASE
)
_PRONOUNS = frozenset(
    (word,) for word in ("it", "this", "that", "here", "there", "what", "which", "dish", "item")
)

# A place behind a preposition, or an adjective before a word for what is asked about.
_FROM = re.compile(
    r"\b(?:from|in|to|associated\swith|de|del|da|di|du|dal|en|aus|dari|ti|ing)\s?(\w+(?:\s\w+){0,3})"
    r"|(\w+(?:\s\w+)?)\s(?:dish|cuisine|food|dessert|snack|recipe|meal|origin|garment|dress|costume"
    r"|attire|clothing|instrument)\b",
    re.IGNORECASE,
)
_LATIN = re.compile("[A-Za-z]")
# What a sentence adds to a name: `Laksa, a spicy noodle soup`, `Laksa. It's`.
_ADDED = re.compile(
    r",\s(?:an?|which|one of|also (?:known|called))\s.*|\.\s(?:it|this|that|the dish)\b.*"
    r"|\sand\s(?:it|its)(?:'s)?(?:\s.*)?$|\s(?:is|are)\s(?:an?|the|one of)\s.*",
    re.IGNORECASE | re.DOTALL,
)


def read_pair(text: str) -> Reading | None:
    """`Name / Country`, also with a comma, bracket, line break or `from`; or a country alone."""
    text = LIST_MARK.sub("", plain(text)).strip().rstrip(".!")
    first, second, *further = [*filter(str.strip, text.splitlines()), "", ""]
    if any(further) and resolve_country(second) and (item := _item(first)):
        return Reading(item, second.strip(_OUTER))
    if len(text) > _MAX_PAIR:
        return None
    if resolve_country(text):
        return Reading(None, text)
    cleanly = _cuts(text, (*STRONG, *WEAK, ". "))
    whole = ((left, right) for left, right in cleanly if resolve_country(right))
    partly = (
        (left, right)
        for separators in (STRONG, WEAK)
        for left, right in _cuts(text, separators)
        if answered_countries(right)
    )
    readings = (Reading(_item(left), right) for left, right in chain(whole, partly))
    return next((reading for reading in readings if reading.item), None)


def read_sentences(text: str) -> Reading | None:
    """`The original name is X and its country of origin is Y`, or `X is a dish from Y`."""
    text = plain(text)
    country = next((it["value"] for it in _COUNTRY_IS.finditer(text)), None)
    if country is None or not answered_countries(country):
        return _is_a(text)
    named = _NAME_IS.search(text) or _THING_IS.search(text)
    item = named["value"].strip(_OUTER) if named else None
    is_place = item and (resolve_country(item) or (_FROM.match(item) and answered_countries(item)))
    return Reading(None if is_place else item, country.strip(_OUTER))


def _is_a(text: str) -> Reading | None:
    found = _IS_A.match(text)
    if found is None or not answered_countries(found["rest"]):
        return None
    item = found["item"].strip(_OUTER)
    named = not answered_countries(item) and words(item)[:1] not in _PRONOUNS
    return Reading(item, found["rest"].strip(_OUTER)) if named else None


def read_mention(text: str) -> Reading | None:
    """A short text that says where something is from (`It is a Greek dish.`), but not of a cue.

    A country's adjective in a name (`French fries`) says nothing of the kind.
    """
    text = plain(text).strip()
    if len(text) > _MAX_MENTION or CUE.search(text):
        return None
    named = answered_countries(text)
    parts = (part for found in _FROM.finditer(text) for part in found.groups() if part)
    says = len(named) > 1 or not _LATIN.search(text) or any(map(answered_countries, parts))
    return Reading(None, text) if named and says else None


def _cuts(text: str, separators: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Both sides of each place where the text can be cut, from the left."""
    for at in range(1, len(text)):
        for separator in separators:
            if text.startswith(separator, at):
                yield text[:at], _right(text[at + len(separator) :])


def _right(text: str) -> str:
    text = text.strip(" \t\n.,]")
    return text.rstrip(") .,") if text.count(")") > text.count("(") else text


def _item(left: str) -> str | None:
    """The name on the left of a cut; None where it is none or names a country of its own."""
    bare = _unlabelled(left.strip(" \t\n(.,:\"'"))
    bare = _statement(TAIL.sub("", bare))
    item = _ADDED.sub("", STEM.sub("", bare)).strip(_OUTER)
    further = _SEGMENT.split(item)[1:]
    whole = len(item) <= _MAX_NAME and not set(item) & {"\n", "|", "{"}
    clean = item.count("(") <= item.count(")") and not any(map(_is_country, further))
    clean = clean and not CUE.search(item)
    return item if whole and clean and said(item) else None


def _unlabelled(text: str) -> str:
    label, _, rest = text.partition(":")
    return rest if rest and label_kind(label) else LABEL.sub("", text, count=1)


def _is_country(text: str) -> bool:
    return resolve_country(text.strip(" ).")) is not None


def _statement(text: str) -> str:
    """From the last clause that says what something is: `..., but this is Sushi, a dish`."""
    starts = [0, *(found.end() for found in _CLAUSE.finditer(text))]
    return next((text[at:] for at in reversed(starts) if STEM.match(text[at:])), text)
