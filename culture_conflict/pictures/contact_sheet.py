"""Many pictures on one small JPEG, for the eye and never for a model."""

from __future__ import annotations

import base64
import html
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from culture_conflict.errors import PictureError
from culture_conflict.pictures.captions import caption_lines
from culture_conflict.pictures.open import open_picture

if TYPE_CHECKING:
    from PIL import Image

    from culture_conflict.pictures.captions import Caption

    _Cell = tuple[Image.Image, str]
    _Drawn = tuple[Image.Image, list[Caption]]

__all__ = ["MAX_WIDTH", "Entry", "as_markdown", "contact_sheet"]

MAX_WIDTH = 980  # what Dagster shows unscrolled in a browser of 1280 pixels

_SIDES = (240, 200, 160, 120, 90, 64)
_QUALITIES = (85, 70, 50)
_MOST = 300
_GAP = 6
_LETTERS = 14  # of them are as high as a picture is wide
_SMALLEST = 9
_PAPER = (250, 250, 248)
_INK = (40, 40, 40)
_BLANK = (215, 215, 215)


@dataclass(frozen=True)
class Entry:
    """A picture's bytes and what stands under it; without a picture its place stays empty."""

    picture: bytes | None
    caption: str


def contact_sheet(
    entries: Sequence[Entry],
    *,
    columns: int = 5,
    max_bytes: int = 180_000,
    max_width: int = MAX_WIDTH,
) -> bytes:
    """The pictures in rows of `columns`, as a JPEG whose data URI stays under `max_bytes`.

    It is at most `max_width` pixels wide, since Dagster's dialog cuts off what is wider. Quality
    goes first, then size, then pictures; the last line says how many were left out. A picture that
    can't be opened keeps its place, grey, with the reason. Letters grow with the pictures.

    Raises:
        ValueError: `max_bytes` has no room for a single picture, or `columns` is under 1.
    """
    if columns < 1:
        raise ValueError(f"columns is {columns}; at least 1 is needed")
    room = max_bytes * 3 // 4 - 64
    cells = [_cell(entry) for entry in entries[:_MOST]]
    widest = (max_width - _GAP) // max(1, min(columns, len(cells))) - _GAP
    for side, shown in _attempts(len(cells), widest):
        sheet = _draw(cells[:shown], len(entries) - shown, columns, side)
        for quality in _QUALITIES:
            made = io.BytesIO()
            sheet.save(made, "JPEG", quality=quality, optimize=True)
            if made.tell() <= room:
                return made.getvalue()
    raise ValueError(f"no contact sheet fits into {max_bytes} bytes; allow at least 20,000")


def as_markdown(sheet: bytes, attribution: str, told: str = "") -> str:
    """The sheet inside the text itself, what it shows above, whom to credit below; no markup."""
    encoded = base64.b64encode(sheet).decode("ascii")
    picture = f"![contact sheet](data:image/jpeg;base64,{encoded})"
    return "\n\n".join(filter(None, (_disarmed(told), picture, _disarmed(attribution))))


def _disarmed(text: str) -> str:
    plain = html.escape(" ".join(text.split()), quote=False)
    return re.sub(r"([\\`*_\[\]()#|~!])", r"\\\1", plain)


def _attempts(cells: int, widest: int) -> Iterator[tuple[int, int]]:
    """Side of a cell (pixels) and number of pictures, from the best to the least."""
    for side in dict.fromkeys(min(side, widest) for side in _SIDES):
        yield side, cells
    while cells > 1:
        cells = cells * 3 // 4
        yield min(_SIDES[-1], widest), cells


def _cell(entry: Entry) -> _Cell:
    from PIL import Image

    if entry.picture is None:
        return Image.new("RGB", (1, 1), _PAPER), entry.caption
    largest = (_SIDES[0], _SIDES[0])
    try:
        image = open_picture(entry.picture).image
    except PictureError as error:
        return Image.new("RGB", largest, _BLANK), f"{error.reason}: {entry.caption}"
    image.thumbnail(largest)
    return image, entry.caption


def _draw(cells: Sequence[_Cell], left_out: int, columns: int, side: int) -> Image.Image:
    from PIL import Image, ImageDraw

    columns, letters = max(1, min(columns, len(cells))), max(_SMALLEST, side // _LETTERS)
    line = round(letters * 1.4)
    rows = [
        [_drawn(cell, letters, side) for cell in cells[at : at + columns]]
        for at in range(0, len(cells), columns)
    ]
    foot = "" if cells and not left_out else f"{left_out} more left out" if cells else "no pictures"
    heights = [_height(row, line) for row in rows]
    size = max(_GAP + columns * (side + _GAP), 2 * side), _GAP + sum(heights) + line * bool(foot)
    sheet = Image.new("RGB", size, _PAPER)
    pen, y = ImageDraw.Draw(sheet), _GAP
    for row, height in zip(rows, heights, strict=True):
        middle = y + max(image.height for image, _ in row)
        for number, (image, lines) in enumerate(row):
            x = _GAP + number * (side + _GAP)
            sheet.paste(image, (x + (side - image.width) // 2, middle - image.height))
            for below, text in enumerate(lines):
                text.draw(pen, (x, middle + 2 + below * line), _INK)
        y += height
    for text in caption_lines(foot, letters, sheet.width)[:1]:
        text.draw(pen, (_GAP, y - 2), _INK)
    return sheet


def _drawn(cell: _Cell, letters: int, side: int) -> _Drawn:
    image, caption = cell
    small = image.copy()
    small.thumbnail((side, side))
    return small, caption_lines(caption, letters, side)


def _height(row: Sequence[_Drawn], line: int) -> int:
    """As high as its highest picture and its longest caption."""
    lines = max(len(lines) for _, lines in row)
    return max(image.height for image, _ in row) + lines * line + 2 * _GAP
