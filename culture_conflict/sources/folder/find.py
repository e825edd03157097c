"""The folders of the home that are sources, and those that were meant to be."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from culture_conflict.errors import RegistryError
from culture_conflict.models.settings import is_slug
from culture_conflict.sources.folder.config import SETTINGS_FILE, Settings, read_settings

__all__ = ["RESERVED", "FoundFolder", "check_name", "find_folders"]

RESERVED = frozenset({"sample", "all"})


@dataclass(frozen=True)
class FoundFolder:
    """A folder with a `source.yaml`: its settings, or the message that says why it has none."""

    name: str
    folder: Path
    settings: Settings | None
    error: str = ""


def find_folders(home_sources: Path | None) -> list[FoundFolder]:
    """Every folder with a `source.yaml`, by name; one that is broken never hides another."""
    if home_sources is None or not home_sources.is_dir():
        return []
    folders = sorted(path for path in home_sources.iterdir() if not path.name.startswith("."))
    return [_found(path) for path in folders if (path / SETTINGS_FILE).exists()]


def check_name(name: str) -> None:
    """Refuse names that can't be a partition and a folder.

    Raises:
        RegistryError: it is no slug, or stands for something else.
    """
    if not is_slug(name) or name in RESERVED:
        what = "is taken by the package" if name in RESERVED else "can't be a source's name"
        raise RegistryError(
            f"{name[:200]!r} {what}: expected at most 100 of a-z, 0-9, dot, underscore and hyphen, "
            f"beginning with a letter or digit. Rename the folder, or choose another --name."
        )


def _found(folder: Path) -> FoundFolder:
    try:
        check_name(folder.name)
        return FoundFolder(folder.name, folder, read_settings(folder))
    except RegistryError as error:
        return FoundFolder(folder.name, folder, None, str(error))
