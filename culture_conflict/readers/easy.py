"""EasyOCR as the paper sets it (Appendix B); an extra, and its weights are never fetched.

Needs `pip install 'culture-conflict[easyocr]'` and the weights in EasyOCR's own folder, which the
environment's EASYOCR_MODULE_PATH names (by itself `~/.EasyOCR`).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from culture_conflict.errors import PictureError
from culture_conflict.readers.protocol import Reader, ReaderError, ReaderSettings, Reading
from culture_conflict.readers.protocol import readings_of as _readings_of

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["LANGUAGES", "EasyReader"]

# BaiduSV is read in simplified Chinese and English, line by line; the other three sources in
# English, with neighbouring lines joined, which have no confidence then.
LANGUAGES: Mapping[str, tuple[str, ...]] = {"easyocr": ("en",), "easyocr-zh": ("ch_sim", "en")}


class EasyReader(Reader):
    """Made once per run; threads take turns. `easyocr` joins lines, `easyocr-zh` tells confidences.

    Raises:
        ReaderError: easyocr isn't installed, or rotations where lines are joined.
    """

    def __init__(self, name: str, settings: ReaderSettings) -> None:
        if find_spec("easyocr") is None:
            raise ReaderError(
                f"reader {name}: easyocr isn't installed. `pip install 'culture-conflict[easyocr]'`"
                f", or take the reader rapidocr."
            )
        joined = settings.paragraph or name == "easyocr"
        if joined and settings.rotations:
            raise ReaderError(f"reader {name}: it joins lines, which have no rotation of their own")
        self._languages = LANGUAGES[name]
        self._engine: Any = None
        self._how: dict[str, Any] = {"paragraph": joined}
        if settings.rotations:
            self._how["rotation_info"] = [*settings.rotations]
        self._one_at_a_time = threading.Lock()
        told = "+".join(self._languages), "joined lines" if joined else "lines"
        turned = f" turned {settings.rotations}" if settings.rotations else ""
        self._record = f"easyocr {version('easyocr')} {told[0]}, {told[1]}{turned}"

    @property
    def record(self) -> str:
        return self._record

    def read(self, image: Image.Image) -> Sequence[Reading]:
        """The texts of one picture; confidences only where lines are not joined.

        Raises:
            ReaderError: the weights are not where EasyOCR looks for them.
        """
        import numpy as np

        pixels = np.ascontiguousarray(np.asarray(image.convert("RGB"))[:, :, ::-1])
        with self._one_at_a_time:
            if self._engine is None:
                self._engine = _engine(self._languages)
            try:
                found = self._engine.readtext(pixels, **self._how)
            except (RuntimeError, ValueError, IndexError, ZeroDivisionError, MemoryError) as error:
                what = " ".join(str(error).split())[:200]
                raise PictureError("ocr_error", f"{type(error).__name__}: {what}") from error
        return _readings_of(found)


def _engine(languages: Sequence[str]) -> Any:
    import easyocr
    import torch

    try:
        return easyocr.Reader(
            [*languages], gpu=torch.cuda.is_available(), download_enabled=False, verbose=False
        )
    except FileNotFoundError as error:
        raise ReaderError(
            f"reader easyocr: {error}. Put the weights for {', '.join(languages)} into the folder "
            f"`model` of EASYOCR_MODULE_PATH (by itself ~/.EasyOCR); nothing is fetched."
        ) from error
