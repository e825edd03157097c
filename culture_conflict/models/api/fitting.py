"""Pictures within a provider's limits; a larger one is made smaller by rule, and says so."""

from __future__ import annotations

import hashlib
import io
import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.models.api.routes import ROUTES
from culture_conflict.models.settings import ModelSetting
from culture_conflict.models.vllm.room import pixels_of

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Fitted", "base64_bytes", "fit", "fits", "picture_rule"]

_TAKEN = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
_QUALITIES = (92, 85, 75, 60)
_SHRINK = 0.8
_SMALLEST_SIDE = 64
_LONGEST_ASPECT = 200
_VERSION = 1


@dataclass(frozen=True)
class Fitted:
    """What is sent. `notes` are empty for the picture's own bytes, else name those sent instead."""

    data: bytes
    media_type: str
    notes: Mapping[str, str] = field(default_factory=dict)


def base64_bytes(n_bytes: int) -> int:
    """How long so many bytes are in base64, which is what providers limit."""
    return 4 * -(-n_bytes // 3)


@dataclass(frozen=True)
class _Limits:
    """What may be sent: the row's limits, else the provider's, else the model's room."""

    side: int | None
    base64: int
    min_side: int | None
    pixels: int | None

    def rule(self) -> str:
        lower = "" if self.min_side is None else f";side>={self.min_side}"
        area = "" if self.pixels is None else f";pixels<={self.pixels}"
        return f"v{_VERSION};side<={self.side or 'any'};base64<={self.base64}{lower}{area}"

    @property
    def unbounded(self) -> bool:
        return self.side is None and self.min_side is None and self.pixels is None

    def hold(self, size: tuple[int, int]) -> bool:
        return (
            (self.side is None or max(size) <= self.side)
            and (self.min_side is None or min(size) >= self.min_side)
            and (self.pixels is None or size[0] * size[1] <= self.pixels)
        )


def picture_rule(setting: ModelSetting) -> str:
    """The rule with its numbers, a part of each answer's key.

    It and the picture's own bytes decide what is sent, so that a plan needs no resizing.
    """
    return _limits(setting).rule()


def fits(setting: ModelSetting, data: bytes) -> bool:
    """Whether a picture is sent as it is: JPEG or PNG, within all limits.

    Raises:
        PictureError: the size is limited and the header can't be read.
    """
    limits = _limits(setting)
    if not data.startswith(_TAKEN) or base64_bytes(len(data)) > limits.base64:
        return False
    return limits.unbounded or limits.hold(_size(data))


def fit(setting: ModelSetting, data: bytes) -> Fitted:
    """The picture as JPEG within all limits: first smaller, then at lower quality, then smaller.

    One whose shorter side is below `min_side` is enlarged, its aspect kept.

    Raises:
        PictureError: it can't be decoded, is too long for its width, or no allowed size is small
            enough.
    """
    from culture_conflict.pictures.encode import EncodeSettings, encode, fit_within
    from culture_conflict.pictures.open import open_picture

    limits = _limits(setting)
    image = open_picture(data).image
    if limits.min_side is not None:
        image = _enlarged(image, limits.min_side)
    side = _longest_side(image.size, limits)
    while side >= min(_SMALLEST_SIDE, max(image.size)):
        small = fit_within(image, side)
        if limits.min_side is not None and min(small.size) < limits.min_side:
            break
        for quality in _QUALITIES:
            made = encode(small, EncodeSettings(quality=quality))
            if base64_bytes(len(made)) <= limits.base64:
                return _noted(made, small, quality)
        side = int(side * _SHRINK)
    wide, high = image.size
    raise PictureError("too_large", f"No size of {wide}x{high} pixels fits {limits.rule()}.")


def _longest_side(size: tuple[int, int], limits: _Limits) -> int:
    """The longer side after making it small enough in pixels, too."""
    shorter, longer = sorted(size)
    side = min(limits.side or longer, longer)
    if limits.pixels is None:
        return side
    side = min(side, math.floor(longer * math.sqrt(limits.pixels / (shorter * longer))))
    while side * -(-shorter * side // longer) > limits.pixels:
        side -= 1
    return side


def _enlarged(image: Image.Image, min_side: int) -> Image.Image:
    from PIL import Image as Pillow

    shorter, longer = min(image.size), max(image.size)
    if longer > _LONGEST_ASPECT * shorter:
        raise PictureError(
            "too_narrow", f"{longer} by {shorter} pixels: no model takes over {_LONGEST_ASPECT}:1."
        )
    if shorter >= min_side:
        return image
    width, height = (max(min_side, round(side * min_side / shorter)) for side in image.size)
    return image.resize((width, height), Pillow.Resampling.LANCZOS)


def _noted(data: bytes, image: Image.Image, quality: int) -> Fitted:
    width, height = image.size
    notes = {
        "sent_sha256": hashlib.sha256(data).hexdigest(),
        "sent_bytes": str(len(data)),
        "sent_size": f"{width}x{height}",
        "sent_quality": str(quality),
    }
    return Fitted(data, "image/jpeg", notes)


def _limits(setting: ModelSetting) -> _Limits:
    route, own = ROUTES[setting.provider], setting.picture
    return _Limits(
        own.max_side or route.max_side,
        own.max_base64_bytes or route.max_base64_bytes,
        own.min_side or route.min_side,
        own.max_pixels or (pixels_of(setting) if setting.provider == "vllm" else None),
    )


def _size(data: bytes) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
            return image.size
    except (UnidentifiedImageError, OSError, SyntaxError) as error:
        raise PictureError("not_an_image", f"The header can't be read ({error}).") from error
