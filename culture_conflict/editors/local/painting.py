"""New letters painted onto a sign from which the old ones were taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

    from culture_conflict.editors.frames import Frame
    from culture_conflict.editors.local.fitting import Placed
    from culture_conflict.editors.local.surface import Surface

__all__ = ["blended", "painted", "spread"]

_FINE = 3  # letters are laid at this many times the picture's resolution


def spread(placed: Placed, frame: Frame, surface: Surface, blur: float) -> np.ndarray:
    """The placed ink as it lies in the crop of the surface: 0 to 1, blurred by `blur` pixels."""
    import cv2
    import numpy as np

    height, width = surface.strength.shape
    rows, columns = placed.ink.alpha.shape
    box = placed.box
    across, down = box.width / columns, box.height / rows
    lean = placed.slant * frame.height / 2  # it was measured about the frame's middle
    lay = np.array(
        [
            [across, -placed.slant * down, box.left + lean - placed.slant * box.top],
            [0, down, box.top],
            [0, 0, 1],
        ]
    )
    left, top = surface.offset
    to_fine = np.array([[_FINE, 0, -_FINE * left], [0, _FINE, -_FINE * top], [0, 0, 1]])
    alpha = placed.ink.alpha
    if down * _FINE < 0.8:
        alpha = cv2.GaussianBlur(alpha, (0, 0), 0.4 / (down * _FINE))
    fine = cv2.warpPerspective(
        alpha, to_fine @ frame.to_picture @ lay, (width * _FINE, height * _FINE)
    )
    laid = cv2.resize(fine, (width, height), interpolation=cv2.INTER_AREA)
    made: np.ndarray = laid if blur < 0.2 else cv2.GaussianBlur(laid, (0, 0), blur)
    return made


def painted(surface: Surface, ink: np.ndarray | None, rng: np.random.Generator) -> np.ndarray:
    """The crop with its text gone and `ink` (0 to 1) on it, in the grain of its ground."""
    import cv2
    import numpy as np

    cover = np.zeros_like(surface.strength) if ink is None else ink
    made: np.ndarray = surface.filled + (surface.colour - surface.filled) * cover[..., None]
    grain = rng.normal(0.0, surface.grain, cover.shape).astype(np.float32)
    grain = cv2.GaussianBlur(grain, (0, 0), 0.7) * 1.9  # the blur takes so much of it
    changed = np.maximum(surface.removed.astype(np.float32), np.minimum(1, 4 * cover))
    made += (grain * changed)[..., None]
    return made


def blended(crop: np.ndarray, made: np.ndarray, mask: np.ndarray, feather: float) -> np.ndarray:
    """`made` where `mask` allows it, fading out over `feather` pixels inside its edge."""
    import cv2
    import numpy as np

    framed = np.pad(mask.astype(np.uint8), 1, mode="edge")
    depth = cv2.distanceTransform(framed, cv2.DIST_L2, 5)[1:-1, 1:-1]
    soft = np.clip(depth / max(feather, 1.0), 0, 1)
    levels: np.ndarray = (crop + (made - crop) * soft[..., None]).round().clip(0, 255)
    return levels.astype(np.uint8)
