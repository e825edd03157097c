"""The size at which a model works: its area, the picture's aspect, whole blocks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["BLOCK", "resized", "working_size"]

BLOCK = 32  # pixels; qwen's own rounding, and a multiple of flux's 16


def working_size(size: tuple[int, int], pixels: int) -> tuple[int, int]:
    """Width and height of about `pixels` in all, both multiples of 32, nearest to size's aspect."""
    width, height = size
    wide = math.sqrt(pixels * width / height)
    return _blocks(wide), _blocks(wide * height / width)


def _blocks(side: float) -> int:
    return max(BLOCK, round(side / BLOCK) * BLOCK)


def resized(image: Image, size: tuple[int, int]) -> Image:
    """RGB of that size by Lanczos; the whole picture, nothing cut off and nothing added."""
    from PIL.Image import Resampling

    made = image.convert("RGB")
    return made if made.size == size else made.resize(size, Resampling.LANCZOS)
