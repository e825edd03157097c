"""Edits kept on disk as they come, so that a run that was stopped does none of them again."""

from __future__ import annotations

import hashlib
import json
import os
from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

from culture_conflict.editors.protocol import (
    BatchEditor,
    Edited,
    Editor,
    EditRecord,
    EditRequest,
)
from culture_conflict.errors import EditError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = ["RECORD", "KeptEdits"]

RECORD = "record.json"  # beside each kept picture; names also the pictures it was made of


class KeptEdits:
    """An editor before whose work lies a folder: what was asked before is read, not made.

    The same means the editor's version, every pixel of pictures and mask, instruction and seed. The
    folder may be deleted at any time. Errors are not kept.
    """

    def __init__(self, editor: Editor, folder: Path) -> None:
        self._editor = editor
        self._folder = folder

    @property
    def key(self) -> str:
        return self._editor.key

    @property
    def version(self) -> str:
        return self._editor.version

    def edit(self, request: EditRequest) -> Edited:
        """Read or do one edit.

        Raises:
            EditError: as the editor.
        """
        (made,) = self.edit_many([request])
        if isinstance(made, EditError):
            raise made
        return made

    def edit_many(self, requests: Iterable[EditRequest]) -> Iterator[Edited | EditError]:
        """Read or do edits in order."""
        waiting: deque[Edited | tuple[Path, EditRequest]] = deque()

        def unknown() -> Iterator[EditRequest]:
            for request in requests:
                place = self._place(request)
                found = _read(place)
                waiting.append((place, request) if found is None else found)
                if found is None:
                    yield request

        for made in self._made(unknown()):
            yield from _ready(waiting)
            asked = waiting.popleft()
            if isinstance(made, Edited) and isinstance(asked, tuple):
                place, request = asked
                _write(place, made, request.made_of)
            yield made
        yield from _ready(waiting)

    def _made(self, requests: Iterable[EditRequest]) -> Iterator[Edited | EditError]:
        if isinstance(self._editor, BatchEditor):
            yield from self._editor.edit_many(requests)
            return
        for request in requests:
            try:
                yield self._editor.edit(request)
            except EditError as error:
                yield error

    def _place(self, request: EditRequest) -> Path:
        digest = hashlib.sha256()
        texts = [request.instruction, request.prompt_id, str(request.seed), repr(request.texts)]
        digest.update(json.dumps([self.version, *texts]).encode())
        for picture in (*request.pictures, *([request.mask] if request.mask else [])):
            digest.update(f"{picture.mode} {picture.size}".encode())
            digest.update(picture.tobytes())
        return self._folder / self.key / digest.hexdigest()


def _ready(waiting: deque[Edited | tuple[Path, EditRequest]]) -> Iterator[Edited]:
    while waiting and isinstance(waiting[0], Edited):
        found = waiting.popleft()
        assert isinstance(found, Edited)
        yield found


def _read(place: Path) -> Edited | None:
    """The record is written last: without it there is nothing."""
    from PIL import Image as Pillow

    try:
        told = json.loads((place / RECORD).read_text(encoding="utf-8"))
        told.pop("made_of", None)
        pictures = [
            Pillow.open(place / name).convert("RGB")
            for name in ("picture.png", "unblended.png")
            if (place / name).exists()
        ]
        return Edited(pictures[0], EditRecord(**told), *pictures[1:])
    except (OSError, ValueError, TypeError, IndexError):
        return None  # none, or one whose writer was stopped: it is made


def _write(place: Path, made: Edited, made_of: tuple[str, ...]) -> None:
    place.mkdir(parents=True, exist_ok=True)
    _save(made.picture, place / "picture.png")
    if made.unblended is not None:
        _save(made.unblended, place / "unblended.png")
    told = asdict(made.record) | {"made_of": made_of}
    text = json.dumps(told, ensure_ascii=False)
    temporary = place / f".record.{os.getpid()}"
    temporary.write_text(text, encoding="utf-8")
    temporary.replace(place / RECORD)


def _save(picture: Image, path: Path) -> None:
    picture.save(path, "PNG", compress_level=1)
