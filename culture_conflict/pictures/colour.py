"""Pixels of any mode as 8-bit sRGB and, where there is one, an alpha channel."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["on_background", "split"]

_DEEP = ("I;16", "I;16L", "I;16B", "I;16N", "I", "F")
_WITH_PALETTE_OR_ALPHA = ("P", "PA", "RGBA", "RGBa")


def split(image: Image.Image, notes: list[str]) -> tuple[Image.Image, Image.Image | None]:
    """The colours as RGB without any metadata, and the alpha channel as L, if any.

    16-bit greys are scaled, never clipped; palettes, transparent colours and CMYK are resolved; an
    embedded ICC profile is applied to the colours it was made for. What was odd goes to `notes`.

    Raises:
        PictureError: `unsupported`: no way from the picture's mode to RGB is known.
    """
    eight = _eight_bits(image, notes)
    alpha = eight.convert("RGBA").getchannel("A") if eight.has_transparency_data else None
    rgb = _to_srgb(_colours(eight), image.info.get("icc_profile"), notes)
    for made in (rgb, alpha):
        if made is not None:
            made.info = {}
    return rgb, alpha


def on_background(
    rgb: Image.Image, alpha: Image.Image | None, background: tuple[int, int, int]
) -> Image.Image:
    """The colours laid on a plain background, as RGB."""
    from PIL import Image

    if alpha is None:
        return rgb
    return Image.composite(rgb, Image.new("RGB", rgb.size, background), alpha)


def _eight_bits(image: Image.Image, notes: list[str]) -> Image.Image:
    """Modes of 16 and 32 bits as L; the others as they are."""
    if image.mode not in _DEEP:
        return image
    import numpy as np
    from PIL import Image as Pillow

    values = np.nan_to_num(np.asarray(image, dtype=np.float64))
    low, high = _range(image.mode, float(values.min()), float(values.max()))
    if (low, high) not in {(0.0, 255.0), (0.0, 65535.0)}:
        notes.append(f"values from {low:g} to {high:g} were stretched to 0 to 255")
    scaled = (values - low) * (255.0 / ((high - low) or 1.0))
    return Pillow.fromarray(np.rint(scaled).astype(np.uint8))


def _range(mode: str, low: float, high: float) -> tuple[float, float]:
    """The values that become black and white: the full range where the file's depth tells it."""
    if mode.startswith("I;16"):
        return 0.0, 65535.0
    if mode == "I" and low >= 0 and high <= 65535:
        return 0.0, 255.0 if high <= 255 else 65535.0
    return low, high


def _colours(image: Image.Image) -> Image.Image:
    """The colours alone, in the mode that a colour profile of the file would be made for."""
    if image.mode in {"1", "LA"}:
        return image.convert("L")
    if image.mode in _WITH_PALETTE_OR_ALPHA:
        return image.convert("RGBA").convert("RGB")
    return image


def _to_srgb(image: Image.Image, profile: bytes | None, notes: list[str]) -> Image.Image:
    from PIL import ImageCms

    if profile:
        try:
            source = ImageCms.ImageCmsProfile(io.BytesIO(profile))
            target = ImageCms.createProfile("sRGB")
            made = ImageCms.profileToProfile(image, source, target, outputMode="RGB")
        except (ImageCms.PyCMSError, OSError, TypeError, ValueError) as error:
            notes.append(f"the colour profile can't be used ({error})")
        else:
            if made is not None:
                return made
    try:
        return image.convert("RGB")
    except ValueError as error:
        raise PictureError(
            "unsupported",
            f"Colours of mode {image.mode} can't be turned into RGB. Save the picture as RGB.",
        ) from error
