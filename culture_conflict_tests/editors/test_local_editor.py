"""The local editor on drawn signs: what it changes, what it leaves alone, what it refuses."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from PIL import Image, ImageDraw

from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.protocol import Editor, EditRequest, TextEdit
from culture_conflict.errors import EditError
from culture_conflict_tests.editors.drawn_signs import BOARD, PAINT, QUAD, request, sign

EDITOR = LocalEditor()


def _board(image: Image.Image) -> Any:
    return np.asarray(image)[50:150, 45:355].astype(int)


def _painted(image: Image.Image) -> float:
    """Share of the board that has the letters' colour."""
    return float((np.abs(_board(image) - PAINT).max(axis=2) < 60).mean())


def test_it_is_an_editor() -> None:
    assert isinstance(EDITOR, Editor)


@pytest.mark.parametrize("new", ["", "Rue de Lyon", "Улица", "中山路", "شارع الملك"])
def test_nothing_outside_the_mask_changes_and_something_inside_does(new: str) -> None:
    before = sign()
    mask = text_mask(before.size, [QUAD])
    after = EDITOR.edit(request(before, new)).picture
    changed = (np.asarray(before) != np.asarray(after)).any(axis=2)
    assert not changed[np.asarray(mask) == 0].any()
    assert changed.any()
    assert after.size == before.size


@pytest.mark.parametrize("cut", [180, 195, 210, 225, 240])
def test_a_mask_through_the_text_cuts_the_edit_off_exactly(cut: int) -> None:
    before = sign()
    half = Image.new("L", before.size)
    half.paste(255, (0, 0, cut, 200))
    text = TextEdit(QUAD, "Market St", "")
    after = EDITOR.edit(EditRequest((before,), "", "none", 1, (text,), half)).picture
    changed = (np.asarray(before) != np.asarray(after)).any(axis=2)
    assert not changed[:, cut:].any()
    assert changed[:, :cut].sum() > 500


def test_blank_leaves_the_bare_board() -> None:
    before = sign()
    after = EDITOR.edit(request(before, "")).picture
    assert _painted(before) > 0.05
    inner = np.asarray(after)[66:134, 66:334].astype(int)
    assert np.abs(inner - BOARD).max() < 25
    assert np.array_equal(np.asarray(after)[45:49, 40:360], np.asarray(before)[45:49, 40:360])


def test_a_new_text_has_the_height_weight_and_colour_of_the_old_one() -> None:
    before = sign("HARBOUR")
    after = EDITOR.edit(request(before, "MONUMENT", "HARBOUR")).picture
    rows = [
        np.flatnonzero((np.abs(_board(image) - PAINT).max(axis=2) < 60)[10:90].any(axis=1))
        for image in (before, after)
    ]
    assert abs(rows[0].min() - rows[1].min()) <= 2
    assert abs(rows[0].max() - rows[1].max()) <= 2
    assert _painted(after) == pytest.approx(_painted(before) * 8 / 7, rel=0.3)


@pytest.mark.parametrize("weight", [400, 700])
def test_lettering_the_same_text_again_gives_nearly_the_same_picture(weight: int) -> None:
    before = sign("HARBOUR", weight)
    after = EDITOR.edit(request(before, "HARBOUR", "HARBOUR")).picture
    other = EDITOR.edit(request(before, "MONUMENT", "HARBOUR")).picture
    off = np.abs(_board(before) - _board(after)).mean()
    assert off < 3
    assert np.abs(_board(before) - _board(other)).mean() > 9


def test_the_same_request_gives_the_same_pixels_and_a_seed_another_grain() -> None:
    before = Image.blend(sign(), Image.effect_noise((400, 200), 40).convert("RGB"), 0.2)
    made = [EDITOR.edit(request(before, "Lyon", seed=seed)).picture for seed in (1, 1, 2)]
    assert np.array_equal(np.asarray(made[0]), np.asarray(made[1]))
    assert not np.array_equal(np.asarray(made[0]), np.asarray(made[2]))


