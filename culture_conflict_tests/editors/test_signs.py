"""What signs have besides their text: borders, logos, other texts, columns, shading, weak paint."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.local.lettering import Setting, letter_ink
from culture_conflict.editors.protocol import EditRequest, TextEdit
from culture_conflict.errors import EditError
from culture_conflict.pictures.fonts import EM, Fonts
from culture_conflict_tests.editors.drawn_signs import BOARD, PAINT, QUAD, request, sign


def _column(image: Image.Image, text: str, middle: tuple[int, int]) -> None:
    ink = letter_ink(text, Setting(600, vertical=True), Fonts()).alpha
    alpha = Image.fromarray((ink * 255).astype("uint8"))
    alpha = alpha.resize((round(alpha.width * 44 / EM), round(alpha.height * 44 / EM)))
    place = middle[0] - alpha.width // 2, middle[1] - alpha.height // 2
    image.paste(Image.new("RGB", alpha.size, PAINT), place, alpha)


def _edited(image: Image.Image, new: str, native: str, quad: object = QUAD) -> np.ndarray:
    text = TextEdit(quad, native, new)  # type: ignore[arg-type]
    made = LocalEditor().edit(EditRequest((image,), "", "none", 1, (text,))).picture
    return np.asarray(made).astype(int)


def test_a_border_within_the_texts_place_stays() -> None:
    before = sign("HARBOUR")
    ImageDraw.Draw(before).rounded_rectangle((74, 74, 326, 126), 8, outline=PAINT, width=2)
    after = _edited(before, "", "HARBOUR")
    assert np.abs(after[74:76, 90:310] - PAINT).max() < 40
    assert np.abs(after[90:110, 100:300] - BOARD).max() < 30


def test_a_letter_that_touches_a_border_goes_and_the_border_stays() -> None:
    before = sign("HARBOUR")
    pen = ImageDraw.Draw(before)
    pen.line([(60, 124), (340, 124)], fill=PAINT, width=2)
    pen.line([(200, 112), (200, 124)], fill=PAINT, width=4)
    after = _edited(before, "", "HARBOUR")
    assert np.abs(after[124, 90:180] - PAINT).max() < 60
    assert np.abs(after[90:112, 100:300] - BOARD).max() < 30


def test_a_logo_beside_the_text_stays_whole() -> None:
    before = sign("HARBOUR")
    quad = ((76.0, 70.0), (330.0, 70.0), (330.0, 130.0), (76.0, 130.0))
    ImageDraw.Draw(before).ellipse((52, 84, 84, 116), outline=PAINT, width=4)
    after = _edited(before, "MONUMENTS", "HARBOUR", quad)
    assert np.array_equal(after[82:118, 50:85], np.asarray(before)[82:118, 50:85])


def test_a_text_beside_something_keeps_its_side_and_one_alone_its_middle() -> None:
    def middle_of(pixels: np.ndarray) -> float:
        seen = np.flatnonzero(
            (np.abs(pixels[80:120, 110:350] - PAINT).max(axis=2) < 60).any(axis=0)
        )
        return float(seen[0] + seen[-1]) / 2 + 110

    alone = middle_of(_edited(sign("HARBOUR"), "BAY", "HARBOUR"))
    assert abs(alone - 200) < 6
    before = sign("HARBOUR")
    pen = ImageDraw.Draw(before)
    pen.rectangle((60, 82, 92, 118), fill=PAINT)
    wide = before.crop((0, 0, 400, 200))
    beside = middle_of(_edited(wide, "BAY", "HARBOUR"))
    assert beside < 180


def test_a_column_of_characters_is_lettered_downwards() -> None:
    before = Image.new("RGB", (160, 300), BOARD)
    _column(before, "中山路", (80, 150))
    quad = ((52.0, 70.0), (108.0, 70.0), (108.0, 230.0), (52.0, 230.0))
    after = _edited(before, "人民街", "中山路", quad)
    seen = np.abs(after - PAINT).max(axis=2) < 60
    rows, columns = np.flatnonzero(seen.any(axis=1)), np.flatnonzero(seen.any(axis=0))
    assert rows[-1] - rows[0] > 2 * (columns[-1] - columns[0])


def test_shading_goes_on_under_the_removed_text() -> None:
    before = sign("HARBOUR")
    shade = np.linspace(0.6, 1.2, 400)[None, :, None]
    shaded = Image.fromarray((np.asarray(before) * shade).clip(0, 255).astype(np.uint8))
    bare = np.asarray(_bare()) * shade
    after = _edited(shaded, "", "HARBOUR")
    assert np.abs(after - bare)[80:120, 80:320].mean() < 4


def _bare() -> Image.Image:
    return LocalEditor().edit(request(sign("HARBOUR"), "", "HARBOUR")).picture


def test_a_text_that_can_hardly_be_seen_is_removed_with_its_place_and_never_guessed_at() -> None:
    faint = Image.blend(sign("HARBOUR"), Image.new("RGB", (400, 200), BOARD), 0.97)
    removed = LocalEditor().edit(request(faint, "", "HARBOUR"))
    assert removed.record.notes["lowest_contrast"] < 24
    with pytest.raises(EditError) as caught:
        LocalEditor().edit(request(faint, "MONUMENT", "HARBOUR"))
    assert caught.value.reason == "no_ink"
