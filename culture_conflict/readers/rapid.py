"""RapidOCR: PP-OCR models that come inside its package, so that nothing is fetched.

Reads Latin, Chinese and Japanese; Cyrillic, Korean, Arabic, Thai and Indic texts come out as noise
or not at all. Needs `pip install rapidocr onnxruntime`.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from culture_conflict.errors import PictureError
from culture_conflict.readers.protocol import Reader, ReaderError, ReaderSettings, Reading
from culture_conflict.readers.protocol import readings_of as _readings_of

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["SMALLEST_SIDE", "RapidReader", "rapid_engine"]

# Pixels: pictures with a shorter side are enlarged to this before texts are looked for. The library
# enlarges to 736, which costs twice as much and finds the same texts.
SMALLEST_SIDE = 512


class RapidReader(Reader):
    """Made once per run and shared by threads, each of which keeps one core busy.

    Raises:
        ReaderError: rapidocr or onnxruntime isn't installed, or settings it has no use for.
    """

    def __init__(self, settings: ReaderSettings) -> None:
        if settings.paragraph or settings.rotations:
            raise ReaderError(
                "reader rapidocr: it joins no paragraphs and finds turned text by itself; leave "
                "paragraph and rotations out."
            )
        if settings.languages or settings.weights:
            raise ReaderError(
                "reader rapidocr: it has one set of weights that reads Latin, Chinese and "
                "Japanese; leave languages and weights out, or take the reader `easyocr`."
            )
        _require_installed()
        self._min_confidence = settings.min_confidence
        self._engine: Any = None
        self._loading = threading.Lock()
        self._record = (
            f"rapidocr {version('rapidocr')} from {settings.min_confidence:g}, side {SMALLEST_SIDE}"
        )

    @property
    def record(self) -> str:
        return self._record

    def read(self, image: Image.Image) -> Sequence[Reading]:
        """The texts of one picture with quadrilaterals and confidences."""
        import cv2
        import numpy as np

        with self._loading:
            if self._engine is None:
                self._engine = rapid_engine(self._min_confidence)
        pixels = np.asarray(image.convert("RGB"))[:, :, ::-1]
        try:
            found = self._engine(np.ascontiguousarray(pixels))
        except (cv2.error, RuntimeError, ValueError, IndexError, MemoryError) as error:
            what = " ".join(str(error).split())[:200]
            raise PictureError("ocr_error", f"{type(error).__name__}: {what}") from error
        if found.txts is None:
            return []
        return _readings_of(zip(found.boxes, found.txts, found.scores, strict=True))


def _require_installed() -> None:
    """Both packages, of which rapidocr misses the second only late."""
    for name in ("rapidocr", "onnxruntime"):
        if find_spec(name) is None:
            raise ReaderError(
                f"reader rapidocr: {name} isn't installed. `pip install rapidocr onnxruntime`, "
                f"or import the texts and boxes that you have."
            )


def rapid_engine(min_confidence: float) -> Any:
    """The engine leaves out what it is less sure of than `min_confidence` (by itself 0.5).

    Threads may share it. Each call keeps to one core: several at a time use a machine better than
    one call on all cores, whose threads mostly wait for each other. Memory is kept from one picture
    to the next; given back each time, its return costs a sixth of the work and halts all threads.
    """
    from rapidocr import RapidOCR

    runtime = "EngineConfig.onnxruntime"
    shared = {f"{runtime}.intra_op_num_threads": 1, f"{runtime}.enable_cpu_mem_arena": True}
    side = {"Det.limit_type": "min", "Det.limit_side_len": SMALLEST_SIDE}
    said = {"Global.log_level": "error", "Global.text_score": min_confidence}
    return RapidOCR(params={**said, **side, **shared})
