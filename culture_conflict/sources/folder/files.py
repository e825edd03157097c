"""Files of a source's folder: nothing outside it is ever read, by any path or link."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from culture_conflict.errors import PictureError, RegistryError

__all__ = ["files_of", "folder_version", "inside", "pictures_folder", "read_picture"]

_MAX_BYTES = 100_000_000
_ABSOLUTE = re.compile(r"[/\\~]|[A-Za-z]:")
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")


def inside(folder: Path, name: str) -> Path:
    """The regular file that a cell names, below the folder.

    Raises:
        PictureError: `no_picture` (an empty cell), `url`, `path_escape` (an absolute path, `..`,
            a link that leaves the folder), `missing` or `not_a_file`.
    """
    if not name:
        raise PictureError("no_picture", "no picture is named; write its path inside the folder")
    if _URL.match(name):
        raise PictureError("url", f"{name[:120]!r} is an address, which is never fetched; save it")
    parts = name.replace("\\", "/").split("/")
    if _ABSOLUTE.match(name) or ".." in parts or "\0" in name:
        raise PictureError("path_escape", f"{name[:120]!r} leaves the folder; write a path in it")
    try:
        return _existing(folder.resolve(), "/".join(parts))
    except (OSError, RuntimeError) as error:  # a name too long, a loop of links
        raise PictureError("missing", f"{name[:120]!r} can't be opened: {error}") from error


def _existing(root: Path, name: str) -> Path:
    """Some systems write accents in another form than most tables do, so both are tried."""
    forms = (name, unicodedata.normalize("NFC", name), unicodedata.normalize("NFD", name))
    for form in dict.fromkeys(forms):
        path = (root / form).resolve()
        if not path.is_relative_to(root):
            raise PictureError("path_escape", f"{name[:120]!r} is a link that leaves the folder")
        if path.is_file():
            return path
        if path.exists():
            raise PictureError("not_a_file", f"{name[:120]!r} is no file")
    raise PictureError("missing", f"{name[:120]!r} is not in the folder")


def read_picture(folder: Path, name: str) -> bytes:
    """The bytes of the picture that a cell names.

    Raises:
        PictureError: as `inside`, and `too_large` or `unreadable`.
    """
    path = inside(folder, name)
    try:
        size = path.stat().st_size
        if size > _MAX_BYTES:
            raise PictureError("too_large", f"{name[:120]!r} has {size} bytes, over {_MAX_BYTES}")
        return path.read_bytes()
    except OSError as error:
        raise PictureError("unreadable", f"{name[:120]!r}: {error.strerror or error}") from error


def pictures_folder(folder: Path, name: str) -> Path:
    """The folder below a source's folder that `pictures:` of its settings names.

    Raises:
        RegistryError: it is not there, or a link that leaves the source's folder.
    """
    path = folder / name
    try:
        if not path.resolve().is_relative_to(folder.resolve()):
            what, remedy = "is a link that leaves the folder", "Copy the pictures into the source"
        elif not path.is_dir():
            what, remedy = "is no folder there", "Make it"
        else:
            return path
    except (OSError, RuntimeError, ValueError) as error:  # a name too long, a loop of links
        what, remedy = f"can't be opened: {error}", "Make it"
    raise RegistryError(
        f"{folder}: `pictures: {name[:120]}` {what}. {remedy}, or mend it in source.yaml."
    )


def files_of(folder: Path) -> Iterator[tuple[str, Path]]:
    """Every regular file below the folder by its name in it; hidden ones and links out are not."""
    root = folder.resolve()
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root)
        hidden = any(part.startswith(".") for part in name.parts)
        if not hidden and path.is_file() and path.resolve().is_relative_to(root):
            yield name.as_posix(), path


def folder_version(folder: Path) -> str:
    """Changes with the name or content of any file of the folder; 12 hexadecimal digits."""
    digest = hashlib.sha256()
    for name, path in files_of(folder):
        facts = path.stat()
        content = _sha256(path, facts.st_size, facts.st_mtime_ns, facts.st_ino)
        digest.update(f"{name}\0{content}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()[:12]


@lru_cache(maxsize=200_000)
def _sha256(path: Path, *_facts: int) -> str:
    """Hashed once per process while size, time and inode stay as they are."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
