"""Unpacking archives from outside: plain files below one folder, in bounded number and size."""

from __future__ import annotations

import errno
import gzip
import lzma
import re
import stat
import struct
import tarfile
import unicodedata
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import IO, NoReturn, cast

from culture_conflict.errors import HomeError, RegistryError
from culture_conflict.sources.folder.rows import printable
from culture_conflict.tables.storage import require_space

__all__ = ["ARCHIVES", "Limits", "is_archive", "unpack"]

ARCHIVES = (".zip", ".tar", ".tar.gz", ".tgz")
_CHUNK = 1_000_000
_OURS = (errno.ENOSPC, errno.EDQUOT, errno.EACCES, errno.EROFS)
_BROKEN = (
    *(zipfile.BadZipFile, tarfile.TarError, zlib.error, lzma.LZMAError, struct.error),
    *(EOFError, NotImplementedError, OSError, ValueError, IndexError),
)
_DRIVE = re.compile(r"[A-Za-z]:")


@dataclass(frozen=True)
class Limits:
    """At most so many bytes and files; over `ratio_from` bytes, so many per byte of the archive."""

    n_bytes: int = 20_000_000_000
    n_files: int = 200_000
    ratio: int = 200
    ratio_from: int = 50_000_000


def is_archive(path: Path) -> bool:
    """Whether the name says that it is one of the archives we unpack."""
    return path.name.lower().endswith(ARCHIVES)


def unpack(archive: Path, target: Path, limits: Limits | None = None) -> None:
    """Write the archive's files below `target`, a folder that is not there yet.

    Modes, owners and times are not taken over.

    Raises:
        RegistryError: it can't be read; or a member is named that leaves the folder, is a link or
            a device, stands twice, is encrypted, or makes the whole too large.
        HomeError: the disk is full or can't be written.
    """
    with _readable(archive):
        into = _Into(archive, target, archive.stat().st_size, limits or Limits())
        target.mkdir(parents=True)
        require_space(target, into.n_packed)
        if archive.name.lower().endswith(".zip"):
            _unzip(archive, into)
        else:
            _untar(archive, into)


@contextmanager
def _readable(archive: Path) -> Iterator[None]:
    try:
        yield
    except _BROKEN as error:
        if getattr(error, "errno", None) in _OURS:
            raise HomeError(
                f"{archive} can't be unpacked: {error}. Free space or mend the folder's "
                f"permissions, then run again."
            ) from error
        what = printable(" ".join(str(error).split()), 200)
        raise RegistryError(
            f"{archive} can't be unpacked: {what}. Fetch it again, or unpack it yourself and add "
            f"the folder."
        ) from error


@dataclass
class _Into:
    """The folder that is filled, and what has been written so far."""

    archive: Path
    target: Path
    n_packed: int
    limits: Limits
    n_files: int = 0
    n_bytes: int = 0
    seen: set[Path] = field(default_factory=set)

    def refuse(self, name: str, what: str) -> NoReturn:
        raise RegistryError(
            f"{self.archive}: {printable(name, 120)!r} {what}. Nothing was added; look at where "
            f"the archive comes from."
        )

    def path(self, name: str) -> Path:
        """Where a member goes; counted, since a million empty files are a bomb too."""
        parts = PurePosixPath(name.replace("\\", "/")).parts
        if not name or name.startswith(("/", "\\")) or ".." in parts or _drive(parts):
            self.refuse(name, "leaves the folder")
        if any(unicodedata.category(letter) in {"Cc", "Cs"} for letter in name):
            self.refuse(name, "has control characters in its name")
        self.n_files += 1
        if self.n_files > self.limits.n_files:
            self.refuse(name, f"is one of more than {self.limits.n_files} files")
        return self.target.joinpath(*parts)

    def folder(self, name: str) -> None:
        self.path(name).mkdir(parents=True, exist_ok=True)

    def file(self, name: str, n_bytes: int, data: IO[bytes] | None) -> None:
        path = self.path(name)
        if path in self.seen:
            self.refuse(name, "stands twice in the archive")
        self.seen.add(path)
        self.room(name, n_bytes)
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("xb") as out:
            while data is not None and (chunk := data.read(_CHUNK)):
                self.n_bytes += len(chunk)
                self.room(name, 0)
                out.write(chunk)

    def room(self, name: str, n_bytes: int) -> None:
        """Refuse what would be too much, by what is promised and by what has come."""
        total = self.n_bytes + n_bytes
        if total > self.limits.n_bytes:
            self.refuse(name, f"makes it more than {self.limits.n_bytes} bytes")
        if total > self.limits.ratio_from and total > self.limits.ratio * self.n_packed:
            self.refuse(name, f"unpacks to over {self.limits.ratio} times the archive's size")


def _drive(parts: tuple[str, ...]) -> bool:
    return bool(parts) and _DRIVE.match(parts[0]) is not None


def _unzip(archive: Path, into: _Into) -> None:
    with zipfile.ZipFile(archive) as packed:
        for info in packed.infolist():
            kind = stat.S_IFMT(info.external_attr >> 16)
            if kind not in {0, stat.S_IFREG, stat.S_IFDIR}:
                into.refuse(info.orig_filename, "is a link or a device")
            if info.flag_bits & 0x1:
                into.refuse(info.orig_filename, "is encrypted")
            if info.is_dir():
                into.folder(info.orig_filename)
                continue
            with packed.open(info) as data:
                into.file(info.orig_filename, info.file_size, data)


def _untar(archive: Path, into: _Into) -> None:
    zipped = archive.name.lower().endswith("gz")
    with archive.open("rb") as raw:
        plain: IO[bytes] = gzip.GzipFile(fileobj=raw) if zipped else raw  # type: ignore[assignment]
        counted = cast("IO[bytes]", _Counted(plain, into))
        with tarfile.open(fileobj=counted, mode="r|") as packed:
            for member in packed:
                if member.isdir():
                    into.folder(member.name)
                elif member.isreg():
                    into.file(member.name, member.size, packed.extractfile(member))
                else:
                    into.refuse(member.name, "is a link or a device")


class _Counted:
    """Whatever is unpacked counts, a header that claims to be gigabytes long included."""

    def __init__(self, data: IO[bytes], into: _Into) -> None:
        self._data, self._into, self._read = data, into, 0

    def read(self, size: int) -> bytes:
        chunk = self._data.read(size)
        self._read += len(chunk)
        self._into.room("the archive", max(0, self._read - self._into.n_bytes))
        return chunk
