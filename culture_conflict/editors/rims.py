"""Whether a box was painted over a sign: its rim can be seen, or the sign's ground is another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from culture_conflict.editors.frames import Frame, frame_of

if TYPE_CHECKING:
    import numpy as np

    from culture_conflict.editors.protocol import Quadrilateral

__all__ = ["box_contrast", "ground_shift", "rim_contrast"]

_FARTHEST = 0.6  # heights of a text beyond its place
_BESIDE = (0.08, 0.15)  # how far lines along and across a text reach beyond it
_SHARE = 20  # percent of a line that may show no contrast
_PLAIN = 10.0  # 8-bit levels: less contrast is none
_FEWEST = 0.3  # of a line's points must have been plain
_RING = 0.12  # heights of a text inward from its place's edge: mostly ground
_OUTSIDE = (0.15, 0.5)  # heights beyond its place: what an edit of the text leaves alone
_GROUND = 40.0  # 8-bit levels from the ring's middle colour: ground, else ink
_LEAST_GROUND = 0.15  # of the place, or else there is none to compare


def box_contrast(old: np.ndarray, new: np.ndarray, texts: Sequence[Quadrilateral]) -> float:
    """The larger of `rim_contrast` and `ground_shift`: either gives a box away."""
    return max(rim_contrast(old, new, texts), ground_shift(old, new, texts))


def ground_shift(old: np.ndarray, new: np.ndarray, texts: Sequence[Quadrilateral]) -> float:
    """How much more the ground of a text changed than what lies around it, in 8-bit levels.

    `old` and `new` are rows x columns x 3. A text that is removed or replaced leaves most of its
    ground as it was, whatever its letters cover; a box covers all of it, and shows here even where
    its rim lies on the sign's own. Medians of the channels' changes are compared, the worst channel
    of the worst text counts. A box of the ground's own colour is a removal.
    """
    return max((_shift(old, new, frame_of(text)) for text in texts), default=0.0)


def _shift(old: np.ndarray, new: np.ndarray, frame: Frame) -> float:
    import numpy as np

    thick = min(frame.width, frame.height)
    step, out = max(1.0, thick / 16), _OUTSIDE[1] * thick
    across, down = (np.arange(-out, side + out, step) for side in (frame.width, frame.height))
    points = np.stack(np.meshgrid(across, down), axis=2).reshape(-1, 2)
    shown = frame.in_picture(points)
    before, after = (_at(pixels, shown).astype(np.float32) for pixels in (old, new))
    depth = np.minimum(points, (frame.width, frame.height) - points).min(axis=1)
    ring = np.median(before[(depth >= 0) & (depth <= max(step, _RING * thick))], axis=0)
    ground = (depth >= 0) & (np.abs(before - ring).max(axis=1) < _GROUND)
    if ground.sum() < _LEAST_GROUND * (depth >= 0).sum():
        return 0.0
    changed = after - before
    within = ((shown >= 0) & (shown < (old.shape[1], old.shape[0]))).all(axis=1)
    outside = within & (depth < -_OUTSIDE[0] * thick)
    around = np.median(changed[outside], axis=0) if outside.any() else 0.0
    return float(np.abs(np.median(changed[ground], axis=0) - around).max())


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
