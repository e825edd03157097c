"""From an answer about the food that was asked about to a state and its fields (ruling 7)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from culture_conflict.benchmarks.confused_tourist.cleaning import behind_reasoning
from culture_conflict.benchmarks.confused_tourist.parser_id import PARTS
from culture_conflict.benchmarks.confused_tourist.parsing import parse as parse_item
from culture_conflict.benchmarks.confused_tourist.reading import read_json
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict.tables.fingerprint import fingerprint

__all__ = ["parse", "parse_right", "parser_id"]

_PACKAGE = Path(__file__).parents[2]
_HEAD = re.compile(r"\A\s*answer\s*\|\s*", re.IGNORECASE)
_SIDE = re.compile(
    r"^[\s*_#>\-\u2022\d.)]*(?:the\s+)?(?P<side>left|right)(?:[\s-]*(?:hand|side))*"
    r"(?:\s+(?:food|dish|item|plate|one|image))?[\s*_]*[:=\u2013\u2014][\s*_]*",
    re.IGNORECASE | re.MULTILINE,
)
# A key of an object: `{"left": {...}, "right": {...}}`, `"leftDish"`, `"right_food"`.
_KEY = (
    r"[{,]\s*(?P<quote>[\"'])(?P<side>left|right)(?:[\s_-]*(?:hand|side))*"
    r"(?:[\s_-]*(?:food|dish|item|plate|one|image))?(?P=quote)\s*:\s*(?=%s)"
)
_SIDE_OBJECT = re.compile(_KEY % r"\{", re.IGNORECASE)
_SIDE_TEXT = re.compile(_KEY % "[\"']", re.IGNORECASE)


def parse(answer: Answer) -> Parsed:
    """As ConfusedTourist's parser, with the fields `item`, `country_answer` and `country`.

    An answer that goes through both sides of the picture, each under its heading, answers for the
    target on the left (§3.1): the rest is not read. The paper's `Answer | Katsudon / Japan` is
    read as what stands behind the bar.
    """
    return _of_side(answer, "left")


def parse_right(answer: Answer) -> Parsed:
    """The same where the right dish was asked about, as of a mirrored picture (B.2)."""
    return _of_side(answer, "right")


def _of_side(answer: Answer, side: str) -> Parsed:
    text, thinks_on = behind_reasoning(answer.text or "")
    if thinks_on or not text:
        return parse_item(answer)
    mine = _under(text, side)
    return parse_item(replace(answer, text=_HEAD.sub("", text if mine is None else mine)))


def _under(text: str, side: str) -> str | None:
    """What stands under the only heading or key of a side, where the other has one too."""
    for pattern in (_SIDE_OBJECT, _SIDE_TEXT, _SIDE):
        sides = list(pattern.finditer(text))
        if sorted(found["side"].casefold() for found in sides) != ["left", "right"]:
            continue
        # `{"left": "soup", "right": "bread", "name": ...}` only describes its sides.
        if pattern is not _SIDE_TEXT or not read_json(text):
            return _between(text, sides, side)
    return None


def _between(text: str, sides: list[re.Match[str]], side: str) -> str | None:
    for found, end in zip(sides, [*(s.start() for s in sides[1:]), len(text)], strict=True):
        if found["side"].casefold() == side:
            under = text[found.end() : end].strip()
            return under if under.startswith("{") else under.strip("\"'}` \n")
    return None


@cache
def parser_id() -> str:
    """`culture_mix-` and 12 digits of a hash over all that reads an answer."""
    parts = (*PARTS, "benchmarks/culture_mix/parsing.py")
    return f"culture_mix-{fingerprint(_PACKAGE, parts)[:12]}"
