"""Pictures of street scenes: opened, screened, cut into views, and stripped of what they tell."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import open_picture, require_min_side
from culture_conflict.pictures.panoramas import is_panorama, view
from culture_conflict.pictures.private import without_metadata
from culture_conflict.pictures.whereabouts import exif_coordinates
from culture_conflict.sources.folder.checking import Candidate
from culture_conflict.sources.folder.files import read_picture
from culture_conflict.sources.scenes.listing import PICTURES
from culture_conflict.sources.scenes.settings import SceneSettings

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Seen", "Shot", "see"]

_EVEN = 0.92
_NEAR = 8
_NOWHERE = (
    "neither the table nor the picture's EXIF says where it was taken; write latitude and longitude"
)


@dataclass(frozen=True)
class Shot:
    """One stored picture: sha256, size, and the heading (degrees) of a view."""

    picture: str
    width: int
    height: int
    heading: int | None


@dataclass(frozen=True)
class Seen:
    """A usable row: where it is, who says so, and its pictures; `panorama` is the file's sha256."""

    row: Candidate
    latitude: float
    longitude: float
    located_by: Literal["table", "exif"]
    file: str
    panorama: str | None
    shots: tuple[Shot, ...]


def see(
    pictures: Path, settings: SceneSettings, keep: Callable[[bytes], str], row: Candidate
) -> Seen | PictureError:
    """What a row's picture in that folder is; `keep` stores bytes and returns their sha256.

    A fault is returned, not raised: `placeholder` for a picture that is one colour almost
    everywhere, `not_a_panorama`, `coordinates`, or what opening it raises.
    """
    try:
        data = _file(pictures, row.picture)
        image = open_picture(data).image
        place = _place(data, row, settings)
        require_min_side(image)
        _refuse_placeholder(image)
        whole = _is_whole(image, row, settings)
        file = hashlib.sha256(data).hexdigest()
        if whole:
            shots = tuple(_views(image, settings, keep))
        else:
            kept = keep(without_metadata(data))
            shots = (Shot(kept, *image.size, row.values["heading"]),)
    except PictureError as error:
        return error
    return Seen(row, *place, file, file if whole else None, shots)


def _is_whole(image: Image.Image, row: Candidate, settings: SceneSettings) -> bool:
    """Whether the picture is a panorama that is to be cut into views."""
    whole = settings.are_panoramas and row.values["heading"] is None
    if whole and not is_panorama(*image.size):
        raise PictureError(
            "not_a_panorama",
            f"{image.width}x{image.height} pixels: a panorama is twice as wide as high, and a view "
            f"of one has a heading in the table; or write `panoramas: false`",
        )
    return whole


def _file(folder: Path, name: str) -> bytes:
    """The file of that name, or of that name with the ending of a picture."""
    endings = () if Path(name).suffix.lower() in PICTURES else PICTURES
    missing = []
    for ending in ("", *endings):
        try:
            return read_picture(folder, name + ending)
        except PictureError as error:
            if error.reason != "missing":
                raise
            missing.append(error)
    raise missing[0]


def _place(
    data: bytes, row: Candidate, settings: SceneSettings
) -> tuple[float, float, Literal["table", "exif"]]:
    if settings.coordinates != "exif" and row.values["latitude"] is not None:
        return row.values["latitude"], row.values["longitude"], "table"
    found = exif_coordinates(data) if settings.coordinates != "table" else None
    if found is None:
        raise PictureError("coordinates", _NOWHERE)
    return *found, "exif"


def _views(
    image: Image.Image, settings: SceneSettings, keep: Callable[[bytes], str]
) -> Iterator[Shot]:
    import numpy as np

    from culture_conflict.pictures.encode import EncodeSettings, encode

    cut, pixels = settings.view, np.asarray(image)
    for heading in cut.headings:
        made = view(pixels, heading, width=cut.width, height=cut.height, degrees=cut.degrees)
        yield Shot(keep(encode(made, EncodeSettings())), cut.width, cut.height, heading)


def _refuse_placeholder(image: Image.Image) -> None:
    """What a service shows for a picture that is gone: one colour, and a line of text at most."""
    import numpy as np
    from PIL import Image as Pillow

    small = np.asarray(image.resize((64, 64), Pillow.Resampling.BOX)).reshape(-1, 3).astype(int)
    colours, counts = np.unique(small // _NEAR, axis=0, return_counts=True)
    middle = colours[counts.argmax()] * _NEAR + _NEAR // 2
    even = float((np.abs(small - middle).max(axis=1) <= _NEAR).mean())
    if even >= _EVEN:
        raise PictureError(
            "placeholder", f"{100 * even:.0f} % of it is one colour, as of a picture that is gone"
        )
