"""What it takes to turn descriptions into vectors, and which vectors can't be compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from culture_conflict.errors import CultureConflictError

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["Embedder", "VectorError", "require_usable", "unusable"]

_NAMED = 5


class Embedder(Protocol):
    """Turns texts into vectors whose angle says how alike the texts are."""

    @property
    def name(self) -> str:
        """What the embedder is called in the catalog."""
        ...

    @property
    def prefix(self) -> str:
        """What is put before every text: it changes which texts are near, so it is recorded."""
        ...

    @property
    def record(self) -> str:
        """Model, version and prefix, as they are stored with every pair."""
        ...

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """One row per text, in order; rows need not have length 1."""
        ...


class VectorError(CultureConflictError):
    """Items whose vectors have no direction; `items` holds their ids."""

    def __init__(self, items: Sequence[str], message: str) -> None:
        super().__init__(message)
        self.items = tuple(items)


def unusable(ids: Sequence[str], vectors: npt.ArrayLike) -> list[str]:
    """Ids of the rows that are all zero or hold a value that is not finite."""
    import numpy as np

    rows = np.asarray(vectors)
    bad = ~np.isfinite(rows).all(axis=1) | ~rows.any(axis=1)
    return [item for item, is_bad in zip(ids, bad, strict=True) if is_bad]


def require_usable(ids: Sequence[str], vectors: npt.ArrayLike) -> None:
    """Refuse vectors that no similarity can be computed from.

    Raises:
        VectorError: some rows are zero or not finite; all of their ids are in `items`.
    """
    if bad := unusable(ids, vectors):
        named = ", ".join(bad[:_NAMED]) + (" ..." if len(bad) > _NAMED else "")
        raise VectorError(
            bad,
            f"{len(bad)} of {len(ids)} vectors are zero or not finite, so they have no similarity "
            f"to others: items {named}. Check the descriptions of these items and the embedder.",
        )
