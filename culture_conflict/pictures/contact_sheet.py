"""Many pictures on one small JPEG, for the eye and never for a model."""

from __future__ import annotations

import base64
import html
import io
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.pictures.open import open_picture

if TYPE_CHECKING:
    from PIL import Image, ImageFont

    _Cell = tuple[Image.Image, str]

__all__ = ["Entry", "as_markdown", "contact_sheet"]

_SIDES = (160, 120, 90, 64)
_QUALITIES = (85, 70, 50)
_MOST = 300
_GAP = 6
_LINE = 16
_PAPER = (250, 250, 248)
_INK = (40, 40, 40)
_BLANK = (215, 215, 215)


@dataclass(frozen=True)
class Entry:
    """A picture's bytes and the line under it."""

    picture: bytes
    caption: str


def contact_sheet(entries: Sequence[Entry], *, columns: int = 6, max_bytes: int = 200_000) -> bytes:
    """The pictures in rows of `columns`, as a JPEG whose data URI stays under `max_bytes`.

    Quality goes first, then size, then pictures; the last line says how many were left out. A
    picture that can't be opened keeps its place, grey, with the reason.

    Raises:
        ValueError: `max_bytes` has no room for a single picture, or `columns` is under 1.
    """
    if columns < 1:
        raise ValueError(f"columns is {columns}; at least 1 is needed")
    room = max_bytes * 3 // 4 - 64
    cells = [_cell(entry) for entry in entries[:_MOST]]
    for side, shown in _attempts(len(cells)):
        sheet = _draw(cells[:shown], len(entries) - shown, columns, side)
        for quality in _QUALITIES:
            made = io.BytesIO()
            sheet.save(made, "JPEG", quality=quality, optimize=True)
            if made.tell() <= room:
                return made.getvalue()
    raise ValueError(f"no contact sheet fits into {max_bytes} bytes; allow at least 20,000")


def as_markdown(sheet: bytes, attribution: str) -> str:
    """The sheet inside the text itself, then whom to credit; markup in the credit is disarmed."""
    encoded = base64.b64encode(sheet).decode("ascii")
    credit = re.sub(
        r"([\\`*_\[\]()#|~!])", r"\\\1", html.escape(" ".join(attribution.split()), quote=False)
    )
    return f"![contact sheet](data:image/jpeg;base64,{encoded})\n\n{credit}"


def _attempts(cells: int) -> Iterator[tuple[int, int]]:
    """Side of a cell (pixels) and number of pictures, from the best to the least."""
    for side in _SIDES:
        yield side, cells
    while cells > 1:
        cells = cells * 3 // 4
        yield _SIDES[-1], cells


def _cell(entry: Entry) -> _Cell:
    from PIL import Image

    largest = (_SIDES[0], _SIDES[0])
    try:
        image = open_picture(entry.picture).image
    except PictureError as error:
        return Image.new("RGB", largest, _BLANK), f"{error.reason}: {entry.caption}"
    image.thumbnail(largest)
    return image, entry.caption


def _draw(cells: Sequence[_Cell], left_out: int, columns: int, side: int) -> Image.Image:
    from PIL import Image, ImageDraw, ImageFont

    columns = max(1, min(columns, len(cells)))
    step_x, step_y = side + _GAP, side + _LINE + _GAP
    height = _GAP + -(-len(cells) // columns) * step_y
    foot = "" if cells and not left_out else f"{left_out} more left out" if cells else "no pictures"
    width = max(_GAP + columns * step_x, 2 * side)
    sheet = Image.new("RGB", (width, height + (_LINE if foot else 0)), _PAPER)
    pen, font = ImageDraw.Draw(sheet), ImageFont.load_default(11)
    for number, (picture, caption) in enumerate(cells):
        x, y = _GAP + number % columns * step_x, _GAP + number // columns * step_y
        small = picture.copy()
        small.thumbnail((side, side))
        sheet.paste(small, (x + (side - small.width) // 2, y + (side - small.height) // 2))
        pen.text((x, y + side + 2), _fit(caption, font, side), fill=_INK, font=font)
    pen.text((_GAP, height - 2), foot, fill=_INK, font=font)
    return sheet


def _fit(caption: str, font: ImageFont.FreeTypeFont | ImageFont.ImageFont, width: int) -> str:
    plain = unicodedata.normalize("NFKD", " ".join(caption.split())[:200])
    text = "".join(c for c in plain if not unicodedata.combining(c))
    text = text.encode("ascii", "replace").decode()  # all that Pillow's own font can write
    if font.getlength(text) <= width:
        return text
    while text and font.getlength(text + "…") > width:
        text = text[:-1]
    return text + "…"
