"""Where a cue goes on a picture, how large it becomes, and putting it there (ruling 13)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Literal

from culture_conflict.errors import PictureError

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Box", "Corner", "Patch", "cue_box", "grey_patch", "paste", "paste_recipe", "scale_cue"]

Corner = Literal["top_right", "bottom_left"]

_SHARE = 5  # a cue takes at most a fifth of either side
_MARGIN = 50  # and keeps a fiftieth of the shorter side from the edges
_GREY = (128, 128, 128)


@dataclass(frozen=True)
class Box:
    """A rectangle in pixels; `enlarged` says that the cue is larger here than in its file."""

    left: int
    top: int
    width: int
    height: int
    enlarged: bool = False

    @property
    def size(self) -> tuple[int, int]:
        return self.width, self.height

    @property
    def bottom(self) -> int:
        """First row below."""
        return self.top + self.height

    def overlaps(self, other: Box) -> bool:
        """Whether a pixel belongs to both."""
        apart = (
            self.left + self.width <= other.left
            or other.left + other.width <= self.left
            or self.bottom <= other.top
            or other.bottom <= self.top
        )
        return not apart


@dataclass(frozen=True, eq=False)
class Patch:
    """A cue at its final size and place; two patches are the same only if they are one object."""

    box: Box
    image: Image.Image


def cue_box(item_size: tuple[int, int], cue_size: tuple[int, int], corner: Corner) -> Box:
    """Size and place of a cue on a picture of `item_size` (width, height), in pixels.

    With W x H the picture and w x h the cue, s = min(0.2·W/w, 0.2·H/h); sides are floored and at
    least 1; s > 1 enlarges. The offset from both edges is round(0.02·min(W, H)), halves to even.
    All in whole numbers, so that no floating-point error moves a floor. Source: ConfusedTourist
    §3.3.1 and Algorithm 1, completed by ruling 13.
    """
    (item_width, item_height), (width, height) = item_size, cue_size
    by_width = item_width * height <= item_height * width
    share, side = (item_width, width) if by_width else (item_height, height)
    fitted = [max(1, full * share // (_SHARE * side)) for full in (width, height)]
    offset = round(min(item_size) / _MARGIN)
    left, top = offset, offset
    if corner == "top_right":
        left = item_width - offset - fitted[0]
    else:
        top = item_height - offset - fitted[1]
    return Box(left, top, fitted[0], fitted[1], enlarged=share > _SHARE * side)


def paste_recipe() -> dict[str, str | float]:
    """Share, margin and filter as a part of a variant's recipe."""
    return {"share": 1 / _SHARE, "margin": 1 / _MARGIN, "filter": "lanczos"}


def scale_cue(cue: Image.Image, size: tuple[int, int]) -> Image.Image:
    """The cue at `size` (Lanczos; colours of transparent pixels don't bleed)."""
    from PIL import Image as Pillow

    return cue.resize(size, Pillow.Resampling.LANCZOS)


def grey_patch(box: Box) -> Patch:
    """A plain grey rectangle in a cue's place: it hides what the cue hides, and says nothing."""
    from PIL import Image as Pillow

    return Patch(Box(box.left, box.top, box.width, box.height), Pillow.new("RGB", box.size, _GREY))


def paste(image: Image.Image, patches: Iterable[Patch], *, first_row: int = 0) -> None:
    """Put patches on `image` in place, through their transparency where they have any.

    `image` may be a strip of the picture that begins at `first_row`.

    Raises:
        PictureError: `too_small`: two patches would overlap.
    """
    shown = list(patches)
    require_apart(patch.box for patch in shown)
    for patch in shown:
        mask = patch.image if "A" in patch.image.getbands() else None
        image.paste(patch.image, (patch.box.left, patch.box.top - first_row), mask)


def require_apart(boxes: Iterable[Box]) -> None:
    """Refuse cues that would hide each other, which only pictures of a few pixels bring about.

    Raises:
        PictureError: `too_small`.
    """
    for one, other in combinations(boxes, 2):
        if one.overlaps(other):
            raise PictureError(
                "too_small",
                f"Two cues of {one.width}x{one.height} and {other.width}x{other.height} pixels "
                f"overlap; the picture is too small for both. Use a larger copy of it.",
            )
