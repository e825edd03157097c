"""Pictures of the store as small JPEGs inside the page, without any metadata."""

from __future__ import annotations

import base64

from culture_conflict.errors import PictureError
from culture_conflict.pictures.store import PictureStore

__all__ = ["thumbnail"]

_SIDE = 240
_QUALITY = 80


def thumbnail(pictures: PictureStore, sha256: str) -> tuple[str, str]:
    """A data URI and an empty string; or an empty string and the reason why there is no picture."""
    from culture_conflict.pictures.encode import EncodeSettings, encode, fit_within
    from culture_conflict.pictures.open import open_picture

    settings = EncodeSettings(quality=_QUALITY, subsampling="4:2:0", max_side=_SIDE)
    try:
        image = open_picture(pictures.get(sha256)).image
    except PictureError as error:
        return "", error.reason
    data = encode(fit_within(image, _SIDE), settings)
    return f"data:image/jpeg;base64,{base64.b64encode(data).decode('ascii')}", ""
