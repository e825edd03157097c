"""RapidOCR's recogniser alone: for pictures that are known to be one line of text each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.readers.protocol import ReaderError
from culture_conflict.readers.rapid import rapid_engine

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["RapidLines"]

_MIN_CONFIDENCE = 0.5  # of whole pictures only: a line is told with whatever confidence it has


class RapidLines:
    """Reads lines, many at a time; several threads may share it.

    Raises:
        ReaderError: rapidocr or onnxruntime isn't installed.
    """

    scripts = frozenset(("Latin", "Han", "Kana"))

    def __init__(self) -> None:
        try:
            self._engine = rapid_engine(_MIN_CONFIDENCE)
        except ModuleNotFoundError as error:
            raise ReaderError(
                f"reader rapidocr: {error.name} isn't installed. `pip install rapidocr onnxruntime`"
            ) from error

    def read_lines(self, lines: Sequence[Image]) -> list[tuple[str, float]]:
        """Text and confidence of each line.

        Raises:
            PictureError: `ocr_error`: the recogniser failed.
        """
        import numpy as np

        if not lines:
            return []
        pixels = [
            np.ascontiguousarray(np.asarray(line.convert("RGB"))[:, :, ::-1]) for line in lines
        ]
        try:
            found = self._engine.recognize_txt(pixels)
        except (RuntimeError, ValueError, IndexError, MemoryError) as error:
            what = " ".join(str(error).split())[:200]
            raise PictureError("ocr_error", f"{type(error).__name__}: {what}") from error
        texts, scores = found.txts or (), found.scores or ()
        return [(str(text), float(score)) for text, score in zip(texts, scores, strict=True)]
