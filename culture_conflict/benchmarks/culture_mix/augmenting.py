"""Three named, seeded copies of a dish on white (Table 1: food x 3 data augmentations)."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from culture_conflict.tables.single_food import AUGMENTATIONS

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["COPIES", "augmented"]

COPIES = AUGMENTATIONS[1:]


def augmented(dish: Image.Image, name: str, seed: int) -> Image.Image:
    """The dish (RGBA, square) turned by 8 to 15 degrees, relit, or smaller and off the middle.

    The ground stays transparent, so that it is pure white afterwards; nothing leaves the square.
    """
    rng = random.Random(f"{name}/{seed}")  # noqa: S311 - a picture's seed
    return {"turned": _turned, "relit": _relit, "moved": _moved}[name](dish, rng)


def _turned(dish: Image.Image, rng: random.Random) -> Image.Image:
    from PIL import Image as Pillow

    from culture_conflict.pictures.cutout import in_square

    angle = rng.choice((-1, 1)) * rng.uniform(8, 15)
    turned = dish.rotate(angle, Pillow.Resampling.BICUBIC, expand=True)
    return in_square(turned.crop(turned.getchannel("A").getbbox()), dish.width)


def _relit(dish: Image.Image, rng: random.Random) -> Image.Image:
    from PIL import Image as Pillow
    from PIL import ImageEnhance

    *_, alpha = dish.split()
    lit = ImageEnhance.Brightness(dish.convert("RGB")).enhance(rng.choice((0.8, 0.86, 1.1, 1.16)))
    lit = ImageEnhance.Contrast(lit).enhance(rng.uniform(0.88, 1.12))
    return Pillow.merge("RGBA", (*lit.split(), alpha))


def _moved(dish: Image.Image, rng: random.Random) -> Image.Image:
    from PIL import Image as Pillow

    side = dish.width
    small = round(side * rng.uniform(0.76, 0.86))
    square = Pillow.new("RGBA", dish.size, (255, 255, 255, 0))
    at = tuple(rng.randrange(side - small + 1) for _ in range(2))
    square.paste(dish.resize((small, small), Pillow.Resampling.LANCZOS), (at[0], at[1]))
    return square
