"""Where an edit of texts may change a picture: around the texts, and on nothing else's ground."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

    from culture_conflict.editors.protocol import Quadrilateral

__all__ = ["text_mask"]

_ASIDE = 0.35  # of a text's width: a longer word may need it
_UP = 0.15  # of its height


def text_mask(
    size: tuple[int, int],
    texts: Iterable[Quadrilateral],
    others: Iterable[Quadrilateral] = (),
) -> Image:
    """Mode L, `size` (width, height) pixels: 255 over the texts and a margin, else 0.

    It leaves out `others`, the texts of the picture that stay; where one overlaps a text itself,
    each keeps what is nearer to its own middle line.
    """
    import numpy as np
    from PIL import Image

    mask = np.zeros(size[::-1], np.uint8)
    quadrilaterals = [np.array(text, np.float64) for text in texts]
    for corners in quadrilaterals:
        _fill(mask, _grown(corners, _ASIDE, _UP), 255)
    for other in others:
        corners = np.array(other, np.float64)
        taken = np.zeros_like(mask)
        _fill(taken, corners, 1)
        for text in quadrilaterals:
            own = np.zeros_like(mask)
            _fill(own, text, 1)
            _share(taken, own, corners, text)
        mask[taken > 0] = 0
    return Image.fromarray(mask)


def _share(taken: np.ndarray, own: np.ndarray, other: np.ndarray, text: np.ndarray) -> None:
    """Where both lie, `taken` loses what is nearer to the text's middle line."""
    import numpy as np

    rows, columns = np.nonzero(taken & own)
    points = np.stack([columns, rows], axis=1).astype(np.float64)
    nearer = _off_middle(points, text) <= _off_middle(points, other)
    taken[rows[nearer], columns[nearer]] = 0


def _off_middle(points: np.ndarray, corners: np.ndarray) -> np.ndarray:
    """Distance from the line through the middles of the text's ends, in heights of the text."""
    import numpy as np

    start, end = (corners[0] + corners[3]) / 2, (corners[1] + corners[2]) / 2
    along = (end - start) / max(np.linalg.norm(end - start), 1e-9)
    height = np.linalg.norm(corners[3] - corners[0] + corners[2] - corners[1]) / 2
    off = points - start
    made: np.ndarray = np.abs(off[:, 0] * along[1] - off[:, 1] * along[0]) / max(height, 1e-9)
    return made


def _grown(corners: np.ndarray, aside: float, up: float) -> np.ndarray:
    """The quadrilateral widened along its own sides."""
    import numpy as np

    top_left, top_right, bottom_right, bottom_left = corners
    along = aside * (top_right - top_left + bottom_right - bottom_left) / 2
    down = up * (bottom_left - top_left + bottom_right - top_right) / 2
    if np.linalg.norm(down) / up > np.linalg.norm(along) / aside:  # a column of letters
        along, down = along * (up / aside), down * (aside / up)
    return np.array(
        [
            top_left - along - down,
            top_right + along - down,
            bottom_right + along + down,
            bottom_left - along + down,
        ]
    )


def _fill(mask: np.ndarray, corners: np.ndarray, value: int) -> None:
    import cv2
    import numpy as np

    cv2.fillConvexPoly(mask, np.round(corners).astype(np.int32), value)
