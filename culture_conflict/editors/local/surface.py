"""What lies under and around a text: the sign's own colour, the ink, and what is neither."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.editors.local.filling import filled, grain, grown, shrunk
from culture_conflict.editors.local.strokes import LEAST_CONTRAST, strokes
from culture_conflict.errors import EditError

if TYPE_CHECKING:
    import numpy as np

    from culture_conflict.editors.frames import Frame

__all__ = ["Surface", "surface_of"]

_NOISE = 1.5  # 8-bit levels: no photo is known better
_SAME = 40.0  # colours of one surface, before its shading is known
_SAMPLED = 20_000  # pixels that the ground is fitted to
_FEW = 0.03  # of the place's pixels tell nothing of it
_PLAIN = 0.7  # share of the place that the fitted surface explains where it counts as plain


@dataclass(frozen=True)
class Surface:
    """The surroundings of one text, a crop of the picture at `offset` (x, y).

    All arrays have the crop's size; colours are 8-bit levels as floats.

    Attributes:
        pixels: the crop. filled: the same, the text painted out.
        strength: 0 to 1: how much of a pixel is this text's ink.
        obstacle: where something else stands: borders, arrows, other texts.
        colour: of the ink. grain: of the ground, the standard deviation of its brightness.
        removed: what `filled` changes. contrast: between ink and ground; plain: no structure.
    """

    offset: tuple[int, int]
    pixels: np.ndarray
    filled: np.ndarray
    strength: np.ndarray
    obstacle: np.ndarray
    removed: np.ndarray
    colour: np.ndarray
    grain: float
    contrast: float
    plain: bool


def surface_of(
    picture: np.ndarray, allowed: np.ndarray, frame: Frame, *, reach: tuple[float, float]
) -> Surface:
    """Tell a text's ink from its sign.

    `allowed` (rows x columns of the picture) may change; what is not is never this text's ink.
    `reach` is how far (pixels) the crop goes beyond the text's place to the sides and up or down.
    Where ink and ground can't be told apart the whole place counts as ink.

    Raises:
        EditError: `bad_quadrilateral`: nothing of the place is in the picture, or may change.
    """
    import numpy as np

    offset, crop = _crop(picture, frame, reach)
    inside = _inside(frame, offset, crop.shape[:2])
    inside &= allowed[offset[1] :, offset[0] :][: crop.shape[0], : crop.shape[1]]
    if not inside.any():
        raise EditError(
            f"Nothing of the text's place lies in the picture of {picture.shape[1]}x"
            f"{picture.shape[0]} pixels, or all of it belongs to other texts. Give its corners in "
            f"pixels of this picture.",
            reason="bad_quadrilateral",
        )
    ground, noise, near = _ground(crop, inside, frame)
    far = _far(crop, ground)
    ink, obstacle, contrast = strokes(far, inside, noise, frame, offset)
    if contrast < LEAST_CONTRAST or not ink.any():
        ink, obstacle = inside.copy(), np.zeros_like(inside)
    removed = grown(ink, 2 + 0.1 * frame.height) & ~(grown(obstacle, 1) & ~ink)
    colour = _colour(crop, ground, far, ink, contrast)
    bare = inside & ~grown(ink | obstacle, 2)
    plain = bool(bare.sum() < _FEW * inside.sum() or near[bare].mean() >= _PLAIN)
    return Surface(
        offset=offset,
        pixels=crop,
        filled=filled(crop, ground, near & ~removed, removed, plain=plain, height=frame.height),
        strength=_strength(crop, ground, colour, ink) * removed,
        obstacle=obstacle,
        removed=removed,
        colour=colour,
        grain=grain(crop, near & ~removed),
        contrast=contrast,
        plain=plain,
    )


def _crop(
    picture: np.ndarray, frame: Frame, reach: tuple[float, float]
) -> tuple[tuple[int, int], np.ndarray]:
    import numpy as np

    height, width = picture.shape[:2]
    along = frame.corners[1] - frame.corners[0]
    along = np.abs(along / max(np.linalg.norm(along), 1e-9))
    grow = along * reach[0] + along[::-1] * reach[1]
    low = np.floor(frame.corners.min(axis=0) - grow).astype(int).clip(0)
    high = np.ceil(frame.corners.max(axis=0) + grow).astype(int) + 1
    right, bottom = min(high[0], width), min(high[1], height)
    left, top = min(low[0], right - 1), min(low[1], bottom - 1)
    return (int(left), int(top)), picture[top:bottom, left:right].astype(np.float32)


def _inside(frame: Frame, offset: tuple[int, int], shape: tuple[int, ...]) -> np.ndarray:
    import cv2
    import numpy as np

    drawn = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(drawn, np.round(frame.corners - offset).astype(np.int32), 1)
    return drawn.astype(bool)


def _ground(
    crop: np.ndarray, inside: np.ndarray, frame: Frame
) -> tuple[np.ndarray, float, np.ndarray]:
    """The sign's colour as a plane over the crop, its noise, and the pixels that keep to it."""
    import numpy as np

    rim = inside & ~shrunk(inside, max(2.0, 0.1 * frame.height))
    middle: np.ndarray = np.median(crop[rim if rim.any() else inside], axis=0)
    rows, columns = np.nonzero(inside)
    every = max(1, len(rows) // _SAMPLED)
    rows, columns = rows[::every], columns[::every]
    colours = crop[rows, columns]
    for _ in range(3):
        close = colours[_far(colours, middle) < _SAME]
        middle = np.median(close, axis=0) if len(close) else middle
    terms = np.stack([np.ones(len(rows)), columns / 100, rows / 100], axis=1, dtype=np.float32)
    near, noise = _far(colours, middle) < _SAME, 6.0
    fit: np.ndarray = np.array([middle, np.zeros(3), np.zeros(3)], np.float32)
    for _ in range(3):
        if near.sum() < 30:
            break
        fit = np.linalg.lstsq(terms[near], colours[near], rcond=None)[0]
        off = _far(colours, terms @ fit)
        noise = max(_NOISE, float(np.median(off[near])))
        near = off < max(4 * noise, 8)
    grid = np.indices(inside.shape, np.float32)[..., None]
    ground = fit[0] + grid[1] * (fit[1] / 100) + grid[0] * (fit[2] / 100)
    return np.clip(ground, 0, 255), noise, _far(crop, ground) < max(4 * noise, 8)


def _far(colours: np.ndarray, others: np.ndarray) -> np.ndarray:
    """How far colours lie from each other, in 8-bit levels over all three channels."""
    import numpy as np

    off = colours - others
    made: np.ndarray = np.sqrt(np.einsum("...c,...c->...", off, off))
    return made


def _colour(
    crop: np.ndarray, ground: np.ndarray, far: np.ndarray, ink: np.ndarray, contrast: float
) -> np.ndarray:
    """Of the strokes' cores; where there are none, black or white, whichever is seen better."""
    import numpy as np

    core = ink & (far >= 0.95 * contrast)
    if contrast >= LEAST_CONTRAST and core.any():
        middle: np.ndarray = np.median(crop[core], axis=0)
        return middle
    return np.full(3, 20.0 if float(np.median(ground)) > 110 else 235.0, np.float32)


def _strength(
    crop: np.ndarray, ground: np.ndarray, colour: np.ndarray, ink: np.ndarray
) -> np.ndarray:
    """How far each pixel is on the way from ground to ink; letters of other colours count whole."""
    import numpy as np

    way = colour - ground
    whole = np.maximum(np.einsum("...c,...c->...", way, way), 1.0)
    along = np.einsum("...c,...c->...", crop - ground, way) / whole
    off = _far(crop, ground) / np.sqrt(whole)
    coloured = ink & (along < 0.6 * off)
    made: np.ndarray = np.where(coloured, off, along).clip(0, 1).astype(np.float32)
    return made
