"""`reference-flag-reader`: follows only a flag in the corner where ruling 13 puts one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.models.protocol import Request, Scalar
from culture_conflict.models.reference.base import UNKNOWN, Reference
from culture_conflict.models.reference.gallery import Flag, Gallery
from culture_conflict.models.reference.layout import Grid, colour_layout, masked_layout
from culture_conflict.places.countries import country

if TYPE_CHECKING:
    from PIL import Image

    from culture_conflict.models.reference.layout import Floats

__all__ = ["FlagReader", "flag_box"]

# Finest first; a grid is used where each of its cells is at least two pixels wide.
_GRIDS: tuple[Grid, ...] = ((32, 24), (16, 12), (8, 6))
_CELL = 2

# Root mean square differences of colours from 0 to 1. Over all flags, on pictures of 224 to 1024
# pixels after JPEG, the right flag lies within 0.05 (95 %) and takes away most of the variance;
# pictures without a flag lie beyond 0.12 or are explained no better than by their own mean.
_FARTHEST = 0.1
_OF_FLAT = 0.7
_SAME = 0.006

# Territories that are drawn with the flag of the state they belong to, here or in other flag sets;
# each has far fewer people than that state.
_FLY_ANOTHERS = (
    *("BVT", "SJM", "HMD", "UMI"),
    *("BLM", "GLP", "GUF", "MAF", "MTQ", "MYT", "NCL", "REU", "SPM", "WLF"),
)


@dataclass(frozen=True)
class _Shape:
    """All flags of one size in pixels: their places in the gallery, colours and visibility."""

    size: tuple[int, int]
    places: Sequence[int]
    colours: Mapping[Grid, Floats]
    weights: Mapping[Grid, Floats]


class FlagReader(Reference):
    """Answers with the country of the flag at the top right, `unknown` where there is none.

    For each size of drawing in the gallery the place of the flag is known; its colour layout has
    to be near a flag's, and nearer by far than to a plain patch, which is why neither a plain
    background nor a grey patch is read. Flags that can't be told apart go to the sovereign state,
    which is also the more populous (France before Saint Martin, Norway before Svalbard); among
    states to the one that comes first in the gallery.
    """

    name = "reference-flag-reader"

    def __init__(self, gallery: Gallery[Flag]) -> None:
        super().__init__()
        self._gallery = gallery

    @property
    def parameters(self) -> Mapping[str, Scalar]:
        """Which flags it knows, and how near one has to be."""
        return {"gallery": self._gallery.record, "farthest": _FARTHEST, "of_flat": _OF_FLAT}

    def prepare(self) -> None:
        """Describe the flags, by size of drawing.

        Raises:
            PictureError: one of them can't be opened.
        """
        from culture_conflict.pictures.open import open_cue

        flags = self._gallery.load()
        territories = {country(iso3).name for iso3 in _FLY_ANOTHERS}
        self._countries = [flag.country for flag in flags]
        self._ranks = [(name in territories, place) for place, name in enumerate(self._countries)]
        by_size: dict[tuple[int, int], dict[int, Image.Image]] = {}
        for place, flag in enumerate(flags):
            image = open_cue(flag.picture).image
            by_size.setdefault(image.size, {})[place] = image
        self._shapes = [_describe(size, images) for size, images in by_size.items()]

    def answer(self, request: Request) -> tuple[str, str]:
        """No item, and the country of the flag."""
        from culture_conflict.pictures.open import open_picture

        image = open_picture(request.picture).image
        near = {p: d for shape in self._shapes for p, d in _distances(image, shape).items()}
        if not near:
            return UNKNOWN, UNKNOWN
        best = min(near.values())
        alike = [place for place, distance in near.items() if distance <= best + _SAME]
        return UNKNOWN, self._countries[min(alike, key=self._ranks.__getitem__)]


def flag_box(picture: tuple[int, int], cue: tuple[int, int]) -> tuple[int, int, int, int]:
    """Left, top, right and bottom (pixels) of a flag stacked by ruling 13; sizes are (w, h)."""
    (width, height), (w, h) = picture, cue
    scale = min(0.2 * width / w, 0.2 * height / h)
    across, down = max(1, int(w * scale)), max(1, int(h * scale))
    offset = round(0.02 * min(width, height))
    return width - offset - across, offset, width - offset, offset + down


def _describe(size: tuple[int, int], images: Mapping[int, Image.Image]) -> _Shape:
    import numpy as np

    colours: dict[Grid, Floats] = {}
    weights: dict[Grid, Floats] = {}
    for grid in _GRIDS:
        layouts = [masked_layout(image, grid) for image in images.values()]
        # Cells at a flag's edge show the ground too: at half visibility they count a sixteenth.
        alphas = np.stack([alpha.ravel() ** 4 for _, alpha in layouts])
        colours[grid] = np.stack([layout.reshape(-1, 3) for layout, _ in layouts])
        weights[grid] = alphas / np.maximum(alphas.sum(axis=1, keepdims=True), 1e-6)
    return _Shape(size, tuple(images), colours, weights)


def _distances(image: Image.Image, shape: _Shape) -> dict[int, float]:
    """Places in the gallery of the flags that the corner may show, with their distances."""
    import numpy as np

    box = flag_box(image.size, shape.size)
    across = box[2] - box[0]
    grid = next((grid for grid in _GRIDS if _CELL * grid[0] <= across), _GRIDS[-1])
    seen = colour_layout(image.crop(box), grid).reshape(-1, 3)
    weights = shape.weights[grid]
    squares = ((shape.colours[grid] - seen) ** 2).mean(axis=2)
    distances = np.sqrt((weights * squares).sum(axis=1))
    flat = np.sqrt(((seen - seen.mean(axis=0)) ** 2).mean())
    limit = min(_FARTHEST, _OF_FLAT * float(flat))
    near: list[int] = np.flatnonzero(distances <= limit).tolist()
    return {shape.places[i]: float(distances[i]) for i in near}
