"""Within a mask the edit, outside the original; sizes and rooms of the diffusion editors."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image

from culture_conflict.editors.blending import blend
from culture_conflict.editors.diffusers.outputs import fault_of, picture_of
from culture_conflict.editors.diffusers.room import Room
from culture_conflict.editors.diffusers.sizes import working_size

OLD, NEW = Image.new("RGB", (60, 40), (10, 20, 30)), Image.new("RGB", (60, 40), (210, 120, 130))


def masked() -> Image.Image:
    mask = Image.new("L", (60, 40), 0)
    mask.paste(255, (30, 0, 60, 40))
    return mask


def test_outside_the_mask_nothing_changes_and_the_edit_fades_in_within_it() -> None:
    made = np.asarray(blend(OLD, NEW, masked(), feather=8))[:, :, 0].astype(int)
    assert (made[:, :30] == 10).all()
    assert (made[:, 40:] == 210).all()
    rising = np.diff(made[20, 29:40])
    assert (rising >= 0).all()
    assert rising.max() < 60


def test_a_mask_that_reaches_the_pictures_edge_does_not_fade_there() -> None:
    assert np.asarray(blend(OLD, NEW, masked()))[0, 59].tolist() == [210, 120, 130]
    whole = Image.new("L", OLD.size, 255)
    assert blend(OLD, NEW, whole).tobytes() == NEW.tobytes()
    assert blend(OLD, NEW, Image.new("L", OLD.size, 0)).tobytes() == OLD.tobytes()


@pytest.mark.parametrize(
    ("size", "wanted"),
    [((1000, 1000), (1024, 1024)), ((1184, 880), (1184, 896)), ((4000, 30), (11840, 96))],
)
def test_the_working_size_has_the_area_and_nearly_the_aspect(
    size: tuple[int, int], wanted: tuple[int, int]
) -> None:
    assert working_size(size, 1024 * 1024) == wanted


def test_numbers_that_are_none_or_of_one_colour_are_faults() -> None:
    numbers = np.linspace(0, 1, 300, dtype=np.float32).reshape(10, 10, 3)
    assert fault_of(numbers) is None
    assert picture_of(numbers).size == (10, 10)
    holed = numbers.copy()
    holed[0, 0, 0] = np.nan
    found = [fault_of(holed), fault_of(numbers * 0), fault_of(numbers * 0 + 1)]
    assert [fault.reason for fault in found if fault] == [
        "not_finite",
        "blank_image",
        "blank_image",
    ]


def test_a_room_learns_from_what_was_used_and_halves_what_was_too_much() -> None:
    room = Room(None)
    assert room.now == 1
    room.learn(used=2, n=1, free=20)
    assert room.now == 8
    assert room.halve(8)
    assert room.now == 4
    room.learn(used=2, n=1, free=200)
    assert room.now == 4
    assert room.halve(4)
    assert room.halve(2)
    assert not room.halve(1)
    given = Room(3)
    given.learn(used=1, n=1, free=100)
    assert given.now == 3
    assert Room(8, one_at_a_time=True).now == 1
