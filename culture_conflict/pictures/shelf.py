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

_Key = tuple[str, tuple[int, int] | None]


@dataclass
class Shelf:
    """Decoded pictures (RGBA) by sha256; what is taken from it must not be changed.

    The least recently used are dropped once all together take more than `max_bytes`.
    """

    pictures: PictureStore
    max_bytes: int = 200_000_000
    _kept: OrderedDict[_Key, Image.Image] = field(default_factory=OrderedDict)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def get(self, sha256: str) -> Image.Image:
        """The picture, upright, as RGBA.

        Raises:
            PictureError: it is missing or can't be decoded.
        """
        key = sha256, None
        return self._held(key) or self._keep(key, open_cue(self.pictures.get(sha256)).image)

    def fitted(self, sha256: str, size: tuple[int, int]) -> Image.Image:
        """The picture as RGB, scaled and cropped around its middle to fill `size` (Lanczos).

        Raises:
            PictureError: as `get`.
        """
        from PIL import Image as Pillow
        from PIL import ImageOps

        key = sha256, size
        if held := self._held(key):
            return held
        whole = self.get(sha256).convert("RGB")
        return self._keep(key, ImageOps.fit(whole, size, Pillow.Resampling.LANCZOS))

    def _held(self, key: _Key) -> Image.Image | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: _Key, image: Image.Image) -> Image.Image:
        with self._lock:
            self._kept[key] = image
            while self._bytes() > self.max_bytes and len(self._kept) > 1:
                self._kept.popitem(last=False)
        return image

    def _bytes(self) -> int:
        return sum(4 * image.width * image.height for image in self._kept.values())
