"""How the text that stands on a sign is set: its box, slant, sharpness, and the room around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.errors import EditError

if TYPE_CHECKING:
    import numpy as np

    from culture_conflict.editors.frames import Frame
    from culture_conflict.editors.local.surface import Surface

__all__ = ["REACH", "Box", "Measured", "measure", "sharpness"]

REACH = (0.6, 0.3)  # of the text's width to the sides, of its height up and down

_SLANTS = 25
_STEEPEST = 0.36
_CLEARLY = 1.04
_PADDING = 0.25


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels of the frame."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        return self.right - self.left

    @property
    def height(self) -> float:
        return self.bottom - self.top


@dataclass(frozen=True)
class Measured:
    """A text as it stands, in pixels of its frame.

    Attributes:
        ink: the box of its ink, made upright where it slants. room: what a new text may take.
        free: how far nothing stands in the way to the left and to the right, allowed or not.
        area: of its ink. slant: by how much a row moves to the right per row upwards.
    """

    ink: Box
    room: Box
    free: tuple[float, float]
    area: float
    slant: float


def measure(surface: Surface, frame: Frame, allowed: np.ndarray, *, may_slant: bool) -> Measured:
    """Measure the ink of a surface; `allowed` (the crop's size) may be written on.

    Raises:
        EditError: `no_ink`: nothing of the text is seen.
    """
    import numpy as np

    scale = min(4.0, max(1.0, 64 / frame.height))
    margin = (REACH[0] * frame.width, REACH[1] * frame.height)
    strength = frame.upright(surface.strength.astype(np.float32), surface.offset, scale, margin)
    clear = (~surface.obstacle).astype(np.float32)
    free = frame.upright(clear, surface.offset, scale, margin) > 0.99
    own = frame.upright(allowed.astype(np.float32), surface.offset, scale, margin) > 0.99
    slant = _slant(strength) if may_slant else 0.0
    ink = _ink_box(_sheared(strength, slant))
    room, around = _room(free & own, ink), _room(free, ink)

    def in_frame(box: Box) -> Box:
        left, right = (side / scale - margin[0] for side in (box.left, box.right))
        top, bottom = (side / scale - margin[1] for side in (box.top, box.bottom))
        return Box(left, top, right, bottom)

    sides = (ink.left - around.left) / scale, (around.right - ink.right) / scale
    area = float(strength.sum()) / scale**2
    return Measured(in_frame(ink), in_frame(room), sides, area, slant)


def sharpness(strength: np.ndarray) -> float:
    """The blur of the strokes' edges as the sigma of a Gaussian, in pixels of the picture."""
    import numpy as np

    down, across = np.gradient(strength)
    steep = np.hypot(down, across)
    edges = steep[steep > 0.15]
    if edges.size < 8:
        return 0.5
    sigma = 1 / (float(np.percentile(edges, 92)) * np.sqrt(2 * np.pi))
    return float(np.sqrt(np.clip(sigma**2 - 0.64, 0.0, 9.0)))


def _ink_box(strength: np.ndarray) -> Box:
    import numpy as np

    seen = strength > 0.5
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    if not rows.size:
        raise EditError(
            "No ink is seen where the text should stand. Choose another text of this picture.",
            reason="no_ink",
        )
    left, top, right, bottom = columns[0], rows[0], columns[-1] + 1, rows[-1] + 1
    return Box(float(left), float(top), float(right), float(bottom))


def _slant(strength: np.ndarray) -> float:
    """The shear that makes the strokes upright: the columns' sums are most uneven then."""
    import numpy as np

    def unevenness(slant: float) -> float:
        return float((_sheared(strength, slant).sum(axis=0) ** 2).sum())

    tried = np.linspace(-_STEEPEST, _STEEPEST, _SLANTS)
    best = float(max(tried, key=unevenness))
    return best if unevenness(best) > _CLEARLY * unevenness(0.0) else 0.0


def _sheared(strength: np.ndarray, slant: float) -> np.ndarray:
    """Slanted strokes made upright, about the middle row."""
    import cv2
    import numpy as np

    if not slant:
        return strength
    height, width = strength.shape
    matrix = np.array([[1, slant, -slant * height / 2], [0, 1, 0]], np.float32)
    return cv2.warpAffine(strength, matrix, (width, height))


def _room(free: np.ndarray, ink: Box) -> Box:
    """From the ink outwards until something stands in the way, with a little padding."""
    band = free[int(ink.top) : int(ink.bottom)].mean(axis=0) > 0.97
    columns = free[:, int(ink.left) : int(ink.right)].mean(axis=1) > 0.985
    pad = _PADDING * ink.height
    left, right = _run(band, int(ink.left), int(ink.right))
    top, bottom = _run(columns, int(ink.top), int(ink.bottom))
    return Box(
        min(ink.left, left + pad),
        min(ink.top, top + 1),
        max(ink.right, right - pad),
        max(ink.bottom, bottom - 1),
    )


def _run(free: np.ndarray, start: int, end: int) -> tuple[int, int]:
    """The stretch of free places that holds start to end."""
    while start > 0 and free[start - 1]:
        start -= 1
    while end < len(free) and free[end]:
        end += 1
    return start, end
