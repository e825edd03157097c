"""What it takes to read the texts of a picture, and in which shapes readers give them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from culture_conflict.errors import CultureConflictError

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Quad", "Reader", "ReaderError", "ReaderSettings", "Reading", "readings_of"]

Quad = tuple[tuple[float, float], ...]

_CORNERS = 4
_TURNS = (90, 180, 270)


class ReaderError(CultureConflictError):
    """A reader can't be used: unknown, not installed, or settings that exclude each other."""


@dataclass(frozen=True)
class Reading:
    """One text as it was read.

    `quad` has four corners (x, y) in pixels of the upright picture, clockwise from the text's own
    top left; `confidence` lies in [0, 1]. Either is None where the reader gives none.
    """

    text: str
    quad: Quad | None = None
    confidence: float | None = None


@dataclass(frozen=True)
class ReaderSettings:
    """`paragraph` joins neighbouring lines (no confidence then); `rotations` are tried as well.

    `languages` are those that the reader is to read, by its own codes, and `weights` the folder of
    its weights; without them the reader decides.

    Raises:
        ReaderError: both at once, which readers answer with nonsense, or a value out of range.
    """

    paragraph: bool = False
    rotations: tuple[int, ...] = ()
    min_confidence: float = 0.3
    languages: tuple[str, ...] = ()
    weights: Path | None = None

    def __post_init__(self) -> None:
        if self.paragraph and self.rotations:
            raise ReaderError(
                "paragraph and rotations exclude each other: joined lines have no rotation of "
                "their own. Set one of them."
            )
        if wrong := [turn for turn in self.rotations if turn not in _TURNS]:
            raise ReaderError(f"rotations {wrong}: expected some of {_TURNS} degrees.")
        if not 0.0 <= self.min_confidence <= 1.0:
            raise ReaderError(f"min_confidence {self.min_confidence}: expected 0 to 1.")


class Reader(Protocol):
    """Somebody who reads pictures."""

    @property
    def record(self) -> str:
        """Reader, version, models and settings; readings are cached and stored under it."""
        ...

    def read(self, image: Image.Image) -> Sequence[Reading]:
        """The texts of an upright RGB picture, in the reader's order; none is an empty list.

        Several threads may ask at once.

        Raises:
            PictureError: `ocr_error`: this picture can't be read, others may.
        """
        ...


def readings_of(rows: Any) -> list[Reading]:
    """Rows as OCR libraries give them: (box, text, score), (box, text), or the text alone.

    None, empty lists, arrays and pairs of None all mean that nothing was read.
    """
    return [] if rows is None else [*_each(rows)]


def _each(rows: Iterable[Any]) -> Iterator[Reading]:
    for row in rows:
        if row is None:
            continue
        if isinstance(row, str):
            yield Reading(row)
            continue
        box, text, *score = row
        yield Reading(str(text), _quad(box), _confidence(score))


def _confidence(score: Sequence[Any]) -> float | None:
    if not score or score[0] is None or not math.isfinite(score[0]):
        return None
    return min(1.0, max(0.0, float(score[0])))


def _quad(box: Any) -> Quad | None:
    if box is None or isinstance(box, str) or len(box) != _CORNERS:
        return None
    return tuple((float(x), float(y)) for x, y in box)
