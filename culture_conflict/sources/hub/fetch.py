"""The Parquet files of a hub's data set at one commit; nothing else of it is fetched or run."""

from __future__ import annotations

import json
import os
from pathlib import Path, PurePosixPath
from types import ModuleType

from culture_conflict.errors import HomeError, RegistryError
from culture_conflict.extras import how_to_install
from culture_conflict.sources.fetching import Fetching
from culture_conflict.sources.hub.files import shards_of
from culture_conflict.sources.hub.settings import HubSettings
from culture_conflict.tables.storage import require_space

__all__ = ["fetched_files"]

_FOLDER = ".fetched"


def fetched_files(folder: Path, settings: HubSettings) -> list[tuple[str, Path]]:
    """Name and path of every shard, kept below `folder/.fetched`; what is there is not fetched.

    Raises:
        RegistryError: the extra `hub` is not installed, or the hub has no such data set, commit
            or file, or can't be reached.
        HomeError: the disk is full or can't be written.
    """
    assert settings.repo is not None
    assert settings.revision is not None
    kept = folder / _FOLDER / settings.repo.replace("/", "--") / settings.revision
    sizes = _listed(kept, settings)
    where = f"{settings.repo} at {settings.revision[:12]}"
    if settings.path and not settings.path.endswith(".parquet"):
        inside = PurePosixPath(settings.path)
        sizes = {name: n for name, n in sizes.items() if PurePosixPath(name).is_relative_to(inside)}
    names = shards_of(list(sizes), settings, where)
    lacking = [name for name in names if not (kept / "files" / name).is_file()]
    if lacking:
        _fetch(kept, settings, {name: sizes[name] for name in lacking})
    return [(name, kept / "files" / name) for name in names]


def _listed(kept: Path, settings: HubSettings) -> dict[str, int]:
    """Size of every Parquet file of the commit; asked once, since a commit never changes."""
    path = kept / "files.json"
    if path.is_file():
        sizes: dict[str, int] = json.loads(path.read_text("utf-8"))
        return sizes
    hub = _library()
    try:
        tree = hub.HfApi().list_repo_tree(
            settings.repo, recursive=True, revision=settings.revision, repo_type="dataset"
        )
        sizes = {
            entry.path: int(entry.size)
            for entry in tree
            if isinstance(entry, hub.hf_api.RepoFile) and _plain(entry.path)
        }
    except _failures(hub) as error:
        raise _refused(settings, "its files", error) from error
    _write(path, json.dumps(sizes))
    return sizes


def _plain(name: str) -> bool:
    parts = PurePosixPath(name).parts
    hidden = any(part.startswith(".") for part in parts)
    return name.endswith(".parquet") and not hidden and not name.startswith("/")


def _fetch(kept: Path, settings: HubSettings, sizes: dict[str, int]) -> None:
    hub = _library()
    kept.mkdir(parents=True, exist_ok=True)
    require_space(kept, sum(sizes.values()))
    fetching = Fetching(f"files of {settings.repo}", len(sizes), sum(sizes.values()))
    for name, n_bytes in sizes.items():
        try:
            hub.hf_hub_download(
                settings.repo,
                name,
                repo_type="dataset",
                revision=settings.revision,
                local_dir=kept / "files",
            )
        except _failures(hub) as error:
            raise _refused(settings, name, error) from error
        fetching.add(n_bytes)


def _library() -> ModuleType:
    try:
        import huggingface_hub
        import huggingface_hub.errors
        import huggingface_hub.hf_api
    except ImportError as error:
        raise RegistryError(
            f"Fetching a data set from the hub needs huggingface_hub: {how_to_install('hub')}. Or "
            f"fetch its Parquet files yourself and name them under `path:`."
        ) from error
    return huggingface_hub


def _failures(hub: ModuleType) -> tuple[type[Exception], ...]:
    """What the library raises for answers, names and connections that are not as they should be."""
    errors = hub.errors
    return (errors.HfHubHTTPError, errors.HFValidationError, errors.HTTPError, OSError)


def _refused(settings: HubSettings, what: str, error: Exception) -> RegistryError:
    said = " ".join(str(error).split())[:300]
    return RegistryError(
        f"{settings.repo} at {settings.revision}: {what} can't be fetched: {said}. Check `repo:` "
        f"and `revision:` of source.yaml and the network, and build again; what was fetched is "
        f"kept."
    )


def _write(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}.writing")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.write_text(text, "utf-8")
        temporary.replace(path)
    except OSError as error:
        raise HomeError(
            f"{path} can't be written: {error.strerror or error}. Free space or mend the folder's "
            f"permissions, then run again."
        ) from error
