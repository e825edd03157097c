"""Pictures for the reference models: grounds, and flags stacked on them by ruling 13."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING

from culture_conflict.models.reference.gallery import Flag
from culture_conflict.sources.sample.draw import draw_cue, flag_code

if TYPE_CHECKING:
    from PIL import Image

SIZES = ((640, 480), (480, 640), (512, 512), (1024, 768), (224, 224))


@cache
def flag(iso2: str) -> Flag:
    return Flag(iso2, draw_cue(flag_code(iso2)))


def ground(size: tuple[int, int], kind: str = "plain", seed: int = 0) -> Image.Image:
    import numpy as np
    from PIL import Image

    random = np.random.default_rng(seed)
    if kind == "plain":
        return Image.new("RGB", size, tuple(random.integers(190, 256, 3).tolist()))
    cells = size[::-1] if kind == "noise" else (7, 9)
    colours = random.integers(0, 256, (*cells, 3), dtype=np.uint8)
    return Image.fromarray(colours).resize(size, Image.Resampling.BICUBIC)


def stacked(picture: Image.Image, cue: Image.Image) -> Image.Image:
    from PIL import Image

    (width, height), (w, h) = picture.size, cue.size
    scale = min(0.2 * width / w, 0.2 * height / h)
    small = cue.resize((int(w * scale), int(h * scale)), Image.Resampling.LANCZOS)
    offset = round(0.02 * min(width, height))
    made = picture.copy()
    made.paste(small, (width - offset - small.width, offset), small)
    return made


def cue_image(data: bytes) -> Image.Image:
    from PIL import Image

    return Image.open(io.BytesIO(data)).convert("RGBA")


def jpeg(picture: Image.Image, quality: int = 92) -> bytes:
    data = io.BytesIO()
    picture.save(data, "JPEG", quality=quality)
    return data.getvalue()