def test_what_stands_beside_the_text_is_left_alone() -> None:
    before = sign("HARBOUR")
    pen = ImageDraw.Draw(before)
    pen.polygon([(310, 100), (330, 85), (330, 115)], fill=PAINT)
    pen.line([(60, 133), (340, 133)], fill=PAINT, width=3)
    after = EDITOR.edit(request(before, "CONSTANTINOPLE", "HARBOUR")).picture
    kept = np.s_[130:137, 60:340]
    assert np.array_equal(np.asarray(before)[kept], np.asarray(after)[kept])


def test_a_turned_sign_is_lettered_along_its_own_line() -> None:
    before = sign("HARBOUR").rotate(20, expand=True, resample=Image.Resampling.BICUBIC)
    turn = np.deg2rad(-20)
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    middle = np.array(before.size) / 2
    quad = [tuple(spin @ (np.array(corner) - (200, 100)) + middle) for corner in QUAD]
    edit = TextEdit((quad[0], quad[1], quad[2], quad[3]), "HARBOUR", "HARBOUR")
    again = EDITOR.edit(EditRequest((before,), "", "none", 1, (edit,))).picture
    assert np.abs(np.asarray(before).astype(int) - np.asarray(again)).mean() < 1.5


@pytest.mark.parametrize(
    ("new", "reason"),
    [("\u13a0bc", "missing_glyph"), ("far too many words for this one board " * 3, "does_not_fit")],
)
def test_what_cannot_be_lettered_is_refused_by_name(new: str, reason: str) -> None:
    with pytest.raises(EditError, match="Market St") as caught:
        EDITOR.edit(request(sign(), new))
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "quad",
    [
        ((0, 0), (90, 0), (0, 40), (90, 40)),
        ((0, 0), (90, 0), (90, 3), (0, 3)),
        ((0, 0), (float("nan"), 0), (90, 40), (0, 40)),
    ],
)
def test_a_place_that_is_none_is_refused(quad: Any) -> None:
    with pytest.raises(EditError) as caught:
        EDITOR.edit(EditRequest((sign(),), "", "none", 1, (TextEdit(quad, "a", "b"),)))
    assert caught.value.reason == "bad_quadrilateral"


def test_a_text_beyond_the_picture_is_refused_or_cut_never_a_crash() -> None:
    quad = ((350.0, 150.0), (600.0, 150.0), (600.0, 260.0), (350.0, 260.0))
    edit = TextEdit(quad, "Market St", "")
    after = EDITOR.edit(EditRequest((sign(),), "", "none", 1, (edit,))).picture
    assert after.size == (400, 200)


def test_a_neighbouring_text_keeps_its_part_of_an_overlap() -> None:
    upper = ((0.0, 0.0), (100.0, 0.0), (100.0, 40.0), (0.0, 40.0))
    lower = ((0.0, 30.0), (100.0, 30.0), (100.0, 70.0), (0.0, 70.0))
    mask = np.asarray(text_mask((100, 80), [upper], [lower]))
    assert mask[:34, 50].all()
    assert not mask[37:, 50].any()


@pytest.mark.parametrize(
    "text", ["Rue de\nLima", "Rue\tde Lima", " Rue de\u2028Lima\r\n", "Rue\x07de Lima"]
)
def test_a_text_of_several_lines_stands_on_one(text: str) -> None:
    on_one = LocalEditor().edit(request(sign(), "Rue de Lima")).picture
    assert LocalEditor().edit(request(sign(), text)).picture.tobytes() == on_one.tobytes()
    assert LocalEditor().edit(request(sign(), "Lima", native="Market\nSt")).picture
    with pytest.raises(EditError, match="nothing to draw"):
        LocalEditor().edit(request(sign(), "\n"))


@pytest.mark.parametrize("new", ["", "Lima"])
@pytest.mark.parametrize("shift", [400.0, -400.0])
def test_a_place_outside_the_picture_is_told(new: str, shift: float) -> None:
    (x1, y1), (x2, y2), (x3, y3), (x4, y4) = QUAD
    quad = ((x1 + shift, y1), (x2 + shift, y2), (x3 + shift, y3), (x4 + shift, y4))
    with pytest.raises(EditError, match="lies in the picture of 400x200 pixels") as caught:
        LocalEditor().edit(EditRequest((sign(),), "", "none", 1, (TextEdit(quad, "Market", new),)))
    assert caught.value.reason == "bad_quadrilateral"
