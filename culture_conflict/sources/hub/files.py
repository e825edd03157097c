"""Which Parquet files a published data set consists of, here or on the hub."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

from culture_conflict.errors import PictureError, RegistryError
from culture_conflict.models.words import listed
from culture_conflict.sources.folder.files import files_of, inside
from culture_conflict.sources.hub.settings import HubSettings

__all__ = ["parquet_files", "shards_of"]

_SPLIT = re.compile(r"(train|test|dev|val|valid|validation|eval)(?![a-z])")


def parquet_files(folder: Path, settings: HubSettings) -> list[tuple[str, Path]]:
    """Name and path of every shard of the split, by name; a hub's files are fetched first.

    Raises:
        RegistryError: there is none, a path leaves the folder, or the hub can't be asked.
        HomeError: the fetched files can't be kept.
    """
    if settings.repo is not None:
        from culture_conflict.sources.hub.fetch import fetched_files

        return fetched_files(folder, settings)
    assert settings.path is not None  # the settings promise it
    found = dict(_local(folder, settings.path))
    return [(name, found[name]) for name in shards_of(list(found), settings, str(folder))]


def _local(folder: Path, path: str) -> list[tuple[str, Path]]:
    if not path.endswith(".parquet"):
        root = PurePosixPath(path.replace("\\", "/"))
        if root.is_absolute() or ".." in root.parts or ":" in path:
            raise RegistryError(
                f"{folder}: path {path!r} leaves the source's folder. Put the Parquet files into "
                f"it and write their path inside, or `.`."
            )
        return [
            (name, file)
            for name, file in files_of(folder)
            if PurePosixPath(name).is_relative_to(root)
        ]
    try:
        return [(path, inside(folder, path))]
    except PictureError as error:
        raise RegistryError(f"{folder}: path: {error}. Put the Parquet file there.") from error


def shards_of(names: Sequence[str], settings: HubSettings, where: str) -> list[str]:
    """The Parquet files of the split among `names`, sorted.

    A file belongs to a split by its name (`train-00000-of-00002.parquet`) or a folder's; files
    that name no split at all belong to every one.

    Raises:
        RegistryError: there is none.
    """
    parquet = sorted(name for name in names if name.endswith(".parquet"))
    if settings.path is not None and settings.path.endswith(".parquet"):
        chosen = [name for name in parquet if name == settings.path]
    else:
        chosen = [name for name in parquet if _belongs(name, settings.split)]
        if not any(_SPLIT.match(part) for name in parquet for part in _parts(name)):
            chosen = chosen or parquet
    if not chosen:
        raise RegistryError(
            f"{where}: expected Parquet files of the split {settings.split!r}, found "
            f"{listed(parquet[:10])}. Mend `split:` or `path:` of source.yaml."
        )
    return chosen


def _belongs(name: str, split: str) -> bool:
    return any(re.match(rf"{re.escape(split)}(?![A-Za-z0-9_])", part) for part in _parts(name))


def _parts(name: str) -> tuple[str, ...]:
    return PurePosixPath(name).parts
