"""Which of the shapes at a text's place are its letters, and which are borders, arrows, others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from culture_conflict.editors.frames import Frame

__all__ = ["LEAST_CONTRAST", "strokes"]

LEAST_CONTRAST = 24.0  # between ink and ground, over all three channels

_MOST = 0.5  # of a shape lies within the text's place: it is the text's
_TOUCHED = 0.4  # of a shape no larger than a letter lies there: likewise
_AROUND = 0.8  # a shape that spans so much of the place both ways, and is hollow, frames it
_HOLLOW = 0.3
# A line at the place's edge that is flat (of its lesser side) and long (of its own) is a border;
# upright ones, beside which letters stand, must be flatter and longer than a letter I.
_FLAT = (0.16, 0.08)
_LYING, _UPRIGHT = 0.6, 0.9
_EDGE = 0.2


@dataclass(frozen=True)
class _Shapes:
    """Connected shapes: labels (rows x columns), pixels of each, and its box in the frame.

    `low` and `high` (shapes x 2) are the corners (u, v) of the boxes; shape 0 is the ground.
    """

    labels: np.ndarray
    area: np.ndarray
    low: np.ndarray
    high: np.ndarray


def strokes(
    far: np.ndarray, inside: np.ndarray, noise: float, frame: Frame, offset: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray, float]:
    """The text's own letters, whatever else stands there, and the contrast.

    `far` is each pixel's distance from the ground and `noise` the ground's own, in 8-bit levels;
    `inside` is the text's place and `offset` (x, y) that of the crop. What covers next to nothing
    is a speck, neither letter nor obstacle.
    """
    import numpy as np

    strong = far[inside & (far > max(5 * noise, 12))]
    contrast = float(np.percentile(strong, 80)) if strong.size >= 8 else 0.0
    differs = far > max(4 * noise, 0.35 * contrast, 10)
    lines = _lines(differs, frame)
    shapes = _shapes(differs & ~lines, frame, offset)
    mine = _letters(shapes, inside, frame)
    specks = shapes.area < max(6.0, 0.01 * min(frame.width, frame.height) ** 2)
    ink = mine[shapes.labels]
    return ink, (differs & ~ink & ~specks[shapes.labels]) | lines, contrast


def _letters(shapes: _Shapes, inside: np.ndarray, frame: Frame) -> np.ndarray:
    """For each shape whether it belongs to the text."""
    import numpy as np

    within = np.bincount(shapes.labels[inside], minlength=len(shapes.area))
    size = shapes.high - shapes.low
    place = np.array([frame.width, frame.height])
    middle = (shapes.low + shapes.high) / 2
    letter = (size <= 1.2 * place.min()).all(axis=1)
    letter &= ((middle > -0.1 * place) & (middle < 1.1 * place)).all(axis=1)
    mine: np.ndarray = (within >= _MOST * shapes.area) | (
        letter & (within >= _TOUCHED * shapes.area)
    )
    filled = shapes.area / np.maximum(size.prod(axis=1), 1)
    framing = (size >= _AROUND * place).all(axis=1) & (filled < _HOLLOW)
    mine &= ~framing & ~_borders(shapes, size, place)
    mine[0] = False
    return mine


def _lines(differs: np.ndarray, frame: Frame) -> np.ndarray:
    """Level lines longer than the text's place: borders, which letters may touch."""
    import cv2
    import numpy as np

    side = np.ones((1, int(1.05 * max(frame.width, frame.height)) + 1), np.uint8)
    found = cv2.morphologyEx(differs.astype(np.uint8), cv2.MORPH_OPEN, side, borderValue=0)
    return found.astype(bool)


def _borders(shapes: _Shapes, size: np.ndarray, place: np.ndarray) -> np.ndarray:
    """Long flat shapes along an edge of the place; a dash in its middle or a letter I is none."""
    import numpy as np

    thick = place.min()
    found = np.zeros(len(size), bool)
    for along, across in ((0, 1), (1, 0)):
        upright = int(place[along] == thick)
        long, flat = (_UPRIGHT if upright else _LYING) * place[along], _FLAT[upright] * thick
        edge = _EDGE * thick
        low, high = shapes.low[:, across], shapes.high[:, across]
        beside = (high < edge) | (low > place[across] - edge)
        found |= (size[:, along] > long) & (size[:, across] < flat) & beside
    return found


def _shapes(differs: np.ndarray, frame: Frame, offset: tuple[int, int]) -> _Shapes:
    import cv2
    import numpy as np

    number, labels = cv2.connectedComponents(differs.astype(np.uint8))
    rows, columns = np.nonzero(differs)
    points = frame.in_frame(np.stack([columns + offset[0], rows + offset[1]], axis=1))
    at = labels[rows, columns].astype(np.intp)
    low, high = np.full((number, 2), np.inf), np.full((number, 2), -np.inf)
    np.minimum.at(low, at, points)
    np.maximum.at(high, at, points)
    low[0], high[0] = 0.0, 0.0
    return _Shapes(labels, np.bincount(labels.ravel(), minlength=number), low, high)
