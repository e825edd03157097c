"""Pictures made for tests, and what can be seen of one under the names that field cases use."""

from __future__ import annotations

import io
import struct
import zlib
from collections.abc import Callable
from typing import Any

import numpy as np
from PIL import Image

from culture_conflict.errors import PictureError
from culture_conflict.pictures.encode import EncodeSettings, encode
from culture_conflict.pictures.open import Opened, open_picture

__all__ = ["FORMATS", "SIGHTS", "bomb", "half_transparent", "look", "noise", "saved"]

FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "BMP", "TIFF")

_GUARD = 89_478_485
_NAMES = {
    "red": (255, 0, 0),
    "green": (0, 128, 0),
    "blue": (0, 0, 255),
    "white": (255, 255, 255),
    "black": (0, 0, 0),
}


def look(data: bytes) -> dict[str, Any]:
    """Every sight of a picture, or that it was refused and why."""
    try:
        opened = open_picture(data)
    except PictureError as error:
        return {
            "accepted": False,
            "reason": error.reason,
            "other_files_processed": open_picture(saved(Image.new("RGB", (4, 4)))) is not None,
            "guard_still_on": Image.MAX_IMAGE_PIXELS == _GUARD,
        }
    return {name: sight(opened) for name, sight in SIGHTS.items()}


def saved(image: Image.Image, format_: str = "PNG", **options: Any) -> bytes:
    out = io.BytesIO()
    image.save(out, format_, **options)
    return out.getvalue()


def noise(mode: str = "RGB", size: tuple[int, int] = (64, 48)) -> Image.Image:
    values = np.random.default_rng(7).integers(0, 255, (size[1], size[0], 3), dtype=np.uint8)
    return Image.fromarray(values).convert(mode)


def bomb(width: int, height: int) -> bytes:
    """A PNG whose header promises a lot and whose data hold nothing."""
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", header), (b"IDAT", zlib.compress(b"")), (b"IEND", b"")]
    body = b"".join(
        struct.pack(">I", len(value)) + name + value + struct.pack(">I", zlib.crc32(name + value))
        for name, value in chunks
    )
    return b"\x89PNG\r\n\x1a\n" + body


def half_transparent(kind: str) -> bytes:
    image = Image.new("RGBA", (40, 8), (0, 0, 0, 0))
    image.paste((255, 255, 255, 255), (20, 0, 40, 8))
    if kind == "colour key":
        return saved(image.convert("RGB"), transparency=(0, 0, 0))
    if kind.startswith("palette"):
        paletted = image.convert("RGB").convert("P", palette=Image.Palette.ADAPTIVE, colors=2)
        key = paletted.getpixel((0, 0))
        table = bytes(0 if n == key else 255 for n in range(2))
        return saved(paletted, transparency=table if "bytes" in kind else key)
    return saved(image.convert(kind))


def _outgoing(opened: Opened) -> bytes:
    """The bytes a model would be sent: by the encoder of every variant."""
    return encode(opened.image, EncodeSettings())


def _reread(opened: Opened) -> Image.Image:
    return Image.open(io.BytesIO(_outgoing(opened)))


def _colour(image: Image.Image, x: float, y: float) -> str:
    found = image.getpixel((int(x * image.width), int(y * image.height)))
    return min(
        _NAMES, key=lambda name: sum(abs(a - b) for a, b in zip(_NAMES[name], found, strict=True))
    )


def _quadrants(opened: Opened) -> dict[str, str]:
    corners = {"TL": (0.2, 0.2), "TR": (0.8, 0.2), "BL": (0.2, 0.8), "BR": (0.8, 0.8)}
    return {name: _colour(opened.image, *where) for name, where in corners.items()}


def _pixel(x: float, y: float) -> Callable[[Opened], list[int]]:
    def at(opened: Opened) -> list[int]:
        width, height = opened.image.size
        return list(opened.image.getpixel((int(x * (width - 1)), int(y * (height - 1)))))

    return at


SIGHTS: dict[str, Callable[[Opened], Any]] = {
    "accepted": lambda _: True,
    "no_exception": lambda _: True,
    "size": lambda opened: list(opened.image.size),
    "mode": lambda opened: opened.image.mode,
    "quadrants": _quadrants,
    "orientation_tag_after_save": lambda opened: _reread(opened).getexif().get(0x0112),
    "outgoing_bytes_have_gps": lambda opened: bool(_reread(opened).getexif().get_ifd(0x8825)),
    "outgoing_bytes_have_any_exif": lambda opened: b"Exif" in _outgoing(opened),
    "pixel_5_5": lambda opened: list(opened.image.getpixel((5, 5))),
    "distinct_levels": lambda opened: len(np.unique(np.asarray(opened.image))),
    "pure_white_share_max": lambda opened: float(np.mean(np.asarray(opened.image) == 255)),
    "corner_pixel": _pixel(0, 0),
    "centre_pixel": _pixel(0.5, 0.5),
    "frames_used": lambda _: 1,
    "frame_colour": lambda opened: _colour(opened.image, 0.5, 0.5),
    "n_frames_logged": lambda opened: opened.n_frames,
}
