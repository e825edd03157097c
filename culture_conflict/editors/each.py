"""Many edits, one at a time: what one request can't have does not stop the others."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from culture_conflict.editors.protocol import (
    BatchEditor,
    Edited,
    Editor,
    EditRequest,
    WaitingEditor,
)
from culture_conflict.errors import EditError
from culture_conflict.pictures.encode import fit_within
from culture_conflict.pictures.threads import usable_cores

if TYPE_CHECKING:
    from culture_conflict.editors.protocol import Quadrilateral

__all__ = ["Done", "edit_each", "fit_request", "scaled", "threads_for"]


@dataclass(frozen=True)
class Done:
    """What became of one request: the edited picture, or the error; `downscaled`: it was fitted."""

    edited: Edited | None
    error: EditError | None
    downscaled: bool


def edit_each(
    editor: Editor, requests: Iterable[EditRequest], *, max_side: int = 2048
) -> Iterator[Done]:
    """Edit in order, holding one picture or batch at a time; larger ones are first fitted.

    An edit that can't be done, or that memory does not hold (`out_of_memory`), is told and the next
    goes on.
    """
    if isinstance(editor, BatchEditor):
        yield from _edit_together(editor, requests, max_side)
        return
    for request in requests:
        fitted = fit_request(request, max_side)
        downscaled = fitted is not request
        try:
            yield Done(editor.edit(fitted), None, downscaled)
        except EditError as error:
            yield Done(None, error, downscaled)
        except MemoryError:
            width, height = fitted.pictures[0].size
            told = f"A picture of {width}x{height} pixels does not fit into memory; lower max_side."
            yield Done(None, EditError(told, reason="out_of_memory"), downscaled)


def _edit_together(
    editor: BatchEditor, requests: Iterable[EditRequest], max_side: int
) -> Iterator[Done]:
    downscaled: deque[bool] = deque()

    def fitted() -> Iterator[EditRequest]:
        for request in requests:
            small = fit_request(request, max_side)
            downscaled.append(small is not request)
            yield small

    for made in editor.edit_many(fitted()):
        if isinstance(made, EditError):
            yield Done(None, made, downscaled.popleft())
        else:
            yield Done(made, None, downscaled.popleft())


def threads_for(editors: Iterable[Editor]) -> int:
    """How many threads these are worth: one per core, or what the longest of them waits for."""
    waited_for = (editor.at_once for editor in editors if isinstance(editor, WaitingEditor))
    return max(usable_cores(), *waited_for, 1)


def fit_request(request: EditRequest, max_side: int) -> EditRequest:
    """The request with pictures of at most `max_side` pixels a side, its texts and mask likewise.

    The same object where nothing is larger.
    """
    from PIL.Image import Resampling

    fitted = tuple(fit_within(picture, max_side) for picture in request.pictures)
    if all(new is old for new, old in zip(fitted, request.pictures, strict=True)):
        return request
    share = fitted[0].width / request.pictures[0].width
    texts = (
        replace(text, quadrilateral=scaled(text.quadrilateral, share)) for text in request.texts
    )
    mask = request.mask
    if mask is not None:
        mask = mask.resize(fitted[0].size, Resampling.NEAREST)
    return replace(request, pictures=fitted, texts=tuple(texts), mask=mask)


def scaled(quadrilateral: Quadrilateral, share: float) -> Quadrilateral:
    """The quadrilateral on a picture `share` times as large."""
    one, two, three, four = ((x * share, y * share) for x, y in quadrilateral)
    return one, two, three, four
