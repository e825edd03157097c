"""What an answer that goes through both sides of a picture says of one of them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

__all__ = ["Side", "Spoken", "mine_in_objects", "spoken_of"]

Side = Literal["left", "right"]

_SIDE = r"(?P<side>left|right)(?:[\s_-]*(?:hand|most|side))*"
_NOUN = r"(?:food|dish|item|plate|bowl|meal|snack|dessert|one|image|picture|photo|panel|half)"
_OF = r"(?:\s+(?:of|in)\s+the\s+(?:image|picture|photo(?:graph)?|frame))?"
_SEPARATOR = r"[*_)\]\"'\s]{0,6}(?:[:=|\u2013\u2014\u2192\uff1a]|->|-(?=\s))[\s*_]*"
_SAYS = (
    r"[*_]{0,3}(?:\s*\([^()\n]{1,40}\))?,?\s+(?=(?:is|are|was|looks?|appears?|seems?|shows?|there"
    r"|we|you|i|contains?|depicts?|features?|has|holds)\b)"
)
_LABELLED = r"[\s_]+(?=(?:name|country|origin)\b)"
# At the beginning of a line with its list mark, or of a clause.
_LINE = r"^[^\w\n]*(?:\d{1,2}[.)][^\w\n]*)?(?:the\s+)?"
_CLAUSE = r"(?:(?<=[.;,|])\s+\(?|(?<=\())(?:(?:and|while|whereas|but)\s+)?(?:the\s+)?"
_JOINED = r"(?<=\s)(?:and|while|whereas|but|\d{1,2}[.)])\s+(?:the\s+)?"
_WHERE = rf"(?:{_NOUN}\s+){{0,2}}(?:on|at|to|in)\s+the\s+"
_MENTION = re.compile(
    rf"(?:{_LINE}|{_CLAUSE}|{_JOINED})(?:{_WHERE})?{_SIDE}(?:\s+{_NOUN})*{_OF}"
    rf"(?:(?P<marked>{_SEPARATOR})|{_SAYS}|{_LABELLED}|(?<=\w)[*_]*\)\s*"
    r"|(?P<alone>[*_]*[ \t]*$))",
    re.IGNORECASE | re.MULTILINE,
)
_LEFT = r"左[边侧邊側]?|왼쪽|izquierda|gauche|links|esquerda|sinistra|слева|lewa|kiri|bên trái"
_RIGHT = r"右[边侧邊側]?|오른쪽|derecha|droite|rechts|direita|destra|справа|prawa|kanan|bên phải"
_ELSEWHERE = re.compile(
    rf"(?:^[^\w\n]*|(?<=\u3002))(?:\w+\s+){{0,3}}?(?:(?P<left>{_LEFT})|(?P<right>{_RIGHT}))"
    r"[^\n:\uff1a]{0,12}?[:\uff1a是は은는][\s*_]*",
    re.IGNORECASE | re.MULTILINE,
)
_LOOSE = re.compile(r"[\s,;(|]*(?:\b(?:and|while|whereas|but))?[\s,;(|*_]*\Z", re.IGNORECASE)
_SAYING = re.compile(r"(?:is|are|was|looks?|appears?|seems?)\b", re.IGNORECASE)
_SHOWN = re.compile(
    r"\A(?:there\s+(?:is|are|appears?|seems?)|(?:we|you|i)\s+(?:can\s+)?(?:have|see)"
    r"|shows?|contains?|depicts?|features?|has|holds)\b",
    re.IGNORECASE,
)
# A heading's own line that is the name, where the country's label stands below it.
_NAMED = re.compile(
    r"\A(?=[^:=\n]+\n[\s*_#>\u2022-]*(?:country|origin|place of origin)\b[^:\n]{0,40}:)",
    re.IGNORECASE,
)
# `Name (left dish):`, which is `left name:`.
_LABEL_OF = re.compile(
    rf"\b(?P<label>name|dish|food|country(?:\s+of\s+origin)?|origin)\s*"
    rf"\((?:on\s+)?(?:the\s+)?{_SIDE}(?:\s+{_NOUN})?\)(?=[*_\s]{{0,4}}:)",
    re.IGNORECASE,
)
_SENTENCE_END = re.compile(r"[.!?](?=\s|\)|$)|\n|;")
_FLAT = re.compile(r"\{[^{}]*\}")
_PLACED = re.compile(
    rf"[\"'](?:position|side|location|placement|which)[\"']\s*:\s*[\"'][^\"'\n]{{0,30}}?\b{_SIDE}\b",
    re.IGNORECASE,
)
_KEY = re.compile(
    rf"(?P<quote>[\"']){_SIDE}(?:[\s_-]*{_NOUN})?[\s_-]*(?P<of>name|country(?:[\s_-]+of[\s_-]+origin)?"
    r"|origin)(?P=quote)(?=\s*:)",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class _Mention:
    """Where a side is spoken of, and whether that heads what follows."""

    start: int
    end: int
    side: Side
    heads: bool


@dataclass(frozen=True)
class Spoken:
    """Text parted by side: `mine`, `other`, and what belongs to none.

    `remainder` is the text without the sentence that speaks of the other side, where mine is not
    spoken of; `behind` are the lines below the last side's own.
    """

    mine: str
    other: str
    remainder: str
    behind: str


def mine_in_objects(text: str, side: Side) -> str | None:
    """The text with the other side's objects or keys taken away; None where they name no sides."""
    flat = [(one, _PLACED.search(one)) for one in _FLAT.findall(text)]
    placed = [(one, _side(where["side"])) for one, where in flat if where]
    mine = [one for one, where in placed if where == side]
    if mine and len(mine) < len(placed):
        return "\n".join(mine)
    if len({_side(found["side"]) for found in _KEY.finditer(text)}) < 2:
        return None
    other = {"left": "right ", "right": "left "}[side]
    return _KEY.sub(lambda key: f'"{"" if _side(key["side"]) == side else other}{key["of"]}"', text)


