"""Whether the rim of an edited place can be seen: a box that was painted over a sign is one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from culture_conflict.editors.frames import Frame, frame_of

if TYPE_CHECKING:
    import numpy as np

    from culture_conflict.editors.protocol import Quadrilateral

__all__ = ["rim_contrast"]

_FARTHEST = 0.6  # heights of a text beyond its place
_BESIDE = (0.08, 0.15)  # how far lines along and across a text reach beyond it
_SHARE = 20  # percent of a line that may show no contrast
_PLAIN = 10.0  # 8-bit levels: less contrast is none
_FEWEST = 0.3  # of a line's points must have been plain


def rim_contrast(old: np.ndarray, new: np.ndarray, texts: Sequence[Quadrilateral]) -> float:
    """How much the edit made inside and outside of a place differ, in 8-bit levels.

    Lines along a text, from above it to below it, are compared each with the next, and so are lines
    across it from before to behind. A box adds contrast to nearly all of two opposite lines;
    letters add to parts of lines, since there are gaps between them and nothing around them, or on
    one side, as Devanagari's bar does. So what four fifths of a line's plain points show counts,
    the best line of a side, the lesser of two opposite sides, the greater of both pairs.
    """
    import cv2
    import numpy as np

    soft = [cv2.blur(pixels.astype(np.float32), (3, 3)) for pixels in (old, new)]
    shown = [0.0]
    for text in texts:
        frame = frame_of(text)
        for one in (frame, frame.turned()):
            gained = _shown(soft, one, _BESIDE[one is not frame])
            half = len(gained) // 2
            shown.append(min(float(gained[:half].max()), float(gained[half:].max())))
    return max(shown)


def _shown(soft: Sequence[np.ndarray], frame: Frame, beside: float) -> np.ndarray:
    """For every line along the frame: its contrast to the line before, where there was none.

    The lines reach beyond the frame by a share (`beside`) of its width.
    """
    import numpy as np

    thick = min(frame.width, frame.height)
    step = max(1.0, thick / 48)
    lines = np.arange(-_FARTHEST * thick, frame.height + _FARTHEST * thick, step)
    out = beside * frame.width
    along = np.linspace(-out, frame.width + out, max(16, int((frame.width + 2 * out) / step)))
    points = np.stack(np.meshgrid(along, lines), axis=2)
    looked = [_at(pixels, frame.in_picture(points.reshape(-1, 2))) for pixels in soft]
    old, new = (colours.reshape(*points.shape[:2], 3) for colours in looked)
    reach = max(2, round(2 / step) + 1)
    before, after = (np.abs(one[reach:] - one[:-reach]).max(axis=2) for one in (old, new))
    plain = before < _PLAIN
    contrast = np.sort(np.where(plain, after, np.inf), axis=1)
    counted = plain.sum(axis=1)
    made: np.ndarray = contrast[np.arange(len(contrast)), counted * _SHARE // 100]
    return np.where(counted >= _FEWEST * contrast.shape[1], made, 0.0)


def _at(pixels: np.ndarray, points: np.ndarray) -> np.ndarray:
    """Colours at points (x, y); where they leave the picture, those of its edge."""
    import numpy as np

    height, width = pixels.shape[:2]
    at = np.round(points).astype(int).clip(0, (width - 1, height - 1))
    made: np.ndarray = pixels[at[:, 1], at[:, 0]]
    return made
