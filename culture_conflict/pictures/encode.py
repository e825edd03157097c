"""The one encoder of a source: originals and changed copies leave through it alike.

Were they encoded differently, a model could tell an original from a copy by its compression.
"""

from __future__ import annotations

import tempfile
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from culture_conflict.errors import HomeError

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["EncodeSettings", "encode", "fit_within"]


@dataclass(frozen=True)
class EncodeSettings:
    """How pictures are written: baseline JPEG, one restart interval per row of blocks.

    `max_side` caps width and height in pixels; larger pictures are scaled down (Lanczos), smaller
    ones never up.
    """

    quality: int = 92
    subsampling: Literal["4:4:4", "4:2:0"] = "4:4:4"
    max_side: int = 2048

    @property
    def block_rows(self) -> int:
        """Pixel rows that one row of JPEG blocks (MCUs) covers."""
        return 8 if self.subsampling == "4:4:4" else 16

    def recipe(self) -> dict[str, str | int]:
        """These settings as a part of a variant's recipe."""
        return {
            "format": "jpeg",
            "quality": self.quality,
            "subsampling": self.subsampling,
            "max_side": self.max_side,
        }


def fit_within(image: Image.Image, max_side: int) -> Image.Image:
    """The picture with both sides at most `max_side`, its aspect kept; a small one as it is."""
    from PIL import Image as Pillow

    width, height = image.size
    longest = max(width, height)
    if longest <= max_side:
        return image
    # In whole numbers: a half rounds up, and no side vanishes.
    size = tuple(
        max(1, (2 * side * max_side + longest) // (2 * longest)) for side in (width, height)
    )
    return image.resize((size[0], size[1]), Pillow.Resampling.LANCZOS)


def encode(image: Image.Image, settings: EncodeSettings) -> bytes:
    """An RGB picture as JPEG without any metadata.

    Raises:
        HomeError: the folder for temporary files can't take the picture.
    """
    # Pillow lets other threads run while it encodes into a real file, but not into a BytesIO.
    try:
        with tempfile.TemporaryFile() as file:
            image.save(
                file,
                "JPEG",
                quality=settings.quality,
                subsampling=settings.subsampling,
                restart_marker_rows=1,
                optimize=False,
                progressive=False,
                comment=b"",
                exif=b"",
                icc_profile=None,
            )
            file.seek(0)
            return file.read()
    except OSError as error:
        raise HomeError(
            f"A picture can't be encoded in {tempfile.gettempdir()}: {error}. Free space there or "
            f"set TMPDIR to another folder."
        ) from error
