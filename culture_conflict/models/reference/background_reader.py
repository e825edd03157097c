"""`reference-background-reader`: follows only the place in the upper part of a picture."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from culture_conflict.models.protocol import Request, Scalar
from culture_conflict.models.reference.base import Reference
from culture_conflict.models.reference.gallery import Flag, Gallery
from culture_conflict.models.reference.layout import colour_layout
from culture_conflict.models.reference.prior import CONSTANTS, guess
from culture_conflict.models.reference.target import PLACE_SHARE, shows_place

if TYPE_CHECKING:
    from PIL import Image

    from culture_conflict.models.reference.layout import Floats

__all__ = ["BackgroundReader"]

_GRID = (24, 12)
# Root mean square difference of colours from 0 to 1: a known place, scaled, edited at its edges and
# encoded anew, lies within 0.1; two different ones lie 0.15 and more apart.
_FARTHEST = 0.12


class BackgroundReader(Reference):
    """Answers with the country of the known place that the upper part shows, else as the prior.

    It never looks at a dish: its name, and its country where no place is known, are the one guess
    of `reference-prior`. So a dish alone has an answer that the place then moves it away from.
    Each place is fitted to the shape of that part as CultureMix joins them; the lower quarter of
    it, where editors blend, is not looked at. A white upper edge means that there is no place.
    """

    name = "reference-background-reader"

    def __init__(self, gallery: Gallery[Flag]) -> None:
        super().__init__()
        self._gallery = gallery

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """Which places it knows, how near one has to be, and what it says without one."""
        known: dict[str, Scalar] = {"gallery": self._gallery.record, "farthest": _FARTHEST}
        return known | {"grid": "24x12", "otherwise": ", ".join(CONSTANTS["cuisine"])}

    def prepare(self) -> None:
        """Open the places.

        Raises:
            PictureError: one of them can't be opened.
        """
        from culture_conflict.pictures.open import open_picture

        self._places = [
            (place.country, open_picture(place.picture).image) for place in self._gallery.load()
        ]
        self._described: dict[tuple[int, int], list[Floats]] = {}

    def answer(self, request: Request) -> tuple[str, str]:
        """The guess, with the country of the place where there is one."""
        import numpy as np
        from PIL import Image as Pillow
        from PIL import ImageOps

        from culture_conflict.pictures.open import open_picture

        image = open_picture(request.picture).image
        name, otherwise = guess(request.prompt)
        if not self._places or not shows_place(image):
            return name, otherwise
        shape = image.width, max(1, round(PLACE_SHARE * image.height))
        if shape not in self._described:
            fitted = (ImageOps.fit(p, shape, Pillow.Resampling.LANCZOS) for _, p in self._places)
            self._described[shape] = [_describe(one) for one in fitted]
        seen = _describe(image.crop((0, 0, *shape)))
        squares = [float(((known - seen) ** 2).mean()) for known in self._described[shape]]
        best = int(np.argmin(squares))
        return name, self._places[best][0] if squares[best] <= _FARTHEST**2 else otherwise


def _describe(upper: Image.Image) -> Floats:
    kept = upper.crop((0, 0, upper.width, max(1, upper.height * 3 // 4)))
    return colour_layout(kept, _GRID)
