"""`reference-nearest-image`: looks only at the item itself, never at the picture's corners."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from culture_conflict.models.protocol import Request, Scalar
from culture_conflict.models.reference.base import UNKNOWN, Reference
from culture_conflict.models.reference.gallery import Example, Gallery
from culture_conflict.models.reference.layout import colour_layout
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
    entry that comes first. An empty gallery knows nothing. With look `target` it is the middle of
    the part that the prompt points to (`target.target_part`).
    """

    name = "reference-nearest-image"

    def __init__(self, gallery: Gallery[Example], look: Look = "middle") -> None:
        super().__init__()
        self._gallery, self._look = gallery, look

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """Which pictures it knows, and what it compares."""
        known: dict[str, Scalar] = {"gallery": self._gallery.record, "middle": _MIDDLE}
        pointed: dict[str, Scalar] = {} if self._look == "middle" else {"look": self._look}
        return known | {"grid": "24x24"} | pointed

    def prepare(self) -> None:
        """Describe the training pictures.

        Raises:
            PictureError: one of them can't be opened.
        """
        import numpy as np

        entries = self._gallery.load()
        self._answers = [(entry.name, entry.country) for entry in entries]
        described = [_describe(_open(entry.picture)) for entry in entries]
        self._known = np.stack(described) if described else np.empty((0, 0), dtype=np.float32)

    def answer(self, request: Request) -> tuple[str, str]:
        """The nearest entry's name and country."""
        if not self._answers:
            return UNKNOWN, UNKNOWN
        image = _open(request.picture)
        if self._look == "target":
            image = target_part(image, request.prompt)
        seen = _describe(image)
        distances = ((self._known - seen) ** 2).sum(axis=1)
        return self._answers[int(distances.argmin())]


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
