"""What stands around the numbers of an answer and is no part of them: dashes, LaTeX, prices."""

from __future__ import annotations

import re

from culture_conflict.benchmarks.signpost.coordinate_text import (
    EAST,
    LATITUDE,
    LONGITUDE,
    NORTH,
    PLACE,
    SOUTH,
    WEST,
    uniform,
)

__all__ = ["MONEY", "answer_lines", "unlaid"]

MONEY = "\u00a4"
# A dash that may part a name from its number; stands in a text only while it is read.
_DASH = "\ue007"
_BULLET = re.compile(r"^[ \t]*[-\u2013\u2014\u2022][ \t]+", re.MULTILINE)
_BEHIND_WORD = re.compile(
    r"(?<!\bis)(?<!\bof)(?<!\bat)(?<!\band)(?<!\babout)(?<!\baround)(?<!\bapproximately)"
    r"(?<=[^\W\d_]|[)\]*])[ \t]+[-\u2013\u2014][ \t]+(?=[-+\u2212]?\d)",
    re.IGNORECASE,
)
_OF_LABEL = re.compile(rf"(?<=[{LATITUDE}{LONGITUDE}]){_DASH}")
_PRICE = re.compile(r"(?<![\w$])(?:US|A|C|NZ|HK|S)?\$(?=\d[^$]*(?:\$\d|\Z))")
_BEGINS_AS_ANSWER = re.compile(
    rf"\W*(?:(?:final |estimated )?(?:answer|guess|estimate)\W|final\W|[NSEW][ \d]|\d"
    rf"|[{LATITUDE}{LONGITUDE}{PLACE}{NORTH}{SOUTH}{EAST}{WEST}]"
    rf"|(?:final|estimated|approximate|the) [{LATITUDE}{LONGITUDE}{PLACE}])",
    re.IGNORECASE,
)
_FRAMED = re.compile(
    r"\\(?:text|textbf|textit|mathrm|mathbf|operatorname|boxed)\s?\{([^{}]{0,200})\}"
)
_SPACING = re.compile(r"\\[,;:! ]|\\q?quad\b|\\(?:left|right)\b")
_LETTERS = {r"\varphi": "\u03c6", r"\phi": "\u03c6", r"\lambda": "\u03bb"}


def unlaid(text: str) -> str:
    """The uniform text without bullets, dashes behind words and LaTeX; a price keeps a sign.

    `Paris - 48.8` and a line `- 48.8` have no minus. `Latitude - 33.8` has one, unless a dash
    stands behind both labels. U+2212 is a minus wherever it stands.
    """
    text = _PRICE.sub(MONEY, _no_latex(text) if "\\" in text else text)
    even = uniform(_BEHIND_WORD.sub(_DASH, _BULLET.sub("", text.replace(_DASH, ""))))
    if len(_OF_LABEL.findall(even)) == 1:
        even = _OF_LABEL.sub(" -", even)
    return even.replace(_DASH, " ")


def answer_lines(text: str) -> str:
    """The lines above the last of a text that was cut off, without those that only consider."""
    lines = text.split("\n")[:-1]
    return "\n".join(line for line in lines if _BEGINS_AS_ANSWER.match(uniform(line)))


def _no_latex(text: str) -> str:
    for _ in range(2):
        text = _FRAMED.sub(r" \1 ", text)
    text = _SPACING.sub(" ", text)
    for command, letter in _LETTERS.items():
        text = text.replace(command, letter)
    return text
