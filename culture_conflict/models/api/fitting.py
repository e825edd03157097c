"""Pictures within a provider's limits; a larger one is made smaller by rule, and says so."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.models.api.routes import ROUTES
from culture_conflict.models.settings import ModelSetting

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Fitted", "base64_bytes", "fit", "fits", "picture_rule"]

_TAKEN = (b"\xff\xd8\xff", b"\x89PNG\r\n\x1a\n")
_QUALITIES = (92, 85, 75, 60)
_SHRINK = 0.8
_SMALLEST_SIDE = 64
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


def picture_rule(setting: ModelSetting) -> str:
    """The rule with its numbers, a part of each answer's key.

    It and the picture's own bytes decide what is sent, so that a plan needs no resizing.
    """
    side, most = _limits(setting)
    return f"v{_VERSION};side<={side or 'any'};base64<={most}"


def fits(setting: ModelSetting, data: bytes) -> bool:
    """Whether a picture is sent as it is: JPEG or PNG, within both limits.

    Raises:
        PictureError: the side is limited and the header can't be read.
    """
    side, most = _limits(setting)
    if not data.startswith(_TAKEN) or base64_bytes(len(data)) > most:
        return False
    return side is None or max(_size(data)) <= side


def fit(setting: ModelSetting, data: bytes) -> Fitted:
    """The picture as JPEG within both limits: first smaller, then at lower quality, then smaller.

    Raises:
        PictureError: it can't be decoded, or no allowed size is small enough.
    """
    from culture_conflict.pictures.encode import EncodeSettings, encode, fit_within
    from culture_conflict.pictures.open import open_picture

    side, most = _limits(setting)
    image = open_picture(data).image
    side = min(side or max(image.size), max(image.size))
    while side >= min(_SMALLEST_SIDE, max(image.size)):
        small = fit_within(image, side)
        for quality in _QUALITIES:
            made = encode(small, EncodeSettings(quality=quality))
            if base64_bytes(len(made)) <= most:
                return _noted(made, small, quality)
        side = int(side * _SHRINK)
    raise PictureError("too_large", f"No size from {_SMALLEST_SIDE} pixels fits {most} bytes.")


def _noted(data: bytes, image: Image.Image, quality: int) -> Fitted:
    width, height = image.size
    notes = {
        "sent_sha256": hashlib.sha256(data).hexdigest(),
        "sent_bytes": str(len(data)),
        "sent_size": f"{width}x{height}",
        "sent_quality": str(quality),
    }
    return Fitted(data, "image/jpeg", notes)


def _limits(setting: ModelSetting) -> tuple[int | None, int]:
    """The row's limits, else the provider's."""
    route, own = ROUTES[setting.provider], setting.picture
    return own.max_side or route.max_side, own.max_base64_bytes or route.max_base64_bytes


def _size(data: bytes) -> tuple[int, int]:
    from PIL import Image, UnidentifiedImageError

    try:
        with Image.open(io.BytesIO(data), formats=("JPEG", "PNG")) as image:
            return image.size
    except (UnidentifiedImageError, OSError, SyntaxError) as error:
        raise PictureError("not_an_image", f"The header can't be read ({error}).") from error
