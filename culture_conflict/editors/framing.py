"""Whether an edited picture still shows the same section: no zoom, no shift."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

__all__ = ["displacement"]

_SIDE = 160  # pixels of the longer side at which the two are compared
_SCALES = (
    *(0.7, 0.75, 0.8, 0.85, 0.9, 0.93),
    *(0.95 + step / 100 for step in range(11)),
    *(1.08, 1.1, 1.15, 1.2, 1.25, 1.3, 1.4),
)
_BETTER = 0.02  # correlation that a move must add before it is believed


def displacement(before: Image, after: Image, kept: np.ndarray) -> float:
    """How far the corner that moved most went, as a share of the longer side; 0 = same framing.

    Zooms and shifts are tried, and the one that makes the pictures most alike (outside what may
    change: `kept` is true there, rows x columns) counts if it is clearly better than none. Both
    pictures have one size.
    """
    import cv2
    import numpy as np

    old, new, weight = _small(before), _small(after), _small_mask(kept, before.size)
    height, width = old.shape
    window = cv2.createHanningWindow((width, height), cv2.CV_32F)
    still = _alike(old, new, weight)
    best, moved = still, 0.0
    for scale in _SCALES:
        zoomed = _warped(new, scale, 0.0, 0.0)
        (right, down), _ = cv2.phaseCorrelate(zoomed * window, old * window)
        seen = _warped(np.ones_like(new), scale, right, down) > 0.99
        alike = _alike(old, _warped(new, scale, right, down), weight * seen)
        if alike > best:
            best = alike
            corners = [abs((1 - scale) * side / 2) for side in (width, height)]
            moved = float(np.hypot(corners[0] + abs(right), corners[1] + abs(down)))
    return moved / max(width, height) if best > still + _BETTER else 0.0


def _small(image: Image) -> np.ndarray:
    """Grey values less their mean, with the longer side at most 160 pixels."""
    import numpy as np
    from PIL import Image as Pillow

    share = min(1.0, _SIDE / max(image.size))
    size = max(8, round(image.size[0] * share)), max(8, round(image.size[1] * share))
    grey = np.asarray(image.convert("L").resize(size, Pillow.Resampling.BOX), np.float32)
    made: np.ndarray = grey - grey.mean()
    return made


def _small_mask(kept: np.ndarray, size: tuple[int, int]) -> np.ndarray:
    import cv2
    import numpy as np

    share = min(1.0, _SIDE / max(size))
    small = max(8, round(size[0] * share)), max(8, round(size[1] * share))
    made: np.ndarray = cv2.resize(kept.astype(np.float32), small, interpolation=cv2.INTER_AREA)
    return made > 0.99


def _warped(grey: np.ndarray, scale: float, right: float, down: float) -> np.ndarray:
    import cv2
    import numpy as np

    height, width = grey.shape
    about = (1 - scale) * width / 2 + right, (1 - scale) * height / 2 + down
    matrix = np.array([[scale, 0, about[0]], [0, scale, about[1]]], np.float32)
    return cv2.warpAffine(grey, matrix, (width, height))


def _alike(old: np.ndarray, new: np.ndarray, where: np.ndarray) -> float:
    """Correlation of the grey values where both count; a quarter of the picture at least."""
    import numpy as np

    chosen = where > 0
    if chosen.mean() < 0.25:
        return -1.0
    one, other = old[chosen], new[chosen]
    one, other = one - one.mean(), other - other.mean()
    size = float(np.sqrt((one**2).sum() * (other**2).sum()))
    return float((one * other).sum()) / size if size > 0 else 0.0
