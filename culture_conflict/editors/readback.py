"""Whether a new text can be read where it was put, and a removed one no more."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from culture_conflict.editors.frames import frame_of
from culture_conflict.editors.gates import Gate, Limits
from culture_conflict.editors.masks import text_mask
from culture_conflict.places.normalize import normalize
from culture_conflict.places.scripts import script_of

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    from culture_conflict.editors.protocol import TextEdit

__all__ = ["LineReader", "error_rate", "readback"]

_MARGIN = 0.12  # of the text's height around what is read
_HEIGHT = 48  # pixels that a line is scaled to
_CHANGED = 24  # 8-bit levels
_SURE = 0.6  # a reader less sure than this read nothing on a removed text
# Letters that countries print with a stroke more, less or turned; readers write one of them.
_TWINS = str.maketrans(
    "內戶戸別說悅稅銳黃吳呂宮沒產彥顏溫淸靑為卽旣郞眞鎭敎祿綠錄緖虛步拔歲黑凉冲决况净减强羣峯裏",
    "内户户别説悦税鋭黄吴吕宫没産彦顔温清青爲即既郎真鎮教禄緑録緒虚歩抜歳黒涼沖決況淨減強群峰裡",
)


class LineReader(Protocol):
    """Reads pictures of one line of text each.

    `scripts` are those it can read, as `places.scripts` names them.
    """

    @property
    def scripts(self) -> frozenset[str]: ...

    def read_lines(self, lines: Sequence[Image]) -> Sequence[tuple[str, float]]:
        """Text and confidence (0 to 1) of each, in their order; an empty text is nothing."""
        ...


@dataclass(frozen=True)
class _Line:
    """A text with the picture of its line; None = it can't be read as one."""

    text: TextEdit
    picture: Image | None
    why_not: str | None


@dataclass(frozen=True)
class _Looks:
    """A picture before and after, and the texts that were edited on it."""

    before: Image
    after: Image
    texts: Sequence[TextEdit]
    mask: Image | None

    def line(self, text: TextEdit) -> Image:
        """The upright line where a text is or was, 48 pixels high, and what changed around it."""
        import numpy as np
        from PIL import Image as Pillow

        frame = frame_of(text.quadrilateral)
        if frame.tall:
            frame = frame.turned()
        scale = _HEIGHT / frame.height
        around = (0.4 * frame.width, 0.2 * frame.height)
        shown = self._shown(text)
        old, new, own = (
            frame.upright(np.asarray(pixels), (0, 0), scale, around)
            for pixels in (self.before.convert("RGB"), self.after.convert("RGB"), shown)
        )
        new[own < 255] = np.median(new[own == 255], axis=0) if (own == 255).any() else 0
        changed = (np.abs(old.astype(np.int16) - new).max(axis=2) > _CHANGED) & (own == 255)
        inner = (around[0] * scale, around[1] * scale)
        left, right = _reach(changed.any(axis=0), inner[0], inner[0] + scale * frame.width)
        top, bottom = _reach(changed.any(axis=1), inner[1], inner[1] + scale * frame.height)
        pad = round(_MARGIN * _HEIGHT)
        cut = new[max(0, top - pad) : bottom + pad, max(0, left - pad) : right + pad]
        return Pillow.fromarray(np.ascontiguousarray(cut))

    def _shown(self, text: TextEdit) -> Image:
        """Mode L: 255 where this text may stand and no other."""
        from PIL import Image as Pillow
        from PIL import ImageChops

        others = [one.quadrilateral for one in self.texts if one is not text]
        own = text_mask(self.after.size, [text.quadrilateral], others)
        whole = self.mask or Pillow.new("L", self.after.size, 255)
        return ImageChops.darker(own, whole)


def readback(
    before: Image,
    after: Image,
    texts: Sequence[TextEdit],
    reader: LineReader,
    *,
    mask: Image | None = None,
    limits: Limits | None = None,
) -> Gate:
    """The gate `misread`: the worst character error rate of the new texts.

    What lies outside the mask or in another text's place is hidden from the reader. A removed text
    counts 1 where two letters or more are read with some certainty, else 0. Texts in
    scripts that the reader doesn't know, and columns, are left out; where all are, the gate is
    skipped and says why.
    """
    limit = (limits or Limits()).misread
    looks = _Looks(before, after, texts, mask)
    lines = [_line(looks, text, reader.scripts) for text in texts]
    shown = [line for line in lines if line.picture is not None]
    if not shown:
        return Gate("misread", "skipped", limit=limit, detail="; ".join(_why_not(lines)))
    read = reader.read_lines([line.picture for line in shown if line.picture is not None])
    judged = [
        (_rate(line.text, *found), line.text, found[0])
        for line, found in zip(shown, read, strict=True)
    ]
    worst, text, seen = max(judged, key=lambda one: one[0])
    told = f"{text.new or 'nothing'!r} was read as {seen!r}" if worst > 0 else None
    notes = [told] if told else []
    detail = "; ".join([*notes, *_why_not(lines)]) or None
    return Gate("misread", "fail" if worst > limit else "pass", round(worst, 4), limit, detail)


def error_rate(expected: str, read: str) -> float:
    """Edits per character of `expected`, without case, accents, spaces and punctuation; at most 1.

    Han letters that only differ in a stroke from country to country (內, 内) are the same.
    Source: the character error rate (Levenshtein) of OCR.
    """
    wanted, found = _letters(expected), _letters(read)
    if not wanted:
        return float(bool(found))
    row = list(range(len(found) + 1))
    for at, one in enumerate(wanted, start=1):
        above, row[0] = row[0], at
        for to, other in enumerate(found, start=1):
            above, row[to] = row[to], min(row[to] + 1, row[to - 1] + 1, above + (one != other))
    return min(1.0, row[-1] / len(wanted))


def _line(looks: _Looks, text: TextEdit, scripts: frozenset[str]) -> _Line:
    script = script_of(text.new or text.native)
    if script is not None and script not in scripts:
        return _Line(text, None, f"the reader knows no {script}")
    if frame_of(text.quadrilateral).tall and script in ("Han", "Kana", "Hangul"):
        return _Line(text, None, "a column is no line")
    return _Line(text, looks.line(text), None)


def _why_not(lines: Sequence[_Line]) -> list[str]:
    return sorted({line.why_not for line in lines if line.why_not})


def _rate(text: TextEdit, read: str, confidence: float) -> float:
    if text.new:
        return error_rate(text.new, read)
    return float(confidence >= _SURE and len(_letters(read)) >= 2)


def _letters(text: str) -> str:
    plain = normalize(text, fold=True).translate(_TWINS)
    return "".join(c for c in plain if unicodedata.category(c)[0] in "LNM")


def _reach(changed: np.ndarray, start: float, end: float) -> tuple[int, int]:
    import numpy as np

    found = np.flatnonzero(changed)
    first, last = (found[0], found[-1] + 1) if found.size else (start, end)
    return int(min(start, first)), int(max(end, last))
