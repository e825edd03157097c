"""A box over a sign is told by its rim or by the sign's ground; a new text is no box."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from culture_conflict.editors.gates import check_picture
from culture_conflict.editors.local.editor import LocalEditor
from culture_conflict.editors.masks import text_mask
from culture_conflict.editors.protocol import Quadrilateral
from culture_conflict.editors.rims import box_contrast, ground_shift, rim_contrast
from culture_conflict.pictures.open import open_picture
from culture_conflict_tests.benchmarks_signpost.read_in_cases import recorded
from culture_conflict_tests.editors.drawn_signs import BOARD, QUAD, request, sign

SIGNS = Path(__file__).parents[2].parent / "shared" / "data" / "signs"
GREY, BRIGHT = (128, 128, 128), (160, 160, 160)


def _boxed(
    before: Image.Image, quad: Quadrilateral, colour: tuple[int, int, int] = GREY
) -> Image.Image:
    after = before.copy()
    ImageDraw.Draw(after).polygon(list(quad), fill=colour)
    return after


def _shows(before: Image.Image, after: Image.Image, quad: Quadrilateral = QUAD) -> bool:
    mask = text_mask(before.size, [quad])
    gates = check_picture(after, before=before, mask=mask, texts=[quad]).gates
    return {gate.name: gate.verdict for gate in gates}["box_shows"] == "fail"


def _upright(left: float, top: float, right: float, bottom: float) -> Quadrilateral:
    return (left, top), (right, top), (right, bottom), (left, bottom)


def _grown(by: float) -> Quadrilateral:
    (left, top), (right, bottom) = QUAD[0], QUAD[2]
    return _upright(left - by, top - by / 2, right + by, bottom + by / 2)


@pytest.mark.parametrize("grow", [-6, 0, 8, 20])
@pytest.mark.parametrize("colour", [(96, 96, 96), GREY, (190, 190, 190)])
def test_a_box_over_the_sign_shows(grow: int, colour: tuple[int, int, int]) -> None:
    before = sign()
    assert _shows(before, _boxed(before, _grown(grow), colour))


def test_a_box_up_to_the_borders_of_the_sign_shows() -> None:
    before = sign()
    quad = _upright(43, 48, 357, 152)
    after = _boxed(before, quad)
    pixels = np.asarray(before), np.asarray(after)
    assert rim_contrast(*pixels, [quad]) < 20 < ground_shift(*pixels, [quad])
    assert _shows(before, after, quad)


def test_the_signs_own_colour_is_no_box() -> None:
    before = sign()
    assert not _shows(before, _boxed(before, _grown(0), BOARD))


@pytest.mark.parametrize("new", ["", "HAITI", "WWWWWWWWW", "महात्मा मार्ग", "薔薇鬱蒼"])
def test_a_text_leaves_the_ground_as_it_was(new: str) -> None:
    before = sign(weight=900)
    after = LocalEditor().edit(request(before, new)).picture
    assert ground_shift(np.asarray(before), np.asarray(after), [QUAD]) < 5


def test_other_light_over_everything_is_no_box() -> None:
    before = sign()
    after = before.point(lambda value: min(255, value + 30))
    assert check_picture(after, before=before, texts=[QUAD]).accepted
    assert box_contrast(np.asarray(before), np.asarray(after), [QUAD]) < 20


def test_a_text_of_the_fewest_pixels_and_one_at_the_edge_are_compared() -> None:
    before = np.full((40, 40, 3), 200, np.uint8)
    after = before.copy()
    after[:8, :12] = GREY
    corner = _upright(0, 0, 11.3, 6.3)
    assert ground_shift(before, after, [corner]) == 72
    assert ground_shift(before, before, [corner]) == 0
    assert ground_shift(before, after, []) == 0


@pytest.mark.skipif(not SIGNS.exists(), reason="the photographs lie outside the project")
@pytest.mark.parametrize("name", ["chinese.jpg", "french.jpg", "japanese.jpg", "korean.png"])
def test_a_box_over_any_text_of_a_photograph_shows(name: str) -> None:
    before = open_picture((SIGNS / name).read_bytes()).image
    missed = []
    for reading in recorded()[name]:
        assert reading.quad is not None
        one, two, three, four = reading.quad
        quad = (one, two, three, four)
        unseen = [c for c in (GREY, BRIGHT) if not _shows(before, _boxed(before, quad, c), quad)]
        missed += [(reading.text, colour[0]) for colour in unseen]
    # A plate as grey as the box: nothing but the letters goes.
    assert missed == ([("Yuyuan Rd.", 128)] if name == "chinese.jpg" else [])
