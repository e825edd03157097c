"""Pictures brought to the shape an API gives, and its outputs brought back to the picture's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["Bordered", "border"]

_LARGEST = 2048  # pixels of the longer side that is sent
# Share by which an output's shape may differ from the one sent: 4:3 of gemini-2.5-flash-image is
# 1184x864, 5:4 is 1152x896; the next shape that it knows is farther than that.
_CLOSE = 0.03
_WHITE = (255, 255, 255)


@dataclass(frozen=True)
class Bordered:
    """A picture on a white ground of the wanted shape, `place` (x, y, right, bottom) within it."""

    picture: Image
    place: tuple[int, int, int, int]
    original: tuple[int, int]

    def undone(self, output: Image) -> Image:
        """The part of the output where the picture was, at the picture's own size.

        An output of another shape shows another section: it is given back as it is, so that whoever
        judges sizes sees it.
        """
        from PIL.Image import Resampling

        width, height = self.picture.size
        if abs(output.width * height / (output.height * width) - 1) > _CLOSE:
            return output
        across, down = output.width / width, output.height / height
        x, y, right, bottom = self.place
        box = (x * across, y * down, right * across, bottom * down)
        return output.resize(self.original, Resampling.LANCZOS, box=box)


def border(picture: Image, shape: tuple[int, int] | None) -> Bordered:
    """The picture (RGB) with white borders that make it `shape`, its sides at most 2,048 pixels."""
    from PIL import Image as Pillow

    from culture_conflict.pictures.encode import fit_within

    fitted = fit_within(picture, _LARGEST)
    width, height = fitted.size
    if shape is None:
        return Bordered(fitted, (0, 0, width, height), picture.size)
    wide, high = shape
    whole = (max(width, round(height * wide / high)), max(height, round(width * high / wide)))
    x, y = (whole[0] - width) // 2, (whole[1] - height) // 2
    ground = Pillow.new("RGB", whole, _WHITE)
    ground.paste(fitted, (x, y))
    return Bordered(ground, (x, y, x + width, y + height), picture.size)
