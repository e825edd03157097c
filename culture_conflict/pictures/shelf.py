"""Pictures of the store as they were decoded last, in bounded memory, for many threads."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.store import PictureStore

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Shelf"]


@dataclass
class Shelf:
    """Decoded pictures (RGBA) by sha256; what is taken from it must not be changed.

    The least recently used are dropped once all together take more than `max_bytes`.
    """

    pictures: PictureStore
    max_bytes: int = 200_000_000
    _kept: OrderedDict[str, Image.Image] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, sha256: str) -> Image.Image:
        """The picture, upright, as RGBA.

        Raises:
            PictureError: it is missing or can't be decoded.
        """
        with self._lock:
            if sha256 in self._kept:
                self._kept.move_to_end(sha256)
                return self._kept[sha256]
        image = open_cue(self.pictures.get(sha256)).image
        with self._lock:
            self._kept[sha256] = image
            while self._bytes() > self.max_bytes and len(self._kept) > 1:
                self._kept.popitem(last=False)
        return image

    def _bytes(self) -> int:
        return sum(4 * image.width * image.height for image in self._kept.values())
