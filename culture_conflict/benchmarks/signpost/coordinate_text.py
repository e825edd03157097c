"""An answer's text made uniform before coordinates are looked for: signs, units, words."""

from __future__ import annotations

import csv
import html
import re
import unicodedata
from collections.abc import Mapping
from functools import cache
from pathlib import Path

__all__ = ["EAST", "LATITUDE", "LONGITUDE", "NORTH", "PLACE", "SOUTH", "WEST", "uniform"]

# Words of any language stand as one private character each.
LATITUDE, LONGITUDE, PLACE = "\ue000", "\ue001", "\ue002"
NORTH, SOUTH, EAST, WEST = "\ue003", "\ue004", "\ue005", "\ue006"
_MARKS = {
    "latitude": LATITUDE,
    "longitude": LONGITUDE,
    "place": PLACE,
    "north": NORTH,
    "south": SOUTH,
    "east": EAST,
    "west": WEST,
}
_COMPASS = frozenset({"north", "south", "east", "west"})
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2212\u2010\u2011\u2012\u2013\u2014\u2015\ufe58\ufe63\uff0d", "-"),
        **dict.fromkeys("\u00ba\u02da\u2070\u00b0", "\u00b0"),
        **dict.fromkeys("\u2018\u2019\u201b\u2032\u02b9\u00b4`\u055a", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033\u02ba\u3003", '"'),
        **dict.fromkeys("\u060c\u3001\ufe10", ","),
        "\u066b": ".",
        "\u061b": ";",
        **dict.fromkeys("*$~\u2248\u200b\u200e\u200f\u202a\u202c\ufeff", ""),
        **dict.fromkeys("\ue000\ue001\ue002\ue003\ue004\ue005\ue006", ""),
    }
)
_DEGREE = re.compile(
    r"\s*\^\s*\{?\s*(?:\\circ|\u2218|o)\s*\}?|\s*\\(?:degree|textdegree|circ)\b"
    r"|(?<=\d)\s*(?:degrees?|deg\.?|grados?|grad|degr\u00e9s?|gradi|graus?|derajat|derece|\u0111\u1ed9"
    r"|stup\u0148\u016f|stopni|\u0433\u0440\u0430\u0434\u0443\u0441(?:\u0430|\u043e\u0432)?|\u0921\u093f\u0917\u094d\u0930\u0940|\u062f\u0631\u062c\u0629)(?![^\W\d_])"
    r"|(?<=\d)\s*(?:\u5ea6|\ub3c4|\u0e2d\u0e07\u0e28\u0e32)",
    re.IGNORECASE,
)
_MINUTE = re.compile(r"(?<=\d)\s*(?:\u5206|minutes?\b|min\b)", re.IGNORECASE)
_SECOND = re.compile(r"(?<=\d)\s*(?:\u79d2|seconds?\b|sec\b|'')", re.IGNORECASE)
_ABOUT = re.compile(
    r"\s*(?:\u00b1|\+/-)\s*\d+(?:\.\d+)?"
    r"(?:\s?(?:\u00b0|(?:k?m|mi|miles?|kilomet(?:er|re)s?|met(?:er|re)s?|degrees?)(?!\w)))?",
    re.IGNORECASE,
)
# `predicted_latitude`, `guessLat`, `lat_deg`: what makes no other angle of a name.
_ABOUT_NAME = r"(?:predicted|pred|estimated|est|final|guess(?:ed)?|best|answer|target|gps)"
_NAME = re.compile(
    rf"(?<![^\W_])(?:{_ABOUT_NAME}[_-]?)?(?P<name>latitude|lat|longitude|long|lng|lon)"
    r"(?:[_ -](?:decimal|degrees?|deg|dd)(?:_(?:north|east))?)?(?![^\W\d])",
    re.IGNORECASE,
)
_COLONS = re.compile(
    r"(?<![\d.:])(\d{1,3})(?:[: ]|\s?\u00b0\s?)(\d{1,2})(?:[: ]|\s?'\s?)(\d{1,2}(?:\.\d+)?)\"?"
    r"(?=\s*[NSEW\ue003-\ue006](?![^\W\d_]))"
)
_MINUS = re.compile(
    r"\b(?:minus|negative|menos|moins|meno)\s+(?=\d)|\u8d1f\s?(?=\d)", re.IGNORECASE
)
_CLOSING_TAG = re.compile(r"</[^<>]{0,40}>")
_DIRECTION = f"[NSEW{NORTH}{SOUTH}{EAST}{WEST}]"
# `Latitude (S): 33.9`, `33.9\u00b0 (S)` and `33.9, S;`: the direction moves to its number.
_LABELLED = re.compile(
    rf"(?<=[{LATITUDE}{LONGITUDE}])\s?\(?\s?({_DIRECTION})\s?\)?\s?[:=]\s*(?=\d)"
)
_IN_BRACKETS = re.compile(rf"(?<=[\d\u00b0'\"])\s?[(\[]\s?({_DIRECTION})\s?[)\]]")
_BEHIND_COMMA = re.compile(r"(?<=[\d\u00b0'\"])\s?,\s?([NSEW])(?=\s*(?:[,;)}\]\n]|$))")
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")


def uniform(text: str) -> str:
    """The text with plain signs, `\u00b0 ' "` for units, and one mark per label or direction.

    Commas become decimal points only where the text has no point in a number and at least two such
    commas, none of them between three numbers in a row.
    """
    text = unicodedata.normalize("NFKC", html.unescape(text).translate(_SIGNS)).translate(_SIGNS)
    text = _NAME.sub(r"\g<name>", _MINUS.sub("-", _ABOUT.sub("", text)))
    for pattern, sign in ((_DEGREE, "\u00b0"), (_MINUTE, "'"), (_SECOND, '"')):
        text = pattern.sub(sign, text)
    marks = _words()
    text = _pattern().sub(lambda found: marks[found[0].casefold()], text)
    text = _turned(_CLOSING_TAG.sub(" ", text))
    text = _COLONS.sub("\\1\u00b0\\2'\\3\"", text)
    return _points(text)


def _turned(text: str) -> str:
    text = _LABELLED.sub(r": \1 ", text)
    return _BEHIND_COMMA.sub(r" \1", _IN_BRACKETS.sub(r" \1", text))


def _points(text: str) -> str:
    if re.search(r"\d\.\d", text) or re.search(r"\d,\d+,\d", text):
        return text
    if len(_DECIMAL_COMMA.findall(text)) < 2:
        return text
    return _DECIMAL_COMMA.sub(".", text)


@cache
def _words() -> Mapping[str, str]:
    path = Path(__file__).with_name("coordinate_words.csv")
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    return {
        unicodedata.normalize("NFKC", word).casefold() + colon: _MARKS[row["kind"]]
        for row in rows
        for word in row["words"].split("|")
        for colon in (("", ":") if row["kind"] in _COMPASS and _is_whole(word) else ("",))
    }


def _is_whole(word: str) -> bool:
    """Whether it says latitude or longitude too, so that a colon and a value may follow."""
    return " " in word or not _has_spaces(word)


def _has_spaces(word: str) -> bool:
    return unicodedata.name(word[0]).split()[0] not in {"CJK", "HANGUL", "THAI"}


@cache
def _pattern() -> re.Pattern[str]:
    """Longest first; words of scripts with spaces only as whole words."""
    found = []
    for word in sorted(_words(), key=len, reverse=True):
        escaped = re.escape(word)
        found.append(rf"(?<![^\W\d]){escaped}(?![^\W\d])" if _has_spaces(word) else escaped)
    return re.compile("|".join(found), re.IGNORECASE)
