"""From an answer about the (left) food to a state and its fields (ruling 7)."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from pathlib import Path

from culture_conflict.benchmarks.confused_tourist.parser_id import PARTS
from culture_conflict.benchmarks.confused_tourist.parsing import parse as parse_item
from culture_conflict.models.protocol import Answer, Parsed
from culture_conflict.tables.fingerprint import fingerprint

__all__ = ["parse", "parser_id"]

_PACKAGE = Path(__file__).parents[2]
_HEAD = re.compile(r"\A\s*answer\s*\|\s*", re.IGNORECASE)
_SIDE = re.compile(
    r"^[\s*_#>\-\u2022\d.)]*(?:the\s+)?(?P<side>left|right)(?:[\s-]*(?:hand|side))*"
    r"(?:\s+(?:food|dish|item|plate|one|image))?[\s*_]*[:=\u2013\u2014][\s*_]*",
    re.IGNORECASE | re.MULTILINE,
)


def parse(answer: Answer) -> Parsed:
    """As ConfusedTourist's parser, with the fields `item`, `country_answer` and `country`.

    An answer that goes through both sides of the picture, each under its heading, answers for the
    target on the left (§3.1): the rest is not read. The paper's `Answer | Katsudon / Japan` is
    read as what stands behind the bar.
    """
    if answer.text is None:
        return parse_item(answer)
    left = _left(answer.text)
    return parse_item(replace(answer, text=_HEAD.sub("", answer.text if left is None else left)))


def _left(text: str) -> str | None:
    """What stands under the only heading `Left ...:`, where there is one `Right ...:` too."""
    sides = list(_SIDE.finditer(text))
    if sorted(found["side"].casefold() for found in sides) != ["left", "right"]:
        return None
    for found, end in zip(sides, [*(s.start() for s in sides[1:]), len(text)], strict=True):
        if found["side"].casefold() == "left":
            return text[found.end() : end].strip()
    return None


@cache
def parser_id() -> str:
    """`culture_mix-` and 12 digits of a hash over all that reads an answer."""
    parts = (*PARTS, "benchmarks/culture_mix/parsing.py")
    return f"culture_mix-{fingerprint(_PACKAGE, parts)[:12]}"
