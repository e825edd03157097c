"""EasyOCR, the reader of SIGNPOST's authors (appendix B): the extra `easyocr`.

Nothing is downloaded: weights lie where EasyOCR looks for them (`~/.EasyOCR/model`, or `model` in
the folder that EASYOCR_MODULE_PATH names) or in the settings' own folder. EasyOCR itself refuses
weights other than those of its release, so that its version stands for them.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from culture_conflict.errors import PictureError
from culture_conflict.extras import how_to_install
from culture_conflict.readers.languages import language_groups
from culture_conflict.readers.protocol import Reader, ReaderError, ReaderSettings, Reading
from culture_conflict.readers.protocol import readings_of as _readings_of

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["EasyReader"]


class EasyReader(Reader):
    """Made once per run; `read` is not for several threads at a time, its first call loads models.

    English unless the settings name languages. Texts are found once and read by one recogniser per
    script; of a text that several have read, the surest reading stays. Works on the CPU, where the
    same picture always gives the same readings.

    Raises:
        ReaderError: the extra isn't installed, a language is unknown, or languages of several
            scripts are to be joined to paragraphs, which carry no confidence to choose by.
    """

    def __init__(self, settings: ReaderSettings) -> None:
        groups = language_groups(settings.languages or ("en",))
        if settings.paragraph and len(groups) > 1:
            raise ReaderError(
                f"reader easyocr: {' and '.join('+'.join(group) for group in groups)} are "
                f"scripts apart, and paragraphs have no confidence to choose between readings. "
                f"Leave paragraph out, or read one script at a time."
            )
        _require_installed()
        self._settings, self._groups = settings, groups
        self._recognisers: list[Any] = []

    @property
    def record(self) -> str:
        """Version, languages and what was set; paragraphs have no confidence to leave out by."""
        chosen, turns = self._settings, "/".join(map(str, self._settings.rotations))
        languages = ", ".join("+".join(group) for group in self._groups)
        how = "in paragraphs" if chosen.paragraph else f"from {chosen.min_confidence:g}"
        return f"easyocr {version('easyocr')} {languages} {how}" + (turns and f" turned {turns}")

    def read(self, image: Image.Image) -> Sequence[Reading]:
        """The texts of one picture with quadrilaterals and, unless joined, confidences.

        Raises:
            PictureError: `ocr_error`: this picture can't be read, others may.
            ReaderError: the weights are missing or are others than this release's.
        """
        import cv2
        import numpy as np

        recognisers = self._opened()
        pixels = np.asarray(image.convert("RGB"))
        try:
            with _on_a_cpu():
                found = self._found(recognisers, pixels)
        except (
            *(cv2.error, RuntimeError, ValueError, IndexError, ArithmeticError, MemoryError),
        ) as error:
            what = " ".join(str(error).split())[:200]
            raise PictureError("ocr_error", f"{type(error).__name__}: {what}") from error
        least = self._settings.min_confidence
        return [one for one in found if one.confidence is None or one.confidence >= least]

    def _found(self, recognisers: Sequence[Any], pixels: Any) -> list[Reading]:
        import cv2

        (upright,), (slanted,) = recognisers[0].detect(pixels, reformat=False)
        grey = cv2.cvtColor(pixels, cv2.COLOR_RGB2GRAY)
        by_script = [
            _readings_of(
                each.recognize(
                    grey,
                    upright,
                    slanted,
                    workers=0,
                    rotation_info=list(self._settings.rotations) or None,
                    paragraph=self._settings.paragraph,
                    reformat=False,
                )
            )
            for each in recognisers
        ]
        return [_surest(of_one_text) for of_one_text in zip(*by_script, strict=True)]

    def _opened(self) -> Sequence[Any]:
        for number in range(len(self._recognisers), len(self._groups)):
            group, folder = self._groups[number], self._settings.weights
            self._recognisers.append(_open(group, folder, finds_texts=number == 0))
        return self._recognisers


@contextmanager
def _on_a_cpu() -> Iterator[None]:
    """Without torch's warning that memory can't be pinned, which EasyOCR always asks for."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "'pin_memory' argument is set as true", UserWarning)
        yield


def _surest(readings: Iterable[Reading]) -> Reading:
    """The first of equals, so that the order of languages decides."""
    return max(readings, key=lambda reading: reading.confidence or 0.0)


def _require_installed() -> None:
    for name in ("torch", "torchvision", "easyocr"):
        if find_spec(name) is None:
            raise ReaderError(
                f"reader easyocr: {name} isn't installed: {how_to_install('easyocr')}; or "
                f"take the reader `rapidocr`."
            )


def _open(languages: Sequence[str], folder: Path | None, *, finds_texts: bool) -> Any:
    import easyocr

    place = None if folder is None else os.fspath(folder)
    try:
        return easyocr.Reader(
            list(languages),
            gpu=False,
            model_storage_directory=place,
            user_network_directory=place,
            download_enabled=False,
            detector=finds_texts,
            verbose=False,
            quantize=False,
        )
    except FileNotFoundError as error:
        raise ReaderError(
            f"reader easyocr: {error}. Fetch the weights of {', '.join(languages)} once, by "
            f'`python -c "import easyocr; easyocr.Reader({list(languages)})"`, or name the '
            f"folder that holds them in the setting `weights`."
        ) from error