def spoken_of(text: str, side: Side) -> Spoken | None:
    """What is said of one side and of the other; None where no side is spoken of."""
    text = _LABEL_OF.sub(r"\g<side> \g<label>", text)
    found = _mentions(_masked(text))
    if not found:
        return None
    said: dict[Side, list[str]] = {"left": [], "right": []}
    for one, end in zip(found, [*(m.start for m in found[1:]), len(text)], strict=True):
        stated = _stated(text[one.end : end])
        said[one.side].append(_NAMED.sub("Name: ", stated) if one.heads else stated)
    mine, (other,) = said.pop(side), said.values()
    own, _, behind = text[found[-1].end :].partition("\n")
    return Spoken(
        mine="\n".join(mine) if other or found[-1].heads else "",
        other="\n".join(other),
        remainder="" if mine else _without(text, found),
        behind=behind if own.strip() else "",
    )


def _mentions(text: str) -> list[_Mention]:
    """In the order of the text; words of other languages are looked for where there is no other."""
    found = [
        _Mention(one.start(), one.end(), _side(one["side"]), bool(one["marked"] or one["alone"]))
        for one in _MENTION.finditer(text)
    ]
    return found or [
        _Mention(one.start(), one.end(), "left" if one["left"] else "right", heads=True)
        for one in _ELSEWHERE.finditer(text)
    ]


def _side(word: str) -> Side:
    return "left" if word.casefold() == "left" else "right"


def _masked(text: str) -> str:
    """The text with what stands in braces as letters, so that nothing in an object is a side."""
    shown, depth = [], 0
    for letter in text:
        depth += letter == "{"
        shown.append("x" if depth and letter != "\n" else letter)
        depth -= letter == "}" and depth > 0
    return "".join(shown)


def _stated(text: str) -> str:
    """`is Laksa from Malaysia, while` as a sentence of its own."""
    text = _SHOWN.sub("is", _LOOSE.sub("", text.strip()))
    return f"The dish {text}" if _SAYING.match(text) else text


def _without(text: str, found: Sequence[_Mention]) -> str:
    """The text without the sentences that speak of a side."""
    masked, kept, at = _masked(text), [], 0
    for one in found:
        kept.append(text[at : one.start])
        close = _SENTENCE_END.search(masked, one.end)
        at = max(at, close.end() if close else len(text))
    return "".join([*kept, text[at:]])
