"""What an editor is asked for and what it gives back: one shape for drawing and for diffusion."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from culture_conflict.errors import EditError

if TYPE_CHECKING:
    from PIL.Image import Image

__all__ = [
    "BatchEditor",
    "EditRecord",
    "EditRequest",
    "Edited",
    "Editor",
    "Quadrilateral",
    "TextEdit",
    "WaitingEditor",
]

Quadrilateral = tuple[
    tuple[float, float], tuple[float, float], tuple[float, float], tuple[float, float]
]


@dataclass(frozen=True)
class TextEdit:
    """One text on a picture and what shall stand there instead.

    Attributes:
        quadrilateral: corners in pixels (x, y), clockwise from the text's own top left.
        native: what stands there now.
        new: what shall stand there; empty removes the text (Blank).
        script: of the new text, as `places.scripts` names it; null if it has no letters.
    """

    quadrilateral: Quadrilateral
    native: str
    new: str
    script: str | None = None


@dataclass(frozen=True)
class EditRequest:
    """One edit.

    Attributes:
        pictures: RGB; the result has the size and framing of the first, the others are what an
            editor of several pictures brings in (a landmark, a second dish; RGBA if cut out).
        instruction: the whole prompt for an editor that reads prompts.
        prompt_id: the instruction's name and version.
        seed: the same request with the same seed gives the same bytes.
        texts: the texts to change, where the edit is one of texts.
        mask: mode L, the size of the first picture: 255 may change, 0 may not. None: all may.
        made_of: sha256 of the stored pictures that are shown, so that what came of one is found
            when it has to be forgotten; no part of what is asked for.
    """

    pictures: tuple[Image, ...]
    instruction: str
    prompt_id: str
    seed: int
    texts: tuple[TextEdit, ...] = ()
    mask: Image | None = None
    made_of: tuple[str, ...] = ()


@dataclass(frozen=True)
class EditRecord:
    """What made an edited picture; enough to make it again."""

    editor: str
    prompt_id: str
    seed: int
    width: int
    height: int
    device: str = "cpu"
    seconds: float = 0.0
    checkpoint: str | None = None
    revision: str | None = None
    adapter: str | None = None
    steps: int | None = None
    guidance: float | None = None
    versions: dict[str, str] = field(default_factory=dict)
    notes: dict[str, str | int | float | bool] = field(default_factory=dict)


@dataclass(frozen=True)
class Edited:
    """An edited picture of the requested size; `unblended` is the raw output where masks cut it."""

    picture: Image
    record: EditRecord
    unblended: Image | None = None


@runtime_checkable
class Editor(Protocol):
    """Changes pictures.

    Attributes:
        key: slug of the partition (`local`, `qwen-image-edit-2509`, ...).
        version: changes whenever the same request would give other bytes.
    """

    @property
    def key(self) -> str: ...

    @property
    def version(self) -> str: ...

    def edit(self, request: EditRequest) -> Edited:
        """Do one edit.

        Raises:
            EditError: this request can't be done; says which text, glyph or picture.
        """
        ...


@runtime_checkable
class BatchEditor(Editor, Protocol):
    """An editor that does several edits at once where its device has room for them."""

    def edit_many(self, requests: Iterable[EditRequest]) -> Iterator[Edited | EditError]:
        """Do edits in order, reading ahead no more than it edits at once."""
        ...


@runtime_checkable
class WaitingEditor(Editor, Protocol):
    """An editor that mostly waits for others, so that threads beyond the cores are of use."""

    @property
    def at_once(self) -> int:
        """How many edits it takes at a time."""
        ...
