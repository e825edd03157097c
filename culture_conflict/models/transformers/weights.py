"""Where a checkpoint lies, and the hash that says which one it is."""

from __future__ import annotations

import hashlib
import re
from pathlib import Path

from culture_conflict.errors import ProviderError
from culture_conflict.models.transformers.options import Options

__all__ = ["checkpoint_folder", "folder_hash"]

_BLOCK = 1 << 24
_SHA256 = re.compile(r"[0-9a-f]{64}")
_TAKEN = ("*.safetensors", "*.json", "*.jinja", "*.txt", "*.model", "*.py")


def checkpoint_folder(options: Options) -> Path:
    """The folder of a checkpoint; that of a hub id is fetched by the hub's own client, once.

    Weights are taken as safetensors only: a pickled file could run anything when it is loaded.

    Raises:
        ProviderError: there is no such folder, or the hub can't be reached or has no such commit.
    """
    folder = options.folder
    if folder is None:
        return _fetched(options)
    if not (folder / "config.json").is_file() or not list(folder.glob("*.safetensors")):
        raise ProviderError(
            f"Model `{options.key}`: {folder} is no checkpoint: expected config.json and weights "
            f"as *.safetensors. Mend `model` in its row."
        )
    return folder


def _fetched(options: Options) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        found = snapshot_download(
            options.model, revision=options.revision, allow_patterns=list(_TAKEN)
        )
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        raise ProviderError(
            f"Model `{options.key}`: {options.model} at commit {options.revision[:12]} can't be "
            f"fetched ({type(error).__name__}). Look at the id, the commit, the network, and "
            f"whether the weights need an account (HF_TOKEN)."
        ) from error
    return Path(found)


def folder_hash(folder: Path) -> str:
    """The sha256 over the names and contents of all files that make a checkpoint or an adapter.

    The hub's client keeps large files under their sha256 already; these are not read again.
    """
    digest = hashlib.sha256()
    names = {path for pattern in _TAKEN for path in folder.glob(pattern)}
    for path in sorted(names):
        digest.update(f"{path.name}\t{_file_hash(path)}\n".encode())
    return digest.hexdigest()


def _file_hash(path: Path) -> str:
    target = path.resolve()
    if path.is_symlink() and _SHA256.fullmatch(target.name):
        return target.name
    digest = hashlib.sha256()
    with target.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
