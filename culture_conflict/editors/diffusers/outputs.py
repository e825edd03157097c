"""What a pipeline gave: numbers that may be none, or a picture of one colour."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from PIL.Image import Image

__all__ = ["Fault", "fault_of", "picture_of"]

_LEAST_SPREAD = 2.0 / 255  # of brightness, as the gate `blank_image` has it


class Fault(NamedTuple):
    """Why an output is no picture: the reason in a word, and in words."""

    reason: str
    told: str


def fault_of(numbers: np.ndarray) -> Fault | None:
    """Height x width x 3 numbers of 0 to 1: whether they are numbers and show anything."""
    import numpy as np

    finite = float(np.isfinite(numbers).mean())
    if finite < 1:
        return Fault("not_finite", f"outputs of which {1 - finite:.1%} are no numbers")
    if float(numbers.mean(axis=-1).std()) < _LEAST_SPREAD:
        return Fault("blank_image", f"a brightness of {numbers.mean():.2f} all over")
    return None


def picture_of(numbers: np.ndarray) -> Image:
    """The same as an RGB picture."""
    import numpy as np
    from PIL import Image as Pillow

    return Pillow.fromarray(np.rint(255 * numbers.clip(0, 1)).astype(np.uint8), "RGB")
