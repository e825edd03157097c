"""How a new text is set so that it looks like the one that stood there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from culture_conflict.editors.local.lettering import Ink, Setting, can_be_spaced, letter_ink
from culture_conflict.editors.local.measuring import Box
from culture_conflict.errors import EditError

if TYPE_CHECKING:
    from culture_conflict.editors.local.measuring import Measured
    from culture_conflict.editors.protocol import TextEdit
    from culture_conflict.pictures.fonts import Fonts

__all__ = ["Placed", "place_text"]

_TRIED = (400, 700)
_LIGHTEST, _HEAVIEST = 300, 900
_NARROWEST = 0.6
_WIDEST = 1.1
_SPACED = 0.8
_BELIEVED = (0.5, 2.6)
_SMALLEST_SHARE = 0.35
_SMALLEST_EM = 7.0
_BESIDE = 0.35  # one side's room is so much less than the other's
_NEAR = 2.0  # ink heights: what is farther away is nothing that a text stands beside
_MIDDLE = 0.36  # em from the baseline up to the middle of capitals


@dataclass(frozen=True)
class Placed:
    """Ink and the box it fills, in pixels of the frame; `slant` as measured, `em` in pixels."""

    ink: Ink
    box: Box
    slant: float
    em: float


@dataclass(frozen=True)
class _Style:
    """Em in pixels, how much wider letters are than the font's, and how they are set."""

    em: float
    stretch: float
    setting: Setting
    above: float


def place_text(text: TextEdit, measured: Measured, fonts: Fonts, *, vertical: bool) -> Placed:
    """Set the new text in the size, weight, width and slant of the native one.

    A longer text takes free room, then closes its spacing, narrows its letters and gets smaller.

    Raises:
        EditError: `missing_glyph`, or `does_not_fit`: it would become illegibly small.
    """
    style = _style_of(text.native, measured, fonts, vertical)
    setting = style.setting
    if not can_be_spaced(text.new):
        setting = replace(setting, spacing=0.0)
    ink = letter_ink(text.new, setting, fonts)
    along, room = _along(ink, style, vertical), _length(measured.room, vertical)
    if along > room and setting.spacing > 0:
        spare = (along - room) / (style.em * max(1, ink.n_gaps))
        setting = replace(setting, spacing=max(0.0, setting.spacing - spare))
        ink = letter_ink(text.new, setting, fonts)
        along = _along(ink, style, vertical)
    narrow = 1.0 if vertical else max(min(1.0, room / along), _NARROWEST / style.stretch, 0.72)
    narrow = min(1.0, narrow)
    across = measured.room.width if vertical else measured.room.height
    size = ink.width if vertical else ink.height
    em = style.em * min(1.0, room / (along * narrow), across / (size * style.em))
    if em < max(_SMALLEST_SHARE * style.em, min(_SMALLEST_EM, style.em)):
        raise EditError(
            f"{text.new!r} takes {along:.0f} pixels in the letters of {text.native!r}; there is "
            f"room for {room:.0f}. Choose a shorter text.",
            reason="does_not_fit",
        )
    fitted = replace(style, em=em, stretch=style.stretch * narrow)
    box = _box(ink, fitted, style, measured, vertical)
    return Placed(ink, box, measured.slant, em)


def _along(ink: Ink, style: _Style, vertical: bool) -> float:
    return style.em * (ink.height if vertical else ink.width * style.stretch)


def _length(box: Box, vertical: bool) -> float:
    return box.height if vertical else box.width


def _box(ink: Ink, fitted: _Style, native: _Style, measured: Measured, vertical: bool) -> Box:
    width = ink.width * fitted.em * (1.0 if vertical else fitted.stretch)
    height = ink.height * fitted.em
    left = _left(measured, width, centred=vertical)
    left = _kept(left, width, measured.room.left, measured.room.right)
    if vertical:
        top = measured.ink.top
    else:
        baseline = measured.ink.top + native.above * native.em
        top = baseline - (native.em - fitted.em) * _MIDDLE - ink.above * fitted.em
    top = _kept(top, height, measured.room.top, measured.room.bottom)
    return Box(left, top, left + width, top + height)


def _left(measured: Measured, width: float, *, centred: bool) -> float:
    """Where a text of this width begins: beside what it stood beside, else about its middle."""
    before, after = measured.free
    if min(before, after) > _NEAR * measured.ink.height or max(before, after) < measured.ink.height:
        centred = True  # it stands beside nothing, or there is no side to move to
    if not centred and before < _BESIDE * after:
        return measured.ink.left
    if not centred and after < _BESIDE * before:
        return measured.ink.right - width
    return (measured.ink.left + measured.ink.right - width) / 2


def _kept(start: float, size: float, low: float, high: float) -> float:
    """`start`, moved so that `size` stays between low and high."""
    return max(low, min(start, high - size))


def _style_of(native: str, measured: Measured, fonts: Fonts, vertical: bool) -> _Style:
    """The weight whose letters cover as much as the ink does, which grows with it evenly."""
    thin, thick = _TRIED
    try:
        _, less = _styled(native, thin, measured, fonts, vertical)
        _, more = _styled(native, thick, measured, fonts, vertical)
        share = (measured.area - less) / max(more - less, 1e-6)
        weight = min(max(thin + share * (thick - thin), _LIGHTEST), _HEAVIEST)
        return _styled(native, 25 * round(weight / 25), measured, fonts, vertical)[0]
    except EditError:  # the native text can't be drawn here: a plain letter of its height
        em = measured.ink.width if vertical else measured.ink.height / 0.9
        return _Style(em, 1.0, Setting(600, 0.0, vertical), 0.8)


def _styled(
    native: str, weight: int, measured: Measured, fonts: Fonts, vertical: bool
) -> tuple[_Style, float]:
    """How the native text would be set in this weight, and the area it would ink."""
    setting = Setting(weight, 0.0, vertical)
    ink = letter_ink(native, setting, fonts)
    box = measured.ink
    em = box.width / ink.width if vertical else box.height / ink.height
    length = ink.height if vertical else ink.width
    ratio = _length(box, vertical) / (length * em)
    if not _BELIEVED[0] < ratio < _BELIEVED[1]:
        raise EditError(f"{native!r} is not what stands there.", reason="misread")
    stretch = 1.0 if vertical else min(max(ratio, _NARROWEST), _WIDEST)
    if ratio > stretch and ink.n_gaps and can_be_spaced(native):
        stretch = 1.0
        spacing = min(_SPACED, (_length(box, vertical) / em - length) / ink.n_gaps)
        setting = replace(setting, spacing=spacing)
    return _Style(em, stretch, setting, ink.above), ink.area * em**2 * stretch
