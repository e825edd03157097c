"""An edit kept within its mask: what lies outside is the original, pixel by pixel."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["FEATHER", "blend"]

FEATHER = 8.0  # pixels over which the edit fades in, all of them inside the mask


def blend(original: Image, edited: Image, mask: Image, feather: float = FEATHER) -> Image:
    """`edited` where `mask` (mode L, 255 may change) allows it, `original` where it is 0.

    All three have one size. The edit fades in from the mask's rim inwards, so that no pixel outside
    is touched.
    """
    import cv2
    import numpy as np
    from PIL import Image as Pillow

    old = np.asarray(original.convert("RGB"), np.float32)
    new = np.asarray(edited.convert("RGB"), np.float32)
    allowed = np.asarray(mask.convert("L"))
    # A rim of zeros would fade a mask that reaches the picture's edge: the edge is no rim.
    inside = cv2.distanceTransform((allowed > 0).astype(np.uint8), cv2.DIST_L2, 5)
    fade = np.clip(inside / max(feather, 1e-6), 0, 1) * (allowed / 255)
    weight = fade[..., None].astype(np.float32)
    mixed = np.rint(old + (new - old) * weight).astype(np.uint8)
    return Pillow.fromarray(mixed, "RGB")
