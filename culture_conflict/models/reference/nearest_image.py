"""`reference-nearest-image`: looks only at the item itself, never at the picture's corners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from culture_conflict.models.protocol import Request, Scalar
from culture_conflict.models.reference.base import UNKNOWN, Reference
from culture_conflict.models.reference.gallery import Example, Gallery
from culture_conflict.models.reference.layout import colour_layout
from culture_conflict.models.reference.search import SEARCH, known_things
from culture_conflict.models.reference.target import Look, target_part

if TYPE_CHECKING:
    from PIL import Image

    from culture_conflict.models.reference.layout import Floats

__all__ = ["NearestImage"]

_MIDDLE = 0.6
_GRID = (24, 24)
_GRADIENT_WEIGHT = 2.0


class NearestImage(Reference):
    """Answers with the name and country of the most similar training picture.

    Similar means a small squared distance between 24 x 24 mean colours of the central 60 % of both
    pictures and between their differences from cell to cell; the same distance twice goes to the
    entry that comes first. An empty gallery knows nothing.

    With look `target` each training picture is cut out of its plain ground and searched for, at any
    place and several sizes, in the part that the prompt points to (`target.target_part`): a table,
    a shadow or a place around a dish changes nothing. What is found best is the answer.
    """

    name = "reference-nearest-image"

    def __init__(self, gallery: Gallery[Example], look: Look = "middle") -> None:
        super().__init__()
        self._gallery, self._look = gallery, look

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """Which pictures it knows, and what it compares."""
        known: dict[str, Scalar] = {"gallery": self._gallery.record}
        if self._look == "target":
            return known | {"look": self._look, "search": SEARCH}
        return known | {"middle": _MIDDLE, "grid": "24x24"}

    def prepare(self) -> None:
        """Describe the training pictures.

        Raises:
            PictureError: one of them can't be opened.
        """
        entries = self._gallery.load()
        self._answers = [(entry.name, entry.country) for entry in entries]
        pictures = [entry.picture for entry in entries]
        if self._look == "target":
            self._things = known_things(pictures)
        else:
            self._known = [_describe(_open(picture)) for picture in pictures]

    def answer(self, request: Request) -> tuple[str, str]:
        """The nearest entry's name and country."""
        if not self._answers:
            return UNKNOWN, UNKNOWN
        return self._answers[int(self._distances(request).argmin())]

    def _distances(self, request: Request) -> Floats:
        import numpy as np

        image = _open(request.picture)
        if self._look == "target":
            return self._things.unseen_shares(target_part(image, request.prompt))
        seen = _describe(image)
        return np.asarray([((known - seen) ** 2).sum() for known in self._known], np.float32)


def _open(data: bytes) -> Image.Image:
    from culture_conflict.pictures.open import open_picture

    return open_picture(data).image


def _describe(image: Image.Image) -> Floats:
    import numpy as np

    width, height = image.size
    margin = (1 - _MIDDLE) / 2
    across, down = round(margin * width), round(margin * height)
    middle = image.crop(
        (across, down, max(across + 1, width - across), max(down + 1, height - down))
    )
    colours = colour_layout(middle, _GRID)
    gradients = [_GRADIENT_WEIGHT * np.diff(colours, axis=axis) for axis in (0, 1)]
    return np.concatenate([part.ravel() for part in (colours, *gradients)])
