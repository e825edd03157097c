"""Finding known things in a part of a picture, at whatever place and size they stand there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from culture_conflict.errors import PictureError

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from PIL import Image

    from culture_conflict.models.reference.layout import Floats

__all__ = ["SEARCH", "Known", "known_things"]

_ACROSS = 40
_TALLEST = 2 * _ACROSS
_WIDTHS = (12, 14, 17, 20, 24, 29, 34, 38)
_SOLID = 0.8
_FLAT = 0.02  # of a thing of one colour there is still this variance to be explained

SEARCH = f"{_ACROSS} cells across, things of {', '.join(map(str, _WIDTHS))}"
"""The sizes that answers depend on."""


@dataclass(frozen=True, eq=False)
class Known:
    """Things cut out of their pictures, each at several widths.

    `colours` (things, widths, rows, columns, 3) are 0 outside a thing, `masks` (things, widths,
    rows, columns) 1 inside; `heights` (things, widths) in cells.
    """

    colours: Floats
    masks: Floats
    heights: NDArray[np.int64]

    def unseen_shares(self, part: Image.Image) -> Floats:
        """How little of each thing is seen where it fits best: 0 all of it, 1 as in a plain patch.

        It is the share of a thing's variance of colours that the part leaves unexplained. `part`
        (RGB) is looked at 40 cells wide; an extreme shape is squeezed.
        """
        import numpy as np
        from PIL import Image as Pillow
        from scipy import fft

        high = max(1, min(_TALLEST, round(part.height * _ACROSS / part.width)))
        rows = _ACROSS if high <= _ACROSS else _TALLEST
        small = part.resize((_ACROSS, high), Pillow.Resampling.BOX)
        cells = np.zeros((rows, _ACROSS, 3), np.float32)
        cells[:high] = np.asarray(small, np.float32) / np.float32(255)
        colours, masks = self._turned(rows)
        squares = fft.rfft2((cells**2).sum(axis=2)) * masks
        squares -= 2 * (np.moveaxis(fft.rfft2(cells, axes=(0, 1)), 2, 0) * colours).sum(axis=2)
        apart = fft.irfft2(squares, s=(rows, _ACROSS)) + self._own[..., None, None]
        best = np.where(self._inside(rows, high), apart, np.inf).min(axis=(2, 3))
        return np.asarray((best / self._spreads).min(axis=1), np.float32)

    def _inside(self, rows: int, high: int) -> NDArray[np.bool_]:
        """Where the upper left corner of each thing may lie, so that all of it is in the part."""
        import numpy as np

        down = np.arange(rows)[:, None] + self.heights[:, :, None, None] <= high
        across = np.arange(_ACROSS) + np.asarray(_WIDTHS)[None, :, None, None] <= _ACROSS
        return np.asarray(down & across)

    def _turned(self, rows: int) -> tuple[NDArray[Any], NDArray[Any]]:
        """Conjugate spectra of colours (things, widths, 3, ...) and masks in a part of `rows`."""
        return self._low if rows == _ACROSS else self._tall

    @cached_property
    def _low(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return _spectra(self.colours, self.masks, _ACROSS)

    @cached_property
    def _tall(self) -> tuple[NDArray[Any], NDArray[Any]]:
        return _spectra(self.colours, self.masks, _TALLEST)

    @cached_property
    def _own(self) -> Floats:
        import numpy as np

        return np.asarray((self.colours**2).sum(axis=(2, 3, 4)))

    @cached_property
    def _spreads(self) -> Floats:
        """Summed squared differences from a thing's mean colour."""
        import numpy as np

        counts = np.maximum(self.masks.sum(axis=(2, 3)), 1)
        sums = (self.colours.sum(axis=(2, 3)) ** 2).sum(axis=-1)
        return np.asarray(self._own - sums / counts + _FLAT * counts)


def known_things(pictures: Sequence[bytes]) -> Known:
    """Things cut out of their ground; one whose ground is not plain is taken whole.

    Raises:
        PictureError: one of them can't be opened.
    """
    import numpy as np
    from PIL import Image as Pillow

    colours = np.zeros((len(pictures), len(_WIDTHS), _TALLEST, _ACROSS, 3), np.float32)
    heights = np.zeros(colours.shape[:2], np.int64)
    masks = np.zeros(colours.shape[:-1], np.float32)
    for n, thing in enumerate(map(_cut, pictures)):
        for at, width in enumerate(_WIDTHS):
            high = max(1, min(_TALLEST, round(thing.height * width / thing.width)))
            small = thing.resize((width, high), Pillow.Resampling.BOX)
            cells = np.asarray(small, np.float32) / np.float32(255)
            inside = cells[..., 3:] >= _SOLID
            colours[n, at, :high, :width] = np.where(inside, cells[..., :3], 0)
            masks[n, at, :high, :width] = inside[..., 0]
            heights[n, at] = high
    return Known(colours, masks, heights)


def _spectra(colours: Floats, masks: Floats, rows: int) -> tuple[NDArray[Any], NDArray[Any]]:
    import numpy as np
    from scipy import fft

    channels = np.moveaxis(colours[:, :, :rows], -1, 2)
    return np.conj(fft.rfft2(channels)), np.conj(fft.rfft2(masks[:, :, :rows]))


def _cut(data: bytes) -> Image.Image:
    from culture_conflict.pictures.cutout import cut_out, methods_for
    from culture_conflict.pictures.open import open_cue

    whole = open_cue(data).image
    try:
        return cut_out(whole, methods_for(whole)[0])
    except PictureError:  # it opens, but stands on no plain ground
        return whole
