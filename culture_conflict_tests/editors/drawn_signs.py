"""Plain signs drawn here: a board, a text, and where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from culture_conflict.editors.local.lettering import Setting, letter_ink
from culture_conflict.editors.protocol import EditRequest, TextEdit
from culture_conflict.pictures.fonts import EM, Fonts

if TYPE_CHECKING:
    from PIL.Image import Image

BOARD, PAINT, WALL = (28, 74, 140), (240, 240, 235), (150, 140, 125)
QUAD = ((70.0, 70.0), (330.0, 70.0), (330.0, 130.0), (70.0, 130.0))


def sign(text: str = "Market St", weight: int = 600) -> Image:
    """400 x 200 pixels: a board with a border on a wall, the text within QUAD."""
    import numpy as np
    from PIL import Image, ImageDraw

    grain = np.random.default_rng(1).normal(0, 2, (200, 400, 1))
    image = Image.fromarray((np.array(WALL) + grain).round().astype(np.uint8))
    pen = ImageDraw.Draw(image)
    pen.rectangle((40, 45, 360, 155), fill=BOARD, outline=PAINT, width=3)
    ink = letter_ink(text, Setting(weight), Fonts()).alpha
    alpha = Image.fromarray((ink * 255).astype("uint8"))
    alpha = alpha.resize((round(alpha.width * 44 / EM), round(alpha.height * 44 / EM)))
    left, top = 200 - alpha.width // 2, 100 - alpha.height // 2
    image.paste(Image.new("RGB", alpha.size, PAINT), (left, top), alpha)
    return image


def request(image: Image, new: str, native: str = "Market St", seed: int = 7) -> EditRequest:
    return EditRequest((image,), "", "none", seed, (TextEdit(QUAD, native, new),))
