"""Captions under small pictures: two lines at most, each name in the letters of its own script."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from culture_conflict.pictures.fonts import JOINED, RIGHT_TO_LEFT, Run, fonts_of_thread
from culture_conflict.places.scripts import script_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.ImageDraw import ImageDraw

    from culture_conflict.pictures.fonts import Fonts

__all__ = ["Caption", "caption_lines"]

_LONGEST = 200
_BREAKS = " /"
_WEIGHT = 400
_CJK = ("Han", "Kana", "Hangul", "Bopomofo")  # Japanese and Korean mix them
_BASELINE = 1.05  # em below the top of a line: room for the marks above Thai and Devanagari
_JOINERS = "\u200c\u200d"


@dataclass(frozen=True)
class Caption:
    """One line of a caption, from left to right in runs of one font each."""

    text: str
    runs: tuple[Run, ...]

    @property
    def width(self) -> float:
        """In pixels."""
        return float(sum(run.font.getlength(run.text) for run in self.runs))

    def draw(self, pen: ImageDraw, at: tuple[float, float], ink: tuple[int, int, int]) -> None:
        """Write it, the top left corner of the line at `at` (x, y)."""
        x, y = at
        for run in self.runs:
            pen.text(
                (x, y + _BASELINE * run.font.size), run.text, fill=ink, font=run.font, anchor="ls"
            )
            x += run.font.getlength(run.text)


def caption_lines(caption: str, em: int, width: float) -> list[Caption]:
    """The caption in lines of at most `width` pixels, letters of `em` pixels.

    What a second line can't hold is cut. Names keep their script, Arabic and Hebrew ones run to the
    left within the line; a character that no font has is a question mark.
    """
    fonts = fonts_of_thread(em)
    text = _plain(caption)
    whole = _set(text, fonts)
    if whole.width <= width:
        return [whole]
    fitting = _fitting(text, fonts, width)
    at = max(text.rfind(sign, 0, fitting) for sign in _BREAKS) + 1 or fitting
    first, second = text[:at].rstrip(), text[at:].lstrip()
    if _set(second, fonts).width > width:
        room = width - _set("…", fonts).width
        second = second[: _fitting(second, fonts, room)] + "…"
    return [_set(first, fonts), _set(second, fonts)]


def _fitting(text: str, fonts: Fonts, width: float) -> int:
    """How many of the first characters fit, none of which loses a mark that belongs to it."""
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        fits = _set(text[:middle], fonts).width <= width
        low, high = (middle, high) if fits else (low, middle - 1)
    while 0 < low < len(text) and _joined(text[low - 1], text[low]):
        low -= 1
    return low


def _joined(before: str, character: str) -> bool:
    """A mark of the letter before, or a letter that a virama or a joiner ties to it."""
    ties = unicodedata.combining(before) == 9 or before in _JOINERS
    return ties or unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")


def _set(text: str, fonts: Fonts) -> Caption:
    runs: list[Run] = []
    rightwards = False  # whether the last run is, so that the next may go on with it
    for script, piece in _pieces(text):
        mine = fonts.runs(fonts.writable(piece), _WEIGHT)
        leftwards = script in RIGHT_TO_LEFT
        if rightwards and not leftwards and mine[0].font is runs[-1].font:
            runs[-1] = Run(runs[-1].text + mine.pop(0).text, runs[-1].font)
        runs += reversed(mine) if leftwards else mine
        rightwards = not leftwards
    return Caption(text, tuple(runs))


def _pieces(text: str) -> Iterator[tuple[str | None, str]]:
    """The text in pieces of one script; signs and spaces go with one only between its letters."""
    scripts: list[str | None] = []
    last = 0  # where the last letter stands
    for at, character in enumerate(text):
        script = _script(character)
        if script is None and at and _joined(text[at - 1], character):
            script = scripts[-1]
        if script is not None:
            if at and scripts[last] == script:
                scripts[last:] = [script] * (at - last)
            last = at
        scripts.append(script)
    for script, pairs in groupby(zip(scripts, text, strict=True), key=lambda pair: pair[0]):
        yield script, "".join(character for _, character in pairs)


def _script(character: str) -> str | None:
    """That of a letter, and of numbers and signs that only one script has; None for any other."""
    script = script_of(character)
    if script is None and not character.isascii():
        named = unicodedata.name(character, "").partition(" ")[0].partition("-")[0].capitalize()
        script = named if named in JOINED else None
    return "CJK" if script in _CJK else script


def _plain(caption: str) -> str:
    """One line without what can't be seen: controls, overrides of direction, half surrogates."""
    text = unicodedata.normalize("NFC", " ".join(caption.split())[:_LONGEST])
    unseen = ("Cc", "Cf", "Cs")
    return "".join(
        one for one in text if one in _JOINERS or unicodedata.category(one) not in unseen
    )
