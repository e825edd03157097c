"""Pictures as files named by the sha256 of their bytes: each is kept once, none is ever changed."""

from __future__ import annotations

import hashlib
import os
import re
import time
import uuid
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from culture_conflict.errors import HomeError, PictureError
from culture_conflict.tables.storage import require_space

__all__ = ["Damage", "PictureStore", "media_type"]

_SHA256 = re.compile(r"[0-9a-f]{64}")
_LEFT_OVER_S = 3600
_FORGOTTEN = ".forgotten"
_MAGIC: tuple[tuple[bytes, str], ...] = (
    (rb"\xff\xd8\xff", "image/jpeg"),
    (rb"\x89PNG\r\n\x1a\n", "image/png"),
    (rb"RIFF....WEBP", "image/webp"),
    (rb"GIF8[79]a", "image/gif"),
    (rb"BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0", "image/bmp"),
    (rb"(?:II[*+]\0|MM\0[*+])", "image/tiff"),
)


@dataclass(frozen=True)
class Damage:
    """A file of the store that is not what its name says."""

    path: Path
    kind: Literal["damaged", "foreign"]
    detail: str


@dataclass(frozen=True)
class PictureStore:
    """The folder `root/ab/cd/<sha256>`; names carry no extension: the bytes tell the format."""

    root: Path

    def path(self, sha256: str) -> Path:
        """Where a picture lives, whether or not it is there.

        Raises:
            PictureError: `bad_name`: the argument is not 64 lower-case hexadecimal digits.
        """
        if not _SHA256.fullmatch(sha256):
            raise PictureError(
                "bad_name",
                f"{sha256[:80]!r} is not a picture's sha256: 64 digits of 0-9 and a-f are "
                f"expected. Take it from the `picture` column of a table.",
            )
        return self.root / sha256[:2] / sha256[2:4] / sha256

    def put(self, data: bytes) -> str:
        """Keep the bytes and return their sha256.

        A file that holds them already is not written again, but its age begins anew: it is in use.

        Raises:
            PictureError: `forgotten`: the picture was removed for good.
            HomeError: the disk is full or can't be written.
        """
        sha256 = hashlib.sha256(data).hexdigest()
        path = self.path(sha256)
        if self.is_forgotten(sha256):
            raise PictureError("forgotten", f"Picture {sha256} was forgotten and is not kept again")
        if not _holds(path, data):
            self._write(path, data)
        elif time.time() - path.stat().st_mtime > _LEFT_OVER_S:
            os.utime(path)
        return sha256

    def tombstone(self, sha256: str) -> Path:
        """The file that says that a picture was forgotten; empty once all that came of it is gone.

        Raises:
            PictureError: `bad_name` (see `path`).
        """
        return self.root / _FORGOTTEN / self.path(sha256).name

    def is_forgotten(self, sha256: str) -> bool:
        """Whether the picture is never to be kept again."""
        return self.tombstone(sha256).exists()

    def files(self) -> Iterator[Path]:
        """Every file below the root, links and strangers included, tombstones left out."""
        for path in sorted(self.root.rglob("*")):
            if path.parent.name != _FORGOTTEN and (path.is_symlink() or path.is_file()):
                yield path

    def get(self, sha256: str) -> bytes:
        """The bytes of a picture, checked against their name.

        Raises:
            PictureError: `missing`, `damaged`, or `bad_name` (see `path`).
        """
        path = self.path(sha256)
        try:
            data = path.read_bytes()
        except FileNotFoundError as error:
            raise PictureError(
                "missing",
                f"Picture {sha256} is not in {self.root}. Materialize the asset that made it "
                f"again, or copy the pictures of the home that the table came from.",
            ) from error
        if hashlib.sha256(data).hexdigest() != sha256:
            raise PictureError(
                "damaged",
                f"{path} does not hold the bytes its name says. Delete it and materialize the "
                f"asset that made it again.",
            )
        return data

    def verify(self) -> Iterator[Damage]:
        """Read every file again; yield those that are damaged or don't belong here.

        What a killed writer left an hour ago or longer is removed: no picture is lost by it.
        """
        for path in sorted(self.root.rglob(".*.writing")):
            if time.time() - path.stat().st_mtime > _LEFT_OVER_S:
                _forget(path)
        for path in self.files():
            if path.is_symlink():
                yield Damage(path, "foreign", "a link")
            else:
                yield from self._check(path)

    def _check(self, path: Path) -> Iterator[Damage]:
        if not _SHA256.fullmatch(path.name) or path != self.path(path.name):
            what = "left by a writer that was stopped" if path.suffix == ".writing" else "not ours"
            yield Damage(path, "foreign", what)
            return
        found = hashlib.sha256(path.read_bytes()).hexdigest()
        if found != path.name:
            yield Damage(path, "damaged", f"its bytes have sha256 {found}")

    def _write(self, path: Path, data: bytes) -> None:
        temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}.writing")
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            require_space(path.parent, len(data))
            temporary.write_bytes(data)
            temporary.replace(path)
        except OSError as error:
            raise HomeError(
                f"Picture {path} can't be written: {error.strerror or error}. Free space, mend "
                f"the folder's permissions or set CULTURE_CONFLICT_HOME to another folder."
            ) from error
        finally:
            _forget(temporary)


def _holds(path: Path, data: bytes) -> bool:
    try:
        return path.stat().st_size == len(data) and path.read_bytes() == data
    except OSError:
        return False


def _forget(temporary: Path) -> None:
    try:
        temporary.unlink(missing_ok=True)
    except OSError:
        return  # the folder can't be written: nothing was left there


def media_type(data: bytes) -> str:
    """The media type that the first bytes tell, e.g. `image/jpeg`; file names never count.

    Raises:
        PictureError: `not_an_image`: none of JPEG, PNG, WebP, GIF, BMP and TIFF.
    """
    for magic, kind in _MAGIC:
        if re.match(magic, data, re.DOTALL):
            return kind
    raise PictureError(
        "not_an_image",
        f"Expected a JPEG, PNG, WebP, GIF, BMP or TIFF picture, got {len(data)} bytes that begin "
        f"with {data[:16]!r}. A saved web page or a vector drawing is not one.",
    )
