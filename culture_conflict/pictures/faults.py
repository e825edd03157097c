"""What can be wrong with a picture's file, told before and while it is decoded."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from culture_conflict.errors import PictureError
from culture_conflict.pictures.store import media_type

__all__ = ["BROKEN", "faults", "known_kind"]

# What Pillow's decoders let through when a file is not what its header says.
BROKEN = (
    OSError,
    EOFError,
    SyntaxError,
    ValueError,
    TypeError,
    LookupError,
    AttributeError,
    ArithmeticError,
    RuntimeError,
    struct.error,
    zlib.error,
)
_SIDES = {"image/png": (">II", 16), "image/gif": ("<HH", 6), "image/bmp": ("<ii", 18)}


def known_kind(data: bytes) -> str:
    """The media type of a picture that may be decoded.

    Raises:
        PictureError: `not_an_image`, `unsupported` (a picture of another format) or `too_small`
            (the header gives a side of 0).
    """
    if data[4:8] == b"ftyp" or b"<svg" in data[:1024]:
        raise PictureError(
            "unsupported",
            "This is an HEIC, AVIF, video or SVG file; expected JPEG, PNG, WebP, GIF, BMP or TIFF. "
            "Save it as one of these first.",
        )
    kind = media_type(data)
    layout, offset = _SIDES.get(kind, ("", 0))
    end = offset + struct.calcsize(layout)
    if layout and len(data) >= end and 0 in struct.unpack(layout, data[offset:end]):
        raise PictureError("too_small", f"The {kind} file's header gives a side of 0 pixels.")
    return kind


@contextmanager
def faults(data: bytes, kind: str) -> Iterator[None]:
    """Turn whatever a decoder makes of a bad file into a `PictureError` with its reason.

    Raises:
        PictureError: `too_many_pixels`, `truncated` or `damaged`.
    """
    from PIL import Image

    try:
        yield
    except Image.DecompressionBombError as error:
        raise PictureError("too_many_pixels", f"{error} Make the picture smaller first.") from error
    except BROKEN as error:
        cut = "truncated" in str(error) or not _complete(data, kind)
        what = "ends early" if cut else "is damaged"
        raise PictureError(
            "truncated" if cut else "damaged",
            f"The {kind} file of {len(data)} bytes {what} ({type(error).__name__}: {error}). "
            f"Fetch it again.",
        ) from error


def _complete(data: bytes, kind: str) -> bool:
    """Whether the file reaches as far as its format promises."""
    if kind == "image/jpeg":
        return data.rstrip(b"\0").endswith(b"\xff\xd9")
    if kind == "image/png":
        return b"IEND" in data[-64:]
    if kind == "image/gif":
        return data.rstrip(b"\0").endswith(b";")
    if kind == "image/webp":
        return len(data) >= 8 + int.from_bytes(data[4:8], "little")
    if kind == "image/bmp":
        return len(data) >= int.from_bytes(data[2:6], "little")
    return len(data) > int.from_bytes(data[4:8], "little" if data[:2] == b"II" else "big") + 2
