"""Where a checkpoint or an adapter lies, and the hash that says which one it is."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

from culture_conflict.editors.diffusers.options import Kind, Options, local_path
from culture_conflict.errors import ProviderError

__all__ = ["PIPELINES", "adapter_file", "checkpoint_folder", "fingerprint"]

PIPELINES: dict[Kind, tuple[str, ...]] = {
    "qwen": ("QwenImageEditPlusPipeline", "QwenImageEditPipeline"),
    "flux": ("FluxKontextPipeline",),
}
_TAKEN = ("*.safetensors", "*.json", "*.txt", "*.model", "*.jinja")


def checkpoint_folder(options: Options) -> Path:
    """The folder of a checkpoint; that of a hub id is fetched by the hub's own client, once.

    Weights are taken as safetensors only: a pickled file could run anything when it is loaded.

    Raises:
        ProviderError: there is no such checkpoint, or it is one of another kind.
    """
    folder = local_path(options.checkpoint)
    if folder is None:
        folder = _fetched(options.key, options.checkpoint, str(options.revision), _TAKEN)
    index = folder / "model_index.json"
    if not index.is_file():
        raise ProviderError(
            f"Editor `{options.key}`: {folder} is no diffusers checkpoint: expected "
            f"model_index.json in it. Mend `checkpoint` in its row."
        )
    named = json.loads(index.read_text(encoding="utf-8")).get("_class_name")
    if named not in PIPELINES[options.kind]:
        raise ProviderError(
            f"Editor `{options.key}`: {folder} holds a {named}, and kind {options.kind} needs "
            f"{' or '.join(PIPELINES[options.kind])}. Mend `kind` or `checkpoint` in its row."
        )
    return folder


def adapter_file(options: Options) -> Path | None:
    """The adapter's safetensors file; None without an adapter.

    Raises:
        ProviderError: there is no such file, or several and `lora_file` names none of them.
    """
    if options.lora is None:
        return None
    found = local_path(options.lora)
    if found is None:
        taken = (options.lora_file or "*.safetensors",)
        found = _fetched(options.key, options.lora, str(options.lora_revision), taken)
    if found.is_file() and found.suffix == ".safetensors":
        return found
    files = sorted(found.glob(options.lora_file or "*.safetensors"))
    if len(files) != 1:
        raise ProviderError(
            f"Editor `{options.key}`: expected one adapter (*.safetensors) in {found}, found "
            f"{len(files)}. Name it by `lora_file` in its row."
        )
    return files[0]


def fingerprint(place: Path) -> str:
    """The sha256 over the names and contents of all files that make a checkpoint or an adapter."""
    if place.is_file():
        return _hash(place)
    digest = hashlib.sha256()
    names = {path for pattern in _TAKEN for path in place.rglob(pattern)}
    for path in sorted(names):
        digest.update(f"{path.relative_to(place).as_posix()}\t{_hash(path)}\n".encode())
    return digest.hexdigest()


def _hash(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _fetched(key: str, name: str, revision: str, taken: tuple[str, ...]) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HfHubHTTPError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, revision=revision, allow_patterns=list(taken)))
    except (HfHubHTTPError, LocalEntryNotFoundError, OSError) as error:
        raise ProviderError(
            f"Editor `{key}`: {name} at commit {revision[:12]} can't be fetched "
            f"({type(error).__name__}). Look at the id, the commit, the network, and whether the "
            f"weights need an account (HF_TOKEN)."
        ) from error
