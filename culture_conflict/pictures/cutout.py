"""Cutting a dish out of its picture: by its transparency, its plain ground, or GrabCut."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

from culture_conflict.errors import PictureError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    _Mask = NDArray[np.bool_]

__all__ = [
    "METHODS",
    "Method",
    "cut_out",
    "edge_share",
    "flat",
    "in_square",
    "methods_for",
    "opaque",
    "solidity",
]

Method = Literal["alpha", "border", "grabcut"]
METHODS: tuple[Method, ...] = ("alpha", "border", "grabcut")

_NEAR, _PLAIN = 26, 0.85
_LEAST, _MOST = 0.02, 0.97
_GRABBED_SIDE = 220
_FILLED = 0.88


def methods_for(image: Image.Image) -> tuple[Method, Method]:
    """The two ways an RGBA picture is cut: by its transparency where it has any, and by GrabCut."""
    low, _ = image.getchannel("A").getextrema()
    return ("alpha" if isinstance(low, int) and low < 128 else "border"), "grabcut"


def cut_out(image: Image.Image, method: Method, seed: int = 0) -> Image.Image:
    """An RGBA picture whose ground is transparent, cut to what is left.

    Raises:
        PictureError: `no_ground`: the edges are not of one colour (`border`); `no_food`: next to
            nothing, or next to everything, is left.
    """
    import numpy as np
    from PIL import Image as Pillow

    alpha = np.asarray(image.getchannel("A"))
    if method == "alpha":
        mask = alpha
    else:
        found = _by_border(image) if method == "border" else _by_grabcut(image, seed)
        mask = np.minimum(_softened(_whole(found)), alpha)
    share = float((mask > 127).mean())
    if not _LEAST <= share <= _MOST:
        raise PictureError(
            "no_food", f"{method} leaves {share:.1%} of the picture; a dish is expected to be left."
        )
    made = image.copy()
    made.putalpha(Pillow.fromarray(mask))
    return made.crop(made.getchannel("A").point(lambda value: 255 * (value > 8)).getbbox())


def edge_share(cut: Image.Image) -> float:
    """The share of the four edges that is not transparent, at most 1: high where food is cropped.

    `cut` is a picture as `cut_out` gives it, so that every edge touches the food somewhere.
    """
    import numpy as np

    alpha = np.asarray(cut.getchannel("A")) > 127
    edges = [alpha[0], alpha[-1], alpha[:, 0], alpha[:, -1]]
    return float(max(edge.mean() for edge in edges))


def solidity(cut: Image.Image) -> float:
    """The share that is left of the cut-out's convex outline, from 0 to 1.

    A dish fills its outline; where ground was left, or a white plate is lost on a white ground,
    much of it is empty. A picture with nothing on it gives 1.
    """
    import numpy as np
    from scipy.spatial import ConvexHull

    solid = np.asarray(cut.getchannel("A")) > 127
    rows = np.flatnonzero(solid.any(axis=1))
    ends = solid[rows].argmax(axis=1), solid.shape[1] - solid[rows, ::-1].argmax(axis=1)
    corners = [(x, y + low) for at in ends for x, y in zip(at, rows, strict=True) for low in (0, 1)]
    return float(solid.sum() / ConvexHull(np.array(corners)).volume) if corners else 1.0


def in_square(cut: Image.Image, side: int, filled: float = _FILLED) -> Image.Image:
    """The cut-out in the middle of a transparent square of `side` pixels.

    Its longer side takes the share `filled`.
    """
    from PIL import Image as Pillow

    scale = side * filled / max(cut.size)
    size = max(1, round(cut.width * scale)), max(1, round(cut.height * scale))
    square = Pillow.new("RGBA", (side, side), (255, 255, 255, 0))
    square.paste(
        cut.resize(size, Pillow.Resampling.LANCZOS), ((side - size[0]) // 2, (side - size[1]) // 2)
    )
    return square


def flat(cut: Image.Image) -> Image.Image:
    """The cut-out on pure white, as RGB."""
    from PIL import Image as Pillow

    white = Pillow.new("RGB", cut.size, (255, 255, 255))
    white.paste(cut, (0, 0), cut)
    return white


def opaque(image: Image.Image) -> Image.Image:
    """The picture as RGB, on pure white where it is transparent."""
    return flat(image) if image.mode == "RGBA" else image.convert("RGB")


def _by_border(image: Image.Image) -> _Mask:
    """All that is not joined to the edges by colours near the edges' own."""
    import numpy as np
    from scipy import ndimage

    rgb = np.asarray(flat(image), dtype=np.int16)
    rim = np.concatenate([rgb[:2].reshape(-1, 3), rgb[-2:].reshape(-1, 3), *_sides(rgb)])
    ground = np.median(rim, axis=0)
    plain = float((np.abs(rim - ground).max(axis=1) < _NEAR).mean())
    if plain < _PLAIN:
        raise PictureError(
            "no_ground",
            f"{plain:.0%} of the edge is of one colour; a plain ground has {_PLAIN:.0%}",
        )
    near = np.abs(rgb - ground).max(axis=2) < _NEAR
    labels, _ = ndimage.label(near)
    outer = np.unique(np.concatenate([labels[0], labels[-1], labels[:, 0], labels[:, -1]]))
    return ~np.isin(labels, outer[outer > 0])


def _sides(rgb: NDArray[np.int16]) -> list[NDArray[np.int16]]:
    return [rgb[:, :2].reshape(-1, 3), rgb[:, -2:].reshape(-1, 3)]


def _by_grabcut(image: Image.Image, seed: int) -> _Mask:
    """Rother et al. 2004, begun with a frame of 3 %, on a copy of at most 220 pixels."""
    import cv2
    import numpy as np

    rgb = flat(image)
    small = rgb.copy()
    small.thumbnail((_GRABBED_SIDE, _GRABBED_SIDE))
    width, height = small.size
    inset = max(1, round(0.03 * width)), max(1, round(0.03 * height))
    frame = (*inset, width - 2 * inset[0], height - 2 * inset[1])
    marks = np.zeros((height, width), np.uint8)
    models: tuple[Any, Any] = np.zeros((1, 65)), np.zeros((1, 65))
    cv2.setRNGSeed(seed)
    bgr = np.ascontiguousarray(np.asarray(small)[:, :, ::-1])
    cv2.grabCut(bgr, marks, frame, *models, 4, cv2.GC_INIT_WITH_RECT)
    food = np.isin(marks, (cv2.GC_FGD, cv2.GC_PR_FGD)).astype(np.uint8) * 255
    grown = cv2.resize(food, rgb.size, interpolation=cv2.INTER_CUBIC)
    smooth = cv2.GaussianBlur(grown, (0, 0), 0.8 * rgb.width / width)
    return np.asarray(smooth > 127)


def _whole(mask: _Mask) -> _Mask:
    """The pieces of some size, without holes."""
    import numpy as np
    from scipy import ndimage

    labels, n = ndimage.label(mask)
    if not n:
        return mask
    sizes = np.bincount(labels.ravel())
    sizes[0] = 0
    kept = np.isin(labels, np.flatnonzero(sizes >= 0.1 * sizes.max()))
    return np.asarray(ndimage.binary_fill_holes(kept))


def _softened(mask: _Mask) -> NDArray[np.uint8]:
    """An edge of about two pixels, one inside the mask, so that no rim of the ground stays."""
    import numpy as np
    from scipy import ndimage

    inner = ndimage.binary_erosion(mask, iterations=1, border_value=1)
    soft = ndimage.gaussian_filter(inner.astype(np.float32), 0.8)
    return np.asarray(np.rint(soft * 255).astype(np.uint8))
