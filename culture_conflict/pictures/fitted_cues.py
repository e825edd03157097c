"""Cues at the sizes they are needed in, decoded and scaled once, in bounded memory."""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from culture_conflict.pictures.encode import fit_within
from culture_conflict.pictures.open import open_cue
from culture_conflict.pictures.paste import Corner, Patch, cue_box, scale_cue
from culture_conflict.pictures.store import PictureStore

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["FittedCues"]

_Size = tuple[int, int]


@dataclass(frozen=True)
class _Cue:
    """A cue as scaled so far, and the size (width, height) of its file's picture."""

    image: Image.Image
    size: _Size

    @property
    def n_bytes(self) -> int:
        return 4 * self.image.width * self.image.height


@dataclass
class FittedCues:
    """Cues of a picture store, ready to paste; safe to share among threads.

    A cue is first brought within `max_side` (pixels), then to the size it has on a picture. The
    least recently used are dropped once all together take more than `max_bytes`.
    """

    pictures: PictureStore
    max_side: int
    max_bytes: int = 256_000_000
    _kept: OrderedDict[tuple[str, _Size | None], _Cue] = field(default_factory=OrderedDict)
    _n_bytes: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def patch(self, sha256: str, item_size: _Size, corner: Corner) -> Patch:
        """The cue as it goes on a picture of `item_size` (width, height).

        Raises:
            PictureError: the cue is missing or can't be decoded.
        """
        whole = self._whole(sha256)
        box = cue_box(item_size, whole.size, corner)
        key = sha256, box.size
        fitted = self._get(key)
        if fitted is None:
            fitted = self._keep(key, _Cue(scale_cue(whole.image, box.size), whole.size))
        return Patch(box, fitted.image)

    def _whole(self, sha256: str) -> _Cue:
        key = sha256, None
        whole = self._get(key)
        if whole is None:
            image = open_cue(self.pictures.get(sha256)).image
            whole = self._keep(key, _Cue(fit_within(_simplest(image), self.max_side), image.size))
        return whole

    def _get(self, key: tuple[str, _Size | None]) -> _Cue | None:
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def _keep(self, key: tuple[str, _Size | None], cue: _Cue) -> _Cue:
        """Keep a cue, unless another thread was faster; drop the least used beyond the limit."""
        with self._lock:
            if key not in self._kept:
                self._kept[key] = cue
                self._n_bytes += cue.n_bytes
            while self._n_bytes > self.max_bytes and len(self._kept) > 1:
                self._n_bytes -= self._kept.popitem(last=False)[1].n_bytes
        return cue


def _simplest(image: Image.Image) -> Image.Image:
    """A cue without any transparent pixel as RGB, which pastes and scales faster."""
    opaque = image.getchannel("A").getextrema() == (255, 255)
    return image.convert("RGB") if opaque else image
