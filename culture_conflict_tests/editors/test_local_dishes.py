"""Dishes on a table before a place: the place stays, the white goes, a shadow falls."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw

from culture_conflict.editors.composed import Composed
from culture_conflict.editors.local_dishes.editor import LocalDishes
from culture_conflict.editors.local_dishes.placing import seated, standing
from culture_conflict.editors.local_dishes.table import KINDS, table_top
from culture_conflict.editors.protocol import Editor, EditRequest
from culture_conflict.errors import EditError

SIDE = 240


def _plate(width: int = 200, height: int = 90) -> Image.Image:
    image = Image.new("RGBA", (SIDE, SIDE), (255, 255, 255, 0))
    box = ((SIDE - width) // 2, 200 - height, (SIDE + width) // 2, 200)
    ImageDraw.Draw(image).ellipse(box, fill=(250, 250, 250, 255))
    return image


def _request(n_dishes: int = 1, seed: int = 3) -> EditRequest:
    place = Image.new("RGB", (SIDE, 144), (70, 130, 200))
    joined = Image.new("RGB", (SIDE, SIDE), (255, 255, 255))
    joined.paste(place, (0, 0))
    dishes = [_plate() for _ in range(n_dishes)]
    return EditRequest((joined, place, *dishes), "words", "harmonise-1", seed)


def test_both_follow_the_protocol() -> None:
    assert isinstance(LocalDishes(), Editor)
    assert isinstance(Composed(), Editor)


@pytest.mark.parametrize("n_dishes", [1, 2])
def test_the_place_stays_exactly_and_no_white_ground_is_left(n_dishes: int) -> None:
    request = _request(n_dishes)
    edited = LocalDishes().edit(request)
    before, after = np.asarray(request.pictures[0]), np.asarray(edited.picture)
    assert after.shape == before.shape
    assert (after[:96] == before[:96]).all()
    below = after[150:]
    assert (below.min(axis=2) >= 254).mean() < 0.02
    plates = (below.min(axis=2) > 215).mean()
    assert 0.05 < plates < 0.6
    assert edited.record.seed == 3
    assert edited.record.notes["table"] in KINDS


def test_a_seed_gives_the_same_bytes_and_another_seed_others() -> None:
    editor = LocalDishes()
    first, again, other = (editor.edit(_request(2, seed)).picture for seed in (1, 1, 2))
    assert first.tobytes() == again.tobytes() != other.tobytes()


def test_the_table_is_darker_under_the_rim_than_far_from_the_plate() -> None:
    made = np.asarray(LocalDishes().edit(_request()).picture.convert("L"), dtype=float)
    plate = np.argwhere(made[150:] > 215)
    foot = 150 + int(plate[:, 0].max())
    middle = int(np.median(plate[:, 1]))
    under = made[foot + 2 : foot + 6, middle - 20 : middle + 20].mean()
    far = made[foot + 2 : foot + 6, :16].mean()
    assert under < 0.8 * far


def test_a_dish_that_fills_less_of_its_square_stands_smaller() -> None:
    large = standing(_plate(), 120, 220, (100, 80))
    small = standing(_plate(), 120, 220, (100, 80), scale=0.5)
    assert small.dish.width == pytest.approx(large.dish.width / 2, abs=1)
    assert large.foot == small.foot == 220


def test_a_plate_seen_from_above_is_shown_flatter_and_one_from_the_side_is_not() -> None:
    from_above = _plate(180, 180).crop((30, 20, 210, 200))
    aside = _plate(200, 90).crop((20, 110, 220, 200))
    assert seated(from_above).height < 0.8 * from_above.height
    assert seated(aside).size == aside.size


@pytest.mark.parametrize("kind", KINDS)
def test_tables_have_their_size_and_differ_by_look(kind: str) -> None:
    one, other = (table_top(kind, look, (120, 60)) for look in (0, 1))
    assert one.size == (120, 60)
    assert one.tobytes() != other.tobytes()
    assert np.asarray(one).std() > 3


def test_without_a_cut_out_dish_it_says_what_it_needs() -> None:
    request = _request()
    flat = EditRequest((*request.pictures[:2], request.pictures[0]), "", "p", 1)
    with pytest.raises(EditError, match=r"one or two dishes as RGBA, got RGB\. Cut"):
        LocalDishes().edit(flat)
    with pytest.raises(EditError, match="got none"):
        LocalDishes().edit(EditRequest(request.pictures[:2], "", "p", 1))


def test_the_plain_join_is_given_back() -> None:
    request = _request()
    assert Composed().edit(request).picture.tobytes() == request.pictures[0].tobytes()
