"""Perspective views of an equirectangular panorama."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

__all__ = ["is_panorama", "view"]

_TOLERANCE = 0.02


def is_panorama(width: int, height: int) -> bool:
    """Whether a picture is twice as wide as high, as an equirectangular one is."""
    return abs(width / height - 2) <= 2 * _TOLERANCE


def view(
    panorama: NDArray[np.uint8], heading: float, *, width: int, height: int, degrees: float
) -> Image.Image:
    """The view in a direction, level, `degrees` wide; its height follows from square pixels.

    `panorama` is (rows, columns, 3), RGB; heading 0 looks at its middle column, 90 a quarter turn
    to the right. Columns wrap around, rows end at the poles.
    """
    import cv2
    import numpy as np
    from PIL import Image

    rows, columns = panorama.shape[:2]
    focal = width / 2 / math.tan(math.radians(degrees) / 2)
    across = (np.arange(width) + 0.5 - width / 2) / focal
    down = (np.arange(height) + 0.5 - height / 2) / focal
    right, low = np.meshgrid(across, down)
    longitude = np.arctan(right) + math.radians(heading)
    latitude = np.arctan2(-low, np.hypot(right, 1.0))
    x = (longitude / (2 * math.pi) + 0.5) % 1.0 * columns - 0.5
    y = np.clip((0.5 - latitude / math.pi) * rows - 0.5, 0, rows - 1)
    padded = np.concatenate([panorama[:, -1:], panorama, panorama[:, :1]], axis=1)
    pixels = cv2.remap(
        padded,
        (x + 1).astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_REPLICATE,
    )
    return Image.fromarray(pixels, "RGB")
