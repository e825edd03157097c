"""Colour layout: a picture as the mean colours of a coarse grid."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    Floats = NDArray[np.float32]

__all__ = ["Grid", "colour_layout", "masked_layout"]

Grid = tuple[int, int]


def colour_layout(image: Image.Image, grid: Grid) -> Floats:
    """Mean colours of an RGB picture, 0 to 1, as (rows, columns, 3); `grid` is columns x rows."""
    import numpy as np
    from PIL import Image as Pillow

    small = image.resize(grid, Pillow.Resampling.BOX)
    return np.asarray(small, dtype=np.float32) / np.float32(255)


def masked_layout(image: Image.Image, grid: Grid) -> tuple[Floats, Floats]:
    """Mean colours of an RGBA picture's visible parts, and how visible each cell is (0 to 1)."""
    import numpy as np
    from PIL import Image as Pillow

    values = np.asarray(image, dtype=np.float32) / np.float32(255)
    values[..., :3] *= values[..., 3:]
    cells = [
        np.asarray(Pillow.fromarray(values[..., band]).resize(grid, Pillow.Resampling.BOX))
        for band in range(4)
    ]
    alpha = cells[3]
    colours = np.dstack(cells[:3]) / np.maximum(alpha, np.float32(1e-3))[..., None]
    return colours, alpha
