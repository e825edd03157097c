"""A text's own frame: from its quadrilateral in the picture to an upright rectangle and back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.errors import EditError

if TYPE_CHECKING:
    import numpy as np

    from culture_conflict.editors.protocol import Quadrilateral

__all__ = ["Frame", "frame_of"]

_TALL = 1.5
_SMALLEST = 6.0


@dataclass(frozen=True)
class Frame:
    """An upright rectangle of `width` x `height` pixels over a quadrilateral of the picture.

    `to_picture` (3 x 3) maps (u, v, 1) of the rectangle to the picture, in pixels of both.
    """

    width: float
    height: float
    to_picture: np.ndarray
    corners: np.ndarray

    @property
    def tall(self) -> bool:
        """Whether it is the column of a text from top to bottom (or one turned by 90 degrees)."""
        return self.height > _TALL * self.width

    def turned(self) -> Frame:
        """The same place for a text that runs downwards, its letters lying on their side."""
        import numpy as np

        return _frame(np.roll(self.corners, -1, axis=0))

    def in_picture(self, points: np.ndarray) -> np.ndarray:
        """Points (n x 2) of the rectangle, in pixels of the picture."""
        return _mapped(points, self.to_picture)

    def in_frame(self, points: np.ndarray) -> np.ndarray:
        """Points (n x 2) of the picture, in pixels of the rectangle."""
        import numpy as np

        return _mapped(points, np.linalg.inv(self.to_picture))

    def upright(
        self,
        pixels: np.ndarray,
        offset: tuple[int, int],
        scale: float,
        margin: tuple[float, float] = (0.0, 0.0),
    ) -> np.ndarray:
        """What `pixels` (a crop at `offset` (x, y)) shows, `scale` pixels per pixel of the frame.

        `margin` (sideways, up and down), in pixels of the frame, is added on both sides; what lies
        beyond the crop is 0.
        """
        import cv2
        import numpy as np

        shift = np.array([[1, 0, -offset[0]], [0, 1, -offset[1]], [0, 0, 1]], np.float64)
        sample = np.array([[1 / scale, 0, -margin[0]], [0, 1 / scale, -margin[1]], [0, 0, 1]])
        size = (
            math.ceil(scale * (self.width + 2 * margin[0])),
            math.ceil(scale * (self.height + 2 * margin[1])),
        )
        flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
        return cv2.warpPerspective(pixels, shift @ self.to_picture @ sample, size, flags=flags)


def frame_of(quadrilateral: Quadrilateral) -> Frame:
    """The frame of a text; its sides are the means of the quadrilateral's opposite sides.

    Raises:
        EditError: `bad_quadrilateral`: not finite, not convex, or under 6 pixels in a direction.
    """
    import numpy as np

    corners = np.array(quadrilateral, np.float64)
    if not np.isfinite(corners).all() or not _convex(corners):
        raise EditError(
            f"The quadrilateral {quadrilateral} is no convex figure with finite corners. Give four "
            f"corners clockwise from the text's top left.",
            reason="bad_quadrilateral",
        )
    frame = _frame(corners)
    if min(frame.width, frame.height) < _SMALLEST:
        raise EditError(
            f"The text's place is {frame.width:.1f} x {frame.height:.1f} pixels; both sides need "
            f"{_SMALLEST:g}. Use a larger copy of the picture or another text.",
            reason="bad_quadrilateral",
        )
    return frame


def _frame(corners: np.ndarray) -> Frame:
    import cv2
    import numpy as np

    sides = np.linalg.norm(corners - np.roll(corners, -1, axis=0), axis=1)
    width, height = float(sides[0] + sides[2]) / 2, float(sides[1] + sides[3]) / 2
    upright = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(upright, corners.astype(np.float32))
    return Frame(width, height, matrix, corners)


def _mapped(points: np.ndarray, matrix: np.ndarray) -> np.ndarray:
    import numpy as np

    lifted = np.concatenate([points, np.ones((len(points), 1))], axis=1) @ matrix.T
    made: np.ndarray = lifted[:, :2] / lifted[:, 2:]
    return made


def _convex(corners: np.ndarray) -> bool:
    import numpy as np

    edges = np.roll(corners, -1, axis=0) - corners
    following = np.roll(edges, -1, axis=0)
    turns = edges[:, 0] * following[:, 1] - edges[:, 1] * following[:, 0]
    return bool((turns > 0).all() or (turns < 0).all())
