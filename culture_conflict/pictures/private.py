"""Pictures without what they tell besides their pixels: places, dates, cameras, names."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator

from culture_conflict.errors import PictureError
from culture_conflict.pictures.faults import BROKEN
from culture_conflict.pictures.quiet import QUIET

__all__ = ["without_metadata"]

_PNG, _RIFF = b"\x89PNG\r\n\x1a\n", b"RIFF"
_JPEG_TOLD = frozenset((0xE1, 0xED, 0xFE))  # Exif and XMP, IPTC, comments
_PNG_TOLD = frozenset((b"eXIf", b"tEXt", b"zTXt", b"iTXt", b"tIME"))
_WEBP_TOLD = frozenset((b"EXIF", b"XMP "))
_SCAN, _END, _ORIENTATION = 0xDA, 0xD9, 0x0112
_Part = tuple[bytes | int, bytes]


def without_metadata(data: bytes) -> bytes:
    """The same picture without EXIF (GPS!), XMP, IPTC and comments; pixels and profile stay.

    JPEG, PNG and WebP lose nothing else: of EXIF only the orientation stays, since the pixels are
    turned by it. A picture that tells nothing is returned as it is. Other kinds, and files whose
    parts can't be told apart, are encoded anew.

    Raises:
        PictureError: it can't be decoded, where it must be.
    """
    try:
        if data.startswith(b"\xff\xd8"):
            return _jpeg(data)
        if data.startswith(_PNG):
            return _png(data)
        if data.startswith(_RIFF) and data[8:12] == b"WEBP":
            return _webp(data)
    except (struct.error, IndexError, ValueError):
        return _anew(data)
    return _anew(data)


def _anew(data: bytes) -> bytes:
    from culture_conflict.pictures.encode import EncodeSettings, encode
    from culture_conflict.pictures.open import open_picture

    return encode(open_picture(data).image, EncodeSettings())


def _jpeg(data: bytes) -> bytes:
    parts = list(_segments(data))
    whole = b"\xff\xd8" + b"".join(part for _, part in parts)
    if whole == data and not any(kind in _JPEG_TOLD for kind, _ in parts):
        return data
    kept = b"".join(part for kind, part in parts if kind not in _JPEG_TOLD)
    exif = _oriented(data)
    if exif:
        body = b"Exif\0\0" + exif
        kept = struct.pack(">BBH", 0xFF, 0xE1, len(body) + 2) + body + kept
    return b"\xff\xd8" + kept


def _segments(data: bytes) -> Iterator[_Part]:
    """Marker and bytes of each part up to the end of the first image; scans with their header."""
    at = 2
    while True:
        if data[at] != 0xFF:
            raise ValueError("expected a marker")
        while data[at + 1] == 0xFF:
            at += 1
        kind = data[at + 1]
        if kind == _END:
            yield kind, data[at : at + 2]
            return
        end = at + 2 + struct.unpack_from(">H", data, at + 2)[0]
        if kind == _SCAN:
            end = _scan_end(data, end)
        yield kind, data[at:end]
        at = end


def _scan_end(data: bytes, at: int) -> int:
    """Where the compressed pixels end: at a marker that is no stuffed byte and no restart."""
    while True:
        at = data.index(b"\xff", at)
        if data[at + 1] != 0 and not 0xD0 <= data[at + 1] <= 0xD7:
            return at
        at += 2


def _png(data: bytes) -> bytes:
    parts = list(_chunks(data))
    if len(_PNG) + sum(len(part) for _, part in parts) == len(data) and not any(
        kind in _PNG_TOLD for kind, _ in parts
    ):
        return data
    kept = [part for kind, part in parts if kind not in _PNG_TOLD]
    if exif := _oriented(data):
        body = b"eXIf" + exif
        crc = struct.pack(">I", zlib.crc32(body))
        kept.insert(1, struct.pack(">I", len(exif)) + body + crc)
    return _PNG + b"".join(kept)


def _chunks(data: bytes) -> Iterator[_Part]:
    at, kind = len(_PNG), b""
    while kind != b"IEND":
        length, kind = struct.unpack_from(">I4s", data, at)
        end = at + 12 + length
        if end > len(data):
            raise ValueError("a chunk is cut off")
        yield kind, data[at:end]
        at = end


def _webp(data: bytes) -> bytes:
    parts = list(_riff_chunks(data))
    if 12 + sum(len(part) for _, part in parts) == len(data) and not any(
        kind in _WEBP_TOLD for kind, _ in parts
    ):
        return data
    exif = _oriented(data)
    kept = [
        _flagged(part, bool(exif)) if kind == b"VP8X" else part
        for kind, part in parts
        if kind not in _WEBP_TOLD
    ]
    if exif:
        kept.append(struct.pack("<4sI", b"EXIF", len(exif)) + exif)
    body = b"WEBP" + b"".join(kept)
    return _RIFF + struct.pack("<I", len(body)) + body


def _riff_chunks(data: bytes) -> Iterator[_Part]:
    at, end = 12, 8 + struct.unpack_from("<I", data, 4)[0]
    if end > len(data):
        raise ValueError("the file is cut off")
    while at + 8 <= end:
        kind, length = struct.unpack_from("<4sI", data, at)
        yield kind, data[at : at + 8 + length + length % 2]
        at += 8 + length + length % 2


def _flagged(header: bytes, has_exif: bool) -> bytes:
    flags = header[8] & ~0x0C | (0x08 if has_exif else 0)
    return header[:8] + bytes([flags]) + header[9:]


def _oriented(data: bytes) -> bytes:
    """EXIF that holds the orientation alone; nothing where the picture stands upright."""
    import io

    from PIL import Image

    try:
        with QUIET, Image.open(io.BytesIO(data)) as image:
            value = image.getexif().get(_ORIENTATION, 1)
    except (*BROKEN, Image.DecompressionBombError) as error:
        raise PictureError("undecodable", f"Its EXIF can't be read: {error}") from error
    if not isinstance(value, int) or not 2 <= value <= 8:
        return b""
    return struct.pack("<2sHIHHHIHHI", b"II", 42, 8, 1, _ORIENTATION, 3, 1, value, 0, 0)
