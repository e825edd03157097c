"""Tables to put dishes on: wood, checked cloth or linen, by a seed, seen in perspective."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    _Texture = NDArray[np.float32]

__all__ = ["KINDS", "table_top"]

KINDS = ("wood", "cloth", "linen")
_TEXTURE = (960, 560)
_WOODS = ((150, 104, 66), (122, 82, 52), (176, 130, 88), (104, 74, 52))
_CLOTHS = ((188, 52, 48), (52, 92, 142), (74, 120, 82), (196, 148, 60))
_LINENS = ((206, 194, 172), (168, 176, 178), (190, 170, 150), (148, 158, 140))


@lru_cache(maxsize=32)
def table_top(kind: str, look: int, size: tuple[int, int]) -> Image.Image:
    """A table of `size` (width, height) pixels seen from where one sits, RGB; not to be changed.

    `look` chooses colours and grain, the same on every machine.
    """
    import numpy as np
    from PIL import Image as Pillow

    rng = np.random.default_rng(look)
    drawn = {"wood": _wood, "cloth": _cloth, "linen": _linen}[kind](rng, look)
    texture = Pillow.fromarray(np.clip(drawn, 0, 255).astype(np.uint8))
    width, height = size
    wide, high = _TEXTURE
    far = 0.30  # how much wider the far edge shows than the near one
    corners = ((0, 0), (wide, 0), (wide * (0.5 + far), high), (wide * (0.5 - far), high))
    seen = texture.transform(
        size,
        Pillow.Transform.PERSPECTIVE,
        _coefficients(corners, ((0, 0), (width, 0), (width, height), (0, height))),
        Pillow.Resampling.BICUBIC,
    )
    return _lit(seen)


def _wood(rng: np.random.Generator, look: int) -> _Texture:
    """Planks along the far edge, each with its own tone, grain and seam."""
    import numpy as np
    from scipy import ndimage

    wide, high = _TEXTURE
    grain = rng.normal(0, 1, (high, wide)).astype(np.float32)
    grain = ndimage.uniform_filter1d(ndimage.uniform_filter1d(grain, 81, axis=1), 3, axis=0)
    grain *= 9 / grain.std()
    planks = (np.arange(high) // 80) % 64
    tones = rng.normal(0, 7, 64)[planks].astype(np.float32)
    seam = np.where(np.arange(high) % 80 < 3, -34, 0).astype(np.float32)
    shade = grain + (tones + seam)[:, None]
    colour = np.asarray(_WOODS[look % len(_WOODS)], np.float32)
    return np.asarray(colour + shade[:, :, None] * np.asarray((1.0, 0.9, 0.75), np.float32))


def _cloth(rng: np.random.Generator, look: int) -> _Texture:
    """A checked cloth: half-tone stripes both ways, full tone where they cross."""
    import numpy as np

    wide, high = _TEXTURE
    across, along = np.arange(wide) // 36 % 2, np.arange(high) // 36 % 2
    tone = (across[None, :] + along[:, None]).astype(np.float32) / 2
    colour = np.asarray(_CLOTHS[look % len(_CLOTHS)], np.float32)
    plain = np.asarray((240, 238, 232), np.float32)
    weave = rng.normal(0, 2.5, (high, wide)).astype(np.float32)
    return np.asarray(plain + (colour - plain) * tone[:, :, None] + weave[:, :, None])


def _linen(rng: np.random.Generator, look: int) -> _Texture:
    """A plain cloth with threads both ways."""
    import numpy as np
    from scipy import ndimage

    wide, high = _TEXTURE
    along = ndimage.gaussian_filter(rng.normal(0, 1, (high, wide)).astype(np.float32), (0.7, 5))
    across = ndimage.gaussian_filter(rng.normal(0, 1, (high, wide)).astype(np.float32), (5, 0.7))
    weave = along / along.std() + across / across.std()
    colour = np.asarray(_LINENS[look % len(_LINENS)], np.float32)
    return np.asarray(colour + 4.5 * weave[:, :, None])


def _lit(table: Image.Image) -> Image.Image:
    """Darker towards the near edge and the corners, with a bright line where the table ends."""
    import numpy as np
    from PIL import Image as Pillow

    pixels = np.asarray(table, np.float32)
    height, width = pixels.shape[:2]
    near = np.linspace(0, 1, height, dtype=np.float32)[:, None]
    side = np.linspace(-1, 1, width, dtype=np.float32)[None, :]
    light = 1.06 - 0.14 * near**2 - 0.10 * side**2
    light[:3] = 1.25
    light[3:7] *= 0.8
    return Pillow.fromarray(np.clip(pixels * light[:, :, None], 0, 255).astype(np.uint8))


def _coefficients(
    there: tuple[tuple[float, float], ...], here: tuple[tuple[float, float], ...]
) -> list[float]:
    """The eight numbers that take corners of the output (`here`) to the texture (`there`)."""
    import numpy as np

    rows: list[tuple[float, ...]] = []
    for (x, y), (u, v) in zip(here, there, strict=True):
        rows.append((x, y, 1, 0, 0, 0, -u * x, -u * y))
        rows.append((0, 0, 0, x, y, 1, -v * x, -v * y))
    wanted = [value for corner in there for value in corner]
    return [float(number) for number in np.linalg.solve(np.asarray(rows, float), wanted)]
