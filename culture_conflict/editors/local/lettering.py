"""A text as ink: shaped by raqm, drawn once at a fixed size, cut to what is inked."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING
from unicodedata import category

from culture_conflict.errors import EditError
from culture_conflict.pictures.fonts import EM, JOINED, RIGHT_TO_LEFT, Fonts, Run
from culture_conflict.places.scripts import script_of

if TYPE_CHECKING:
    import numpy as np
    from PIL import ImageDraw

__all__ = ["STACKED", "Ink", "Setting", "can_be_spaced", "letter_ink"]

STACKED = frozenset(("Han", "Kana", "Hangul"))  # may be written from top to bottom

_LONGEST = 120
_BREAKS = frozenset(("Cc", "Zl", "Zp"))  # raqm lays out no such character


@dataclass(frozen=True)
class Setting:
    """How a text is set: weight 100 to 900, space between letters in em, top to bottom or not."""

    weight: int = 500
    spacing: float = 0.0
    vertical: bool = False


@dataclass(frozen=True)
class Ink:
    """Drawn letters, `EM` pixels per em.

    Attributes:
        alpha: rows x columns, 0 to 1, cut to the inked part.
        above: em from the baseline up to the first row (of vertical text: half its height).
        n_gaps: spaces between letters that `spacing` widened or could widen.
    """

    alpha: np.ndarray
    above: float
    n_gaps: int

    @property
    def width(self) -> float:
        """In em."""
        return float(self.alpha.shape[1]) / EM

    @property
    def height(self) -> float:
        """In em."""
        return float(self.alpha.shape[0]) / EM

    @property
    def area(self) -> float:
        """Inked area in square em."""
        return float(self.alpha.sum()) / EM**2


def can_be_spaced(text: str) -> bool:
    """Whether letters of the text's script may stand apart."""
    return script_of(text) not in JOINED


def letter_ink(text: str, setting: Setting, fonts: Fonts) -> Ink:
    """The text on one line, its letters in reading order of their script.

    Line breaks and control characters count as spaces.

    Raises:
        EditError: `missing_glyph` (see `Fonts.runs`), `no_ink` where nothing of it is visible, or
            `does_not_fit` for more than 120 characters.
    """
    import numpy as np
    from PIL import Image, ImageDraw

    text = " ".join("".join(" " if category(c) in _BREAKS else c for c in text).split())
    if len(text) > _LONGEST:
        raise EditError(
            f"{text[:40]!r}… has {len(text)} characters; a sign takes at most {_LONGEST}.",
            reason="does_not_fit",
        )
    runs = fonts.runs(text, setting.weight)
    draw = _draw_down if setting.vertical else _draw_across
    size, base = _room(text, setting)
    sheet = Image.new("L", size)
    draw(ImageDraw.Draw(sheet), runs, setting, base, script_of(text))
    box = sheet.getbbox()
    if box is None:
        raise EditError(f"{text!r} has nothing to draw. Choose a text.", reason="no_ink")
    alpha = np.asarray(sheet.crop(box), np.float32) / 255
    above = (box[3] - box[1]) / 2 if setting.vertical else base[1] - box[1]
    return Ink(alpha, above / EM, max(0, len(_clusters(text)) - 1))


def _room(text: str, setting: Setting) -> tuple[tuple[int, int], tuple[int, int]]:
    """Size of a sheet that surely holds the text, and where its baseline begins."""
    along = int(EM * (len(text) * (1.6 + max(0.0, setting.spacing)) + 2))
    return ((3 * EM, along), (EM, EM)) if setting.vertical else ((along, 4 * EM), (EM, 2 * EM))


def _draw_across(
    pen: ImageDraw.ImageDraw,
    runs: Sequence[Run],
    setting: Setting,
    base: tuple[int, int],
    script: str | None,
) -> None:
    x: float = base[0]
    spacing = 0.0 if script in JOINED else setting.spacing
    for run in reversed(runs) if script in RIGHT_TO_LEFT else runs:
        for part in _clusters(run.text) if spacing else [run.text]:
            pen.text((x, base[1]), part, fill=255, font=run.font, anchor="ls")
            x += run.font.getlength(part) + spacing * EM


def _draw_down(
    pen: ImageDraw.ImageDraw,
    runs: Sequence[Run],
    setting: Setting,
    base: tuple[int, int],
    _script: str | None,
) -> None:
    y: float = base[1]
    for run in runs:
        for part in _clusters(run.text):
            pen.text(
                (base[0] + EM / 2, y), part, fill=255, font=run.font, anchor="mt", direction="ttb"
            )
            y += (1 + setting.spacing) * EM


def _clusters(text: str) -> list[str]:
    """Letters with the marks that belong to them."""
    made: list[str] = []
    for character in text:
        if made and category(character) in ("Mn", "Mc", "Me", "Cf"):
            made[-1] += character
        else:
            made.append(character)
    return made
