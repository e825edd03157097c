"""From an answer about the food that was asked about to a state and its fields (ruling 7)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from culture_conflict.benchmarks.confused_tourist.cleaning import behind_reasoning
from culture_conflict.benchmarks.confused_tourist.lines import read_labels
from culture_conflict.benchmarks.confused_tourist.parser_id import PARTS
from culture_conflict.benchmarks.confused_tourist.parsing import parse as parse_item
from culture_conflict.benchmarks.confused_tourist.reading import read_json
from culture_conflict.benchmarks.culture_mix.remarks import without_remarks
from culture_conflict.benchmarks.culture_mix.sides import (
    Side,
    Spoken,
    mine_in_objects,
    spoken_of,
)
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict.tables.fingerprint import fingerprint

__all__ = ["parse", "parse_right", "parser_id"]

_PACKAGE = Path(__file__).parents[2]
_HEAD = re.compile(
    r"\A\s*(?:answer\s*\||[*_#\s]*(?:in(?:side)?\s+)?(?:the\s+)?red\s+(?:bounding\s+)?box[*_\s]*:)"
    r"[\s*_]*",
    re.IGNORECASE,
)
# A key of an object: `{"left": {...}, "right": null}`, `"leftDish": "..."`, `"right_food"`.
_KEY = re.compile(
    r"[{,]\s*(?P<quote>[\"'])(?P<side>left|right)(?:[\s_-]*(?:hand|side))*"
    r"(?:[\s_-]*(?:food|dish|item|plate|one|image))?(?P=quote)\s*:\s*"
    r"(?=(?P<value>[{\[\"']|null\b))",
    re.IGNORECASE,
)
_SIDE_OF_NAME = re.compile(
    r"\s*\((?:(?:on|at)\s+)?(?:the\s+)?(?:left|right)(?:[\s-]*(?:hand|side))*"
    r"(?:\s+(?:dish|food|one))?\)\s*\Z",
    re.IGNORECASE,
)
_NOTHING = "unknown"  # what an empty value says
_READ = ("ok", "hedged", "refused", "abstained")


def parse(answer: Answer) -> Parsed:
    """As ConfusedTourist's parser, with the fields `item`, `country_answer` and `country`.

    An answer that goes through both sides of the picture, under headings, in keys or in sentences,
    answers for the target on the left (§3.1): the rest is not read. The paper's
    `Answer | Katsudon / Japan` is read as what stands behind the bar.
    """
    return _of_side(answer, "left")


def parse_right(answer: Answer) -> Parsed:
    """The same where the right dish was asked about, as of a mirrored picture (B.2)."""
    return _of_side(answer, "right")


def _of_side(answer: Answer, side: Side) -> Parsed:
    """What is said of a side; a name is one without `(left)`."""
    parsed = _parsed(answer, side)
    if item := parsed.fields.get("item"):
        fields = {**parsed.fields, "item": _SIDE_OF_NAME.sub("", item) or item}
        return replace(parsed, fields=fields)
    return parsed


def _parsed(answer: Answer, side: Side) -> Parsed:
    text, thinks_on = behind_reasoning(answer.text or "")
    if thinks_on or not text:
        return parse_item(answer)
    whole = replace(answer, text=_HEAD.sub("", text))
    mine = _under_keys(text, side)
    mine = mine_in_objects(text, side) if mine is None else mine or _NOTHING
    if mine is not None:
        return parse_item(replace(answer, text=mine))
    spoken = spoken_of(text, side)
    return _read(whole) if spoken is None else _of_spoken(whole, spoken)


def _read(answer: Answer) -> Parsed:
    """As the shared parser; what is said of the background counts only where nothing else is."""
    text = answer.text or ""
    shown = without_remarks(text)
    if shown != text and not read_labels(text):
        parsed = parse_item(replace(answer, text=shown))
        if parsed.state == "ok" and parsed.fields["country"]:
            return parsed
    return parse_item(answer)


def _of_spoken(whole: Answer, spoken: Spoken) -> Parsed:
    """What is said of the side, if it can be read; never what is said of the other one."""
    for said in _readable(spoken):
        parsed = _read(replace(whole, text=said))
        if parsed.state in _READ:
            return parsed
    parsed, other = _read(whole), parse_item(replace(whole, text=spoken.other))
    taken = parsed.fields["country"]
    if spoken.mine and taken and taken == other.fields["country"]:
        return parse_item(replace(whole, text=spoken.mine))
    return parsed


def _readable(spoken: Spoken) -> Iterator[str]:
    """Where the answer may stand, the surest place first."""
    if _formed(spoken.behind) and not (_formed(spoken.mine.partition("\n")[0])):
        yield spoken.behind
    if spoken.mine:
        yield spoken.mine
    elif spoken.remainder.strip():
        yield spoken.remainder


def _formed(text: str) -> bool:
    """Whether a text has an object, or labels of a name and of a country."""
    reading = read_json(text) or read_labels(text)
    return bool(reading and reading.item and reading.country)


def _under_keys(text: str, side: str) -> str | None:
    """What stands under the only key of a side in an object, where the other has one too."""
    sides = list(_KEY.finditer(text))
    if sorted(found["side"].casefold() for found in sides) != ["left", "right"]:
        return None
    # `{"left": "soup", "right": "bread", "name": ...}` only describes its sides.
    only_texts = all(found["value"] != "{" for found in sides)
    return None if only_texts and read_json(text) else _between(text, sides, side)


def _between(text: str, sides: list[re.Match[str]], side: str) -> str | None:
    for found, end in zip(sides, [*(s.start() for s in sides[1:]), len(text)], strict=True):
        if found["side"].casefold() == side:
            under = text[found.end() : end].strip()
            return under if under.startswith("{") else under.strip("\"'}`, \n")
    return None


@cache
def parser_id() -> str:
    """`culture_mix-` and 12 digits of a hash over all that reads an answer."""
    parts = (
        *PARTS,
        *(f"benchmarks/culture_mix/{name}.py" for name in ("parsing", "remarks", "sides")),
    )
    return f"culture_mix-{fingerprint(_PACKAGE, parts)[:12]}"
