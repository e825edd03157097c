"""Fonts by script, and the runs of a text that one font can write; never a box for a glyph."""

from __future__ import annotations

import threading
import unicodedata
from dataclasses import dataclass, field
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import TYPE_CHECKING

from culture_conflict.errors import EditError
from culture_conflict.places.scripts import script_of

if TYPE_CHECKING:
    from PIL.ImageFont import FreeTypeFont

__all__ = ["EM", "JOINED", "RIGHT_TO_LEFT", "Fonts", "Run", "fonts_of_thread", "require_shaping"]

EM = 128  # pixels per em at which letters are drawn before they are fitted
RIGHT_TO_LEFT = frozenset(("Arabic", "Hebrew"))
# Letters of these scripts touch or change with their neighbours: they are never spaced out.
JOINED = RIGHT_TO_LEFT | frozenset(
    [
        "Devanagari",
        "Bengali",
        "Tamil",
        "Telugu",
        "Kannada",
        "Malayalam",
        "Gujarati",
        "Gurmukhi",
        "Oriya",
        "Sinhala",
        "Thai",
        "Lao",
        "Khmer",
        "Myanmar",
    ]
)

_CJK = "NotoSansCJK-VF.otf.ttc"
_FACES = {"Kana": 0, "Hangul": 1, "Han": 2, "Bopomofo": 3}
_LATIN = "NotoSans[wght].ttf"
_NOWHERE = "\uffff"
_OPENED = threading.local()  # Fonts by their size
_MOST_OPEN = 32  # fonts of one weight each, per thread


@dataclass(frozen=True)
class Run:
    """Neighbouring characters that one font writes."""

    text: str
    font: FreeTypeFont


@dataclass
class Fonts:
    """Fonts of `em` pixels that were opened so far, the last 32 of them; for one thread."""

    em: int = EM
    _opened: dict[tuple[str, int, int], FreeTypeFont] = field(default_factory=dict)
    _shapes: dict[tuple[str, int, str], int] = field(default_factory=dict)

    def runs(self, text: str, weight: int) -> list[Run]:
        """The text in runs of one font each, in the order of reading.

        `weight` is 100 to 900; a font without it takes its nearest.

        Raises:
            EditError: `missing_glyph`: no font at hand writes one of the characters, or
                `no_fonts`: the packages that bring the fonts aren't installed.
        """
        script, names = script_of(text), _names_for(text)
        made: list[Run] = []
        for character in text:
            if character.isspace() and script in RIGHT_TO_LEFT:
                font = self._open(*names[0], weight)  # else it stands on a number's far side
            else:
                font = self._font_for(character, names, weight, made)
            if made and made[-1].font is font:
                made[-1] = Run(made[-1].text + character, font)
            else:
                made.append(Run(character, font))
        return made

    def writable(self, text: str) -> str:
        """The text of one script as these fonts can write it: what none has a glyph of is `?`."""
        names = _names_for(text)
        known = (any(self._writes(one, *name) for name in names) for one in text)
        return "".join(one if has else "?" for one, has in zip(text, known, strict=True))

    def _font_for(
        self, character: str, names: list[tuple[str, int]], weight: int, made: list[Run]
    ) -> FreeTypeFont:
        if made and _goes_with_neighbour(character):
            return made[-1].font
        for name, face in names:
            if self._writes(character, name, face):
                return self._open(name, face, weight)
        told = ", ".join(name for name, _ in names)
        raise EditError(
            f"U+{ord(character):04X} {unicodedata.name(character, 'unnamed')} ({character}) is in "
            f"none of the fonts {told}. Choose a text without it.",
            reason="missing_glyph",
        )

    def _writes(self, character: str, name: str, face: int) -> bool:
        if _goes_with_neighbour(character):
            return True
        font = self._open(name, face, 400)
        for one in (_NOWHERE, character):
            if (name, face, one) not in self._shapes:
                self._shapes[name, face, one] = hash(bytes(font.getmask(one)))
        return self._shapes[name, face, character] != self._shapes[name, face, _NOWHERE]

    def _open(self, name: str, face: int, weight: int) -> FreeTypeFont:
        from PIL import ImageFont

        if (name, face, weight) not in self._opened:
            font = ImageFont.truetype(str(_folder(name) / name), self.em, index=face)
            axis = font.get_variation_axes()[0]
            low, high = axis["minimum"] or 0, axis["maximum"] or 1000
            font.set_variation_by_axes([min(max(weight, low), high)])
            if len(self._opened) >= _MOST_OPEN:
                del self._opened[next(iter(self._opened))]
            self._opened[name, face, weight] = font
        return self._opened[name, face, weight]


def fonts_of_thread(em: int = EM) -> Fonts:
    """The fonts of a size (pixels per em) that this thread has opened, for text after text."""
    sizes: dict[int, Fonts] | None = getattr(_OPENED, "sizes", None)
    if sizes is None:
        sizes = _OPENED.sizes = {}
    return sizes.setdefault(em, Fonts(em))


def require_shaping() -> None:
    """Refuse to set text where Pillow can't shape it: most scripts would come out wrong.

    Raises:
        EditError: `no_shaping`.
    """
    from PIL import features

    if not features.check("raqm"):
        raise EditError(
            "Pillow has no raqm here, so Arabic, Thai, Indic and other scripts can't be shaped. "
            "Install Pillow from its wheels, or libraqm beside it.",
            reason="no_shaping",
        )


def _goes_with_neighbour(character: str) -> bool:
    """Spaces, marks and joiners: whatever font writes the text before them."""
    return character.isspace() or unicodedata.category(character) in ("Mn", "Mc", "Me", "Cf")


def _names_for(text: str) -> list[tuple[str, int]]:
    """Files and faces for a text, that of its script first."""
    return list(dict.fromkeys([_file_of(script_of(text)), (_LATIN, 0), (_CJK, _FACES["Han"])]))


def _file_of(script: str | None) -> tuple[str, int]:
    if script in _FACES:
        return _CJK, _FACES[script]
    if script in (None, "Latin", "Cyrillic", "Greek"):
        return _LATIN, 0
    name = f"NotoSans{script}[wght].ttf"
    return (name, 0) if (_folder(name) / name).is_file() else (_LATIN, 0)


def _folder(name: str) -> Traversable:
    package = "manimgx_fonts_cjk" if name == _CJK else "manimgx_fonts"
    try:
        return files(package)
    except ModuleNotFoundError as error:
        raise EditError(
            f"The package {package}, which brings the font {name}, isn't installed. "
            f"`pip install manimgx-fonts manimgx-fonts-cjk`.",
            reason="no_fonts",
        ) from error
