"""Where dishes stand on a table, how they are lit there, and the shadows they throw."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Standing", "cast_shadow", "relit", "seated", "standing"]

_FULL, _TILTED = 0.5, 0.76


@dataclass(frozen=True, eq=False)
class Standing:
    """A dish (RGBA) at its final size and its upper left corner on the picture, in pixels."""

    dish: Image.Image
    left: int
    top: int

    @property
    def foot(self) -> int:
        return self.top + self.dish.height


def seated(dish: Image.Image) -> Image.Image:
    """A plate photographed from above as one sees it sitting before it: flatter.

    Such a plate is about as high as wide, fills its frame, and is widest half-way up; a plate seen
    from the side is widest low down, and stays as it is.
    """
    import numpy as np
    from PIL import Image as Pillow

    solid = np.asarray(dish.getchannel("A")) > 127
    height, width = solid.shape
    widest = float(solid.sum(axis=1).argmax()) / height
    from_above = 0.85 <= width / height <= 1.25 and solid.mean() >= _FULL and 0.3 <= widest <= 0.65
    if not from_above:
        return dish
    return dish.resize((width, round(height * _TILTED)), Pillow.Resampling.LANCZOS)


def standing(
    dish: Image.Image, centre: float, foot: float, room: tuple[float, float], scale: float = 1.0
) -> Standing:
    """The dish as large as the `room` (width, height) allows, times `scale`, on the line `foot`."""
    from PIL import Image as Pillow

    box = dish.getchannel("A").point(lambda value: 255 * (value > 8)).getbbox()
    shown = seated(dish.crop(box))
    factor = min(room[0] / shown.width, room[1] / shown.height) * scale
    size = max(1, round(shown.width * factor)), max(1, round(shown.height * factor))
    fitted = shown.resize(size, Pillow.Resampling.LANCZOS, reducing_gap=2.0)
    return Standing(fitted, round(centre - size[0] / 2), round(foot - size[1]))


def cast_shadow(table: Image.Image, one: Standing, lean: float) -> None:
    """Darken the picture where the dish touches the table and where it keeps off the light.

    `lean` is how far the shadow falls to the right (negative: to the left), in dish widths. Both
    shadows have the outline of the dish's lower part, so that they hug whatever shape it has.
    """
    from PIL import Image as Pillow
    from PIL import ImageChops, ImageFilter

    width, height = one.dish.size
    low = _widest(one.dish)
    margin = round(0.3 * width) + 16
    sole = one.dish.getchannel("A").crop((0, low, width, height))
    shade = Pillow.new("L", (width + 2 * margin, height - low + 2 * margin), 0)
    for shift, drop, grown, blur, dark in (
        (0.12 * lean, 0.026, 1.02, 0.014, 205),
        (0.9 * lean, 0.045, 1.06, 0.05, 150),
    ):
        size = round(width * grown), round((height - low) * grown)
        outline = sole.resize(size).point([round(v * dark / 255) for v in range(256)])
        layer = Pillow.new("L", shade.size, 0)
        left = margin + round(shift * width - (size[0] - width) / 2)
        layer.paste(outline, (left, margin + max(2, round(drop * width))))
        shade = ImageChops.lighter(
            shade, layer.filter(ImageFilter.GaussianBlur(max(2, blur * width)))
        )
    table.paste((18, 14, 12), (one.left - margin, one.top + low - margin), shade)


def _widest(dish: Image.Image) -> int:
    """The widest row of the lower three fifths, where a plate's rim turns back to the table."""
    import numpy as np

    solid = np.asarray(dish.getchannel("A")) > 127
    start = int(solid.shape[0] * 0.4)
    return start + int(solid[start:].sum(axis=1).argmax())


def relit(dish: Image.Image, ambience: tuple[float, float, float]) -> Image.Image:
    """The dish a little in the colour of the place: each channel changes by at most 8 %."""
    from PIL import Image as Pillow

    *colours, alpha = dish.split()
    mean = sum(ambience) / 3 or 1.0
    bright = 1 + 0.10 * (mean / 150 - 1)
    lit = []
    for channel, level in zip(colours, ambience, strict=True):
        gain = min(1.08, max(0.92, bright * (1 + 0.12 * (level / mean - 1))))
        lit.append(channel.point([min(255, round(value * gain)) for value in range(256)]))
    return Pillow.merge("RGBA", (*lit, alpha))
