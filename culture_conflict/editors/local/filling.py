"""The ground under a text, made anew, and the grain that it is to have."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

__all__ = ["filled", "grain", "grown", "shrunk"]


def filled(
    crop: np.ndarray,
    ground: np.ndarray,
    known: np.ndarray,
    removed: np.ndarray,
    *,
    plain: bool,
    height: float,
) -> np.ndarray:
    """The crop without its text: the fitted ground and its slow shading, or inpainted structure."""
    import cv2
    import numpy as np

    if not plain:
        painted = cv2.inpaint(crop.round().astype(np.uint8), removed.astype(np.uint8), 4, 1)
        return painted.astype(np.float32)
    weight = known.astype(np.float32)
    sigma = max(2.0, 0.4 * height)
    share = cv2.GaussianBlur(weight, (0, 0), sigma)
    shade = cv2.GaussianBlur((crop - ground) * weight[..., None], (0, 0), sigma)
    shade = np.clip(shade / np.maximum(share, 1e-3)[..., None], -40, 40)
    return np.where(removed[..., None], np.clip(ground + shade, 0, 255), crop)


def grain(crop: np.ndarray, known: np.ndarray) -> float:
    """How much the brightness of plain pixels differs from that of their plain neighbours."""
    import cv2
    import numpy as np

    flat = shrunk(known, 2)
    if flat.sum() < 30:
        return 0.0
    grey, weight = crop.mean(axis=2), known.astype(np.float32)
    near = cv2.GaussianBlur(grey * weight, (0, 0), 1.5)
    near /= np.maximum(cv2.GaussianBlur(weight, (0, 0), 1.5), 1e-3)
    return float(1.4826 * np.median(np.abs(grey - near)[flat]))


def grown(mask: np.ndarray, by: float) -> np.ndarray:
    return _moved(mask, by, grow=True)


def shrunk(mask: np.ndarray, by: float) -> np.ndarray:
    return _moved(mask, by, grow=False)


def _moved(mask: np.ndarray, by: float, *, grow: bool) -> np.ndarray:
    import cv2
    import numpy as np

    side = 2 * max(1, round(by)) + 1
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (side, side))
    act = cv2.dilate if grow else cv2.erode
    return act(mask.astype(np.uint8), kernel).astype(bool)
