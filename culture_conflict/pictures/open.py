"""Opening pictures from outside, which are taken to be hostile until decoded."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.pictures.faults import BROKEN, faults, known_kind
from culture_conflict.pictures.quiet import QUIET

if TYPE_CHECKING:
    from PIL import Image, ImageFile

    _Decoded = tuple[Image.Image, Image.Image | None, tuple[int, str, str, tuple[str, ...]]]

__all__ = [
    "MAX_PIXELS",
    "MIN_SIDE",
    "Opened",
    "check_header",
    "open_cue",
    "open_picture",
    "require_min_side",
]

MAX_PIXELS = 50_000_000
MIN_SIDE = 16

_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")
_ORIENTATION = 0x0112


@dataclass(frozen=True)
class Opened:
    """A decoded picture: `image` is upright, sRGB, and carries no metadata of its file.

    `image` has mode RGB (`open_picture`) or RGBA (`open_cue`); of an animation it is the first of
    `n_frames`. `source_mode` and `source_format` are Pillow's words for the file. `notes` says
    what was odd but could be borne, such as a broken colour profile.
    """

    image: Image.Image
    n_frames: int
    source_mode: str
    source_format: str
    notes: tuple[str, ...] = ()


def open_picture(
    data: bytes,
    *,
    max_pixels: int = MAX_PIXELS,
    background: tuple[int, int, int] = (255, 255, 255),
) -> Opened:
    """Decode a picture to RGB; transparent parts show `background`.

    Raises:
        PictureError: `not_an_image`, `unsupported`, `too_many_pixels` (told from the header),
            `too_small` (a side of 0), `truncated` or `damaged`.
    """
    from culture_conflict.pictures.colour import on_background

    rgb, alpha, facts = _decode(data, max_pixels)
    return Opened(on_background(rgb, alpha, background), *facts)


def open_cue(data: bytes, *, max_pixels: int = MAX_PIXELS) -> Opened:
    """Decode a picture to RGBA, its transparency kept. Raises what `open_picture` raises."""
    rgb, alpha, facts = _decode(data, max_pixels)
    rgb.putalpha(255 if alpha is None else alpha)
    return Opened(rgb, *facts)


def check_header(data: bytes, *, max_pixels: int = MAX_PIXELS) -> None:
    """Refuse what a file's header already rules out; no pixel is decoded.

    Raises:
        PictureError: as `open_picture`, as far as the header tells.
    """
    kind = known_kind(data)
    with QUIET, faults(data, kind):
        _header(data, max_pixels)


def require_min_side(image: Image.Image, side: int = MIN_SIDE) -> None:
    """Refuse pictures too small for a fifth of them to show a cue.

    Raises:
        PictureError: `too_small`: width or height is under `side` pixels.
    """
    if min(image.size) < side:
        width, height = image.size
        raise PictureError(
            "too_small",
            f"The picture is {width}x{height} pixels; both sides need at least {side}. "
            f"Use a larger copy of it.",
        )


def _decode(data: bytes, max_pixels: int) -> _Decoded:
    from culture_conflict.pictures.colour import split

    kind = known_kind(data)
    notes: list[str] = []
    with QUIET, faults(data, kind):
        file = _header(data, max_pixels)
        mode, name = file.mode, file.format or kind
        n_frames = _count_frames(file, notes)
        file.load()
        rgb, alpha = split(_upright(file, notes), notes)
    return rgb, alpha, (n_frames, mode, name, tuple(notes))


def _header(data: bytes, max_pixels: int) -> ImageFile.ImageFile:
    """The file with its header read and no pixel decoded; Pillow's own guard stays on."""
    from PIL import Image

    limit = min(max_pixels, Image.MAX_IMAGE_PIXELS or max_pixels)
    file = Image.open(io.BytesIO(data), formats=_FORMATS)
    if file.width * file.height > limit:
        raise PictureError(
            "too_many_pixels",
            f"The header promises {file.width}x{file.height} pixels; at most {limit} are decoded. "
            f"Make the picture smaller first.",
        )
    return file


def _count_frames(file: ImageFile.ImageFile, notes: list[str]) -> int:
    try:
        return int(getattr(file, "n_frames", 1))
    except BROKEN as error:
        notes.append(f"later frames can't be read ({error})")
        file.seek(0)
        return 1


def _upright(file: Image.Image, notes: list[str]) -> Image.Image:
    """Turned as its EXIF orientation says; values outside 1 to 8 mean nothing."""
    from PIL import Image

    turns = {
        2: Image.Transpose.FLIP_LEFT_RIGHT,
        3: Image.Transpose.ROTATE_180,
        4: Image.Transpose.FLIP_TOP_BOTTOM,
        5: Image.Transpose.TRANSPOSE,
        6: Image.Transpose.ROTATE_270,
        7: Image.Transpose.TRANSVERSE,
        8: Image.Transpose.ROTATE_90,
    }
    try:
        value = file.getexif().get(_ORIENTATION, 1)
    except BROKEN as error:
        notes.append(f"EXIF can't be read ({error})")
        return file
    turn = turns.get(value) if isinstance(value, int) else None
    if turn is None:
        return file
    turned = file.transpose(turn)
    turned.info = dict(file.info)
    return turned
