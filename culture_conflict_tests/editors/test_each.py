"""One request's trouble is its own."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from culture_conflict.editors.each import edit_each, fit_request
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.protocol import Edited, EditRequest, TextEdit
from culture_conflict_tests.editors.drawn_signs import QUAD, request, sign


@dataclass(frozen=True)
class _Small:
    """An editor whose memory ends at 300 pixels a side."""

    key: str = "small"
    version: str = "1"

    def edit(self, request: EditRequest) -> Edited:
        if max(request.pictures[0].size) > 300:
            raise MemoryError
        return LocalEditor().edit(request)


def test_an_edit_that_fails_does_not_stop_the_next() -> None:
    wanted = [request(sign(), new) for new in ("Lyon", "\u13a0", "Nice")]
    done = list(edit_each(LocalEditor(), wanted))
    assert [each.error and each.error.reason for each in done] == [None, "missing_glyph", None]
    assert [each.edited is None for each in done] == [False, True, False]


def test_memory_that_ends_is_told() -> None:
    done = list(edit_each(_Small(), [request(sign(), "Lyon")]))
    assert [each.error and each.error.reason for each in done] == ["out_of_memory"]
    smaller = list(edit_each(_Small(), [request(sign(), "Lyon")], max_side=300))
    assert [(each.error, each.downscaled) for each in smaller] == [(None, True)]


def test_texts_and_mask_follow_their_picture() -> None:
    large = sign().resize((800, 400))
    quad = tuple((2 * x, 2 * y) for x, y in QUAD)
    text = TextEdit((quad[0], quad[1], quad[2], quad[3]), "Market St", "Lyon")
    mask = text_mask(large.size, [text.quadrilateral])
    fitted = fit_request(EditRequest((large,), "", "none", 1, (text,), mask), 400)
    assert fitted.texts[0].quadrilateral == QUAD
    assert fitted.mask is not None
    assert fitted.mask.size == fitted.pictures[0].size == (400, 200)
    small = request(Image.new("RGB", (400, 200)), "Lyon")
    assert fit_request(small, 400) is small
