"""Copies a folder, or what an archive holds, into the home as a source: whole or not at all."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from culture_conflict.errors import HomeError, RegistryError
from culture_conflict.sources.archives import unpack
from culture_conflict.sources.folder.config import SETTINGS_FILE, read_settings
from culture_conflict.sources.folder.find import check_name
from culture_conflict.tables.storage import require_space

__all__ = ["add_archive", "add_folder"]


def add_folder(folder: Path, name: str, home_sources: Path) -> Path:
    """Copy `folder` to `home_sources/name` and return that path; links inside become files.

    Raises:
        RegistryError: the name can't be used or exists, `source.yaml` can't be used, or the folder
            holds something else than files of its own.
        HomeError: the disk is full or can't be written.
    """
    check_name(name)
    read_settings(folder)
    target = home_sources / name
    if os.path.lexists(target):
        raise RegistryError(
            f"There is a source {name!r} already, {target}. Choose another `--name`, or remove "
            f"that folder first."
        )
    if home_sources.resolve().is_relative_to(folder.resolve()):
        raise RegistryError(
            f"{folder} holds the home's own sources. Name the folder of one source."
        )
    n_bytes = _size(folder)
    temporary = home_sources / f".{name}.{os.getpid()}.adding"
    try:
        home_sources.mkdir(parents=True, exist_ok=True)
        require_space(home_sources, n_bytes)
        shutil.copytree(folder, temporary)
        temporary.rename(target)
    except (OSError, shutil.Error) as error:
        raise HomeError(
            f"{folder} can't be copied to {target}: {str(error)[:300]}. Free space or mend the "
            f"folder's permissions, then run again."
        ) from error
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
    return target


def add_archive(archive: Path, name: str, home_sources: Path) -> Path:
    """Unpack an archive and add the one folder in it that holds `source.yaml`.

    Raises:
        RegistryError: as `unpack` and `add_folder`, or no folder or several hold `source.yaml`.
        HomeError: the disk is full or can't be written.
    """
    check_name(name)
    temporary = home_sources / f".{name}.{os.getpid()}.unpacking"
    try:
        unpack(archive, temporary)
        found = [temporary, *sorted(path for path in temporary.iterdir() if path.is_dir())]
        roots = [folder for folder in found if (folder / SETTINGS_FILE).is_file()]
        if len(roots) != 1:
            raise RegistryError(
                f"{archive}: expected one {SETTINGS_FILE}, at the top or in a folder there, found "
                f"{len(roots)}. Pack the folder of one source."
            )
        return add_folder(roots[0], name, home_sources)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _size(folder: Path) -> int:
    """Bytes of all files; whatever is no file of the folder is refused."""
    root, total = folder.resolve(), 0
    for path in sorted(root.rglob("*")):
        try:
            real = path.resolve()
        except (OSError, RuntimeError) as error:
            raise RegistryError(f"{path} is a link that leads nowhere. Remove it.") from error
        if not real.is_relative_to(root):
            raise RegistryError(f"{path} is a link that leaves the folder. Copy the file itself.")
        if path.is_dir() and path.is_symlink():
            raise RegistryError(f"{path} is a link to a folder. Copy the folder itself.")
        if not path.is_dir() and not path.is_file():
            raise RegistryError(f"{path} is neither a file nor a folder. Remove it.")
        total += path.stat().st_size if path.is_file() else 0
    return total
