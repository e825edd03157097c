"""Whether a painted picture was painted at all, and still shows what it showed before."""

from __future__ import annotations

from typing import TYPE_CHECKING

from culture_conflict.editors.gates import Gate

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

__all__ = ["LEAST_ALIKE", "LEAST_APART", "likeness", "presence_gate", "unchanged_gate"]

LEAST_ALIKE = 0.35  # correlation of the best place; noise reaches 0.2, the same thing 0.6 and more

LEAST_APART = 1.0  # mean difference in levels of 255: resampling alone stays below it
_NOT_A_PIXEL = 100.0

_SIDE = 128  # pixels of the longer side at which the two are compared
_MIDDLE = 0.7  # of each side: what a picture is of
_SCALES = (0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 1.15, 1.3)


def presence_gate(before: Image, after: Image) -> Gate:
    """`target_lost`: how unlike the best place in `after` is to the middle of `before` (0 to 2)."""
    value, limit = round(1 - likeness(before, after), 4), 1 - LEAST_ALIKE
    return Gate("target_lost", "fail" if value > limit else "pass", value, limit)


def unchanged_gate(before: Image, after: Image, mask: Image | None = None) -> Gate:
    """`unchanged`: how near `after` is to `before`, within the mask where there is one.

    The least difference that an edit makes over the mean one found, both in 8-bit levels; over 1 it
    was given back as it was, and 100 stands for not a single pixel.
    """
    import numpy as np

    if before.size != after.size:
        return Gate("unchanged", "skipped", detail="the sizes differ")
    old, new = (np.asarray(one.convert("RGB"), np.int16) for one in (before, after))
    apart = np.abs(old - new)
    within = apart if mask is None else apart[np.asarray(mask.convert("L")) > 0]
    levels = float(within.mean()) if within.size else 0.0
    value = round(min(_NOT_A_PIXEL, LEAST_APART / max(levels, LEAST_APART / _NOT_A_PIXEL)), 4)
    told = f"a mean difference of {levels:.2f} levels"
    return Gate("unchanged", "fail" if value > 1 else "pass", value, 1.0, told)


def likeness(before: Image, after: Image) -> float:
    """The best correlation (-1 to 1) of the middle of `before` with any place in `after`.

    Brightness and contrast don't count, sizes from 0.4 to 1.3 of the one before are tried. A middle
    of one colour is like nothing.
    """
    import cv2
    import numpy as np

    whole, middle = _grey(after), _cut(_grey(before))
    best = -1.0
    for scale in _SCALES:
        sought = cv2.resize(middle, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        fits = all(a <= b for a, b in zip(sought.shape, whole.shape, strict=True))
        if fits and min(sought.shape) >= 8 and sought.std() > 1:
            found = cv2.matchTemplate(whole, sought, cv2.TM_CCOEFF_NORMED)
            best = max(best, float(np.nan_to_num(found, posinf=-1, neginf=-1).max()))
    return best


def _grey(image: Image) -> np.ndarray:
    import numpy as np
    from PIL import Image as Pillow

    share = _SIDE / max(image.size)
    size = max(8, round(image.size[0] * share)), max(8, round(image.size[1] * share))
    made: np.ndarray = np.asarray(
        image.convert("L").resize(size, Pillow.Resampling.BOX), np.float32
    )
    return made


def _cut(grey: np.ndarray) -> np.ndarray:
    height, width = grey.shape
    down, aside = round(height * (1 - _MIDDLE) / 2), round(width * (1 - _MIDDLE) / 2)
    return grey[down : height - down, aside : width - aside]
