"""Copies of a picture with pasted cues, without encoding the whole picture again.

A baseline JPEG with a restart marker after each row of blocks is a list of rows that don't depend
on each other. So the picture is encoded once, only the rows under a cue are encoded again, and the
rows are joined. The result is, byte for byte, what encoding the whole changed picture gives.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from culture_conflict.pictures.encode import EncodeSettings, encode
from culture_conflict.pictures.paste import Patch, paste

if TYPE_CHECKING:
    from PIL import Image

__all__ = ["Strips"]

# Inside coded rows FF is always followed by 00 or by such a marker.
_RESTART = re.compile(rb"\xff[\xd0-\xd7]")
_START_OF_SCAN = 0xDA
_END = b"\xff\xd9"


@dataclass(frozen=True)
class _Coded:
    """A JPEG file in parts: all before the rows, and each row of blocks without its marker."""

    header: bytes
    rows: list[memoryview]

    @classmethod
    def of(cls, data: bytes) -> _Coded:
        start = _scan_start(data)
        marks = [match.start() for match in _RESTART.finditer(data, start)]
        view = memoryview(data)
        firsts = [start, *(mark + 2 for mark in marks)]
        ends = [*marks, len(data) - len(_END)]
        rows = [view[first:end] for first, end in zip(firsts, ends, strict=True)]
        return cls(data[:start], rows)


def _scan_start(data: bytes) -> int:
    """Where the coded rows begin: behind the start-of-scan segment."""
    at = 2
    while True:
        kind, length = data[at + 1], int.from_bytes(data[at + 2 : at + 4], "big")
        at += 2 + length
        if kind == _START_OF_SCAN:
            return at


def _join(header: bytes, rows: Sequence[memoryview]) -> bytes:
    """The rows as one file, restart markers numbered from 0 to 7 in turn."""
    parts: list[bytes | memoryview] = [header]
    for number, row in enumerate(rows):
        if number:
            parts.append(bytes((0xFF, 0xD0 + (number - 1) % 8)))
        parts.append(row)
    parts.append(_END)
    return b"".join(parts)


@dataclass(frozen=True)
class _Run:
    """Rows of blocks from `first` up to `end`, and the patches that touch them."""

    first: int
    end: int
    patches: tuple[Patch, ...]


@dataclass
class Strips:
    """An RGB picture encoded once, and the encoded strips of its copies.

    `image` must not change afterwards. Strips are kept for as long as this object lives, so that a
    copy with two cues needs no encoding where the copies with one of them were made before.
    """

    image: Image.Image
    settings: EncodeSettings
    _made: dict[_Run, list[memoryview]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.original = encode(self.image, self.settings)
        self._base = _Coded.of(self.original)

    def with_patches(self, patches: Sequence[Patch]) -> bytes:
        """The picture with these patches on it, as JPEG.

        Raises:
            PictureError: `too_small`: two patches would overlap.
        """
        rows = list(self._base.rows)
        for run in self._runs(patches):
            rows[run.first : run.end] = self._strip(run)
        return _join(self._base.header, rows)

    def _runs(self, patches: Sequence[Patch]) -> Iterator[_Run]:
        """Rows that patches touch; patches that share a row share a run."""
        height = self.settings.block_rows
        run: _Run | None = None
        for patch in sorted(patches, key=lambda patch: (patch.box.top, patch.box.left)):
            first, end = patch.box.top // height, -(-patch.box.bottom // height)
            if run is not None and first < run.end:
                run = _Run(run.first, max(run.end, end), (*run.patches, patch))
                continue
            if run is not None:
                yield run
            run = _Run(first, end, (patch,))
        if run is not None:
            yield run

    def _strip(self, run: _Run) -> list[memoryview]:
        if run not in self._made:
            width, height = self.image.size
            top = run.first * self.settings.block_rows
            bottom = min(run.end * self.settings.block_rows, height)
            strip = self.image.crop((0, top, width, bottom))
            paste(strip, run.patches, first_row=top)
            self._made[run] = _Coded.of(encode(strip, self.settings)).rows
        return self._made[run]
